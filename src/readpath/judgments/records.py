"""Gold evidence as records: JSON lines, a JSON array, CSV with a header, Parquet, or Python objects.

A record is one highlighted span: `topic`, `document`, `start`, and one of `end`, `length` or `text`.
Optional: `grade` and `entry_point` of the document (-1 if there is none), `document_length`. A record
with none of `start`, `end`, `length` and `text` is a judged document without highlight. Without any
`start` whole documents are judged, and `grade` is needed. The names that SQuAD, LegalBench-RAG and
the chunking libraries use are accepted too (see `readpath.files.fields`). Spans that overlap are
merged.

Refused: records that neither place a highlight nor grade a document, an end or text without a start,
a number below 0, and records of one document that say different things about it.
"""

from __future__ import annotations

import polars as pl

from readpath.errors import InputError
from readpath.files.fields import NAMES, is_records, recognised, says_where, span_notes, with_spans
from readpath.files.problems import LINE, sound
from readpath.files.record_files import read_records
from readpath.files.source import Source
from readpath.judgments.table import Judgments

recognise = is_records

OF_DOCUMENT = ("grade", "entry_point", "document_length")


def read(source: Source) -> Judgments:
    """Judgments from a file of records."""
    return from_table(read_records(source), source)


def from_table(table: pl.DataFrame, source: Source) -> Judgments:
    """Judgments from a table of records."""
    table = recognised(table, source)
    passages, notes = None, []
    if says_where(table):
        table = with_spans(table, source)
        passages = table.drop_nulls("start").select("topic", "document", "start", "end")
        notes = span_notes(table, source)
    elif "grade" not in table.columns:
        raise InputError(
            "no field says what is relevant; give start and one of end, length or text for each "
            f"highlight, or the grade of each document (also accepted: {NAMES['grade']})",
            source=source.name,
        )
    return Judgments.of(_documents(table, source), passages, source, notes)


def _documents(table: pl.DataFrame, source: Source) -> pl.DataFrame:
    """What all records of a document say about it."""
    pair = ("topic", "document")
    said = [name for name in OF_DOCUMENT if name in table.columns]
    for name in said:
        first = pl.col(name).drop_nulls().first().over(pair)
        problem = f"{name} {{{name}}} of document {{document}} is not what an earlier record says"
        table = sound(table, pl.col(name) != first, f"{problem}; topic {{topic}}", source)
    firsts = [pl.col(name).drop_nulls().first() for name in said]
    documents = table.group_by(pair, maintain_order=True).agg(*firsts, pl.col(LINE).first())
    return documents.rename({"document_length": "length"}, strict=False)
