"""Chunk runs as records: JSON lines, a JSON array, CSV with a header, Parquet, or Python objects.

A record is one retrieved chunk: `topic`, `document`, `start`, and one of `end`, `length` or `text`;
optional `score` and `rank`. Without a field for start or end the run returns whole documents. The
field names of LangChain, LlamaIndex, Haystack and chonkie are accepted too, also inside `metadata`,
`meta` or `node` (see `readpath.files.fields`). Offsets count characters (code points), not bytes.

Records are ranked by `rank` where they have one, otherwise in the order of the file;
`order="score"` ranks them by descending score, ties by descending document, then start.

Refused: a start that is missing or -1 where records have one, as the library did not find its own
chunk in the document; an end without a start; a score that is NaN; a field that is used and holds
neither text nor a number. Not written: elements that do not exist, and in JSON an infinite score.
"""

from __future__ import annotations

from typing import BinaryIO

import polars as pl

from readpath.errors import InputError
from readpath.files.fields import is_records, recognised, says_where, span_notes, with_places
from readpath.files.problems import sound
from readpath.files.record_files import read_records
from readpath.files.source import Source
from readpath.runs.naming import stem
from readpath.runs.refusals import refuse_absent
from readpath.runs.table import Order, Run

recognise = is_records


def read(source: Source, order: Order | None = None) -> Run:
    """A run from a file of records, named after the file."""
    return from_table(read_records(source), stem(source.name), source, order)


def from_table(table: pl.DataFrame, name: str, source: Source, order: Order | None = None) -> Run:
    """A run from a table of records."""
    table, notes = recognised(table, source), []
    if says_where(table):
        table = with_places(table, source)
        notes = span_notes(table, source)
    if "score" in table.columns:
        table = sound(table, pl.col("score").is_nan(), "score is NaN", source)
    if order is None:
        order = "rank" if "rank" in table.columns else "file"
    table = table.drop("length", "text", "grade", "entry_point", "document_length", strict=False)
    return Run.of(table, name=name, format="records", source=source, order=order, notes=notes)


def write_jsonl(run: Run, out: BinaryIO) -> None:
    """Write one JSON object a line, with our own field names; JSON has no word for infinity."""
    refuse_absent(run)
    if "score" in run.table.columns:
        for row in run.table["score"].is_infinite().arg_true().head(1):
            raise InputError(
                f"score {run.table['score'][row]} cannot be written as JSON; "
                "convert to csv or parquet instead",
                source=run.place(row),
            )
    run.results.write_ndjson(out)


def write_csv(run: Run, out: BinaryIO) -> None:
    """Write CSV with a header, with our own field names."""
    refuse_absent(run)
    run.results.write_csv(out)


def write_parquet(run: Run, out: BinaryIO) -> None:
    """Write a Parquet file, with our own field names."""
    refuse_absent(run)
    run.results.write_parquet(out)
