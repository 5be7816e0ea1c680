"""Gold evidence as records: JSON lines, a JSON array, CSV with a header, Parquet, or Python objects.

A record is one highlighted span: `topic`, `document`, `start`, and one of `end`, `length` or `text`.
Optional: `grade` and `entry_point` of the document, `document_length`. A record without a start is a
judged document without highlight. The names that SQuAD, LegalBench-RAG and the chunking libraries
use are accepted too (see `readpath.files.fields`). Spans that overlap are merged.
"""

from __future__ import annotations

import polars as pl

from readpath.files.fields import is_records, recognised, span_notes, with_spans
from readpath.files.problems import LINE
from readpath.files.records import read_records
from readpath.files.source import Source
from readpath.judgments.table import Judgments

recognise = is_records


def read(source: Source) -> Judgments:
    """Judgments from a file of records."""
    return from_table(read_records(source), source)


def from_table(table: pl.DataFrame, source: Source) -> Judgments:
    """Judgments from a table of records."""
    table = recognised(table, source)
    passages, notes = None, []
    if "start" in table.columns:
        table = with_spans(table, source)
        passages = table.drop_nulls("start").select("topic", "document", "start", "end")
        notes = span_notes(table, source)
    elsewhere = [name for name in ("grade", "entry_point", "document_length") if name in table]
    firsts = [pl.col(name).drop_nulls().first() for name in elsewhere]
    documents = table.group_by("topic", "document", maintain_order=True).agg(
        *firsts, pl.col(LINE).first()
    )
    return Judgments.of(
        documents.rename({"document_length": "length"}, strict=False), passages, source, notes
    )
