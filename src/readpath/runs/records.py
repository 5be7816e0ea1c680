"""Chunk runs as records: JSON lines, a JSON array, CSV with a header, Parquet, or Python objects.

A record is one retrieved chunk: `topic`, `document`, `start`, and one of `end`, `length` or `text`;
optional `score` and `rank`. Without any offsets the run returns whole documents. The field names of
LangChain, LlamaIndex, Haystack and chonkie are accepted too, also inside `metadata`, `meta` or
`node` (see `readpath.files.fields`). Offsets count characters (code points), not bytes.

Records are ranked by `rank` where they have one, otherwise in the order of the file;
`order="score"` ranks them by descending score, ties by descending document, then start.

A start that is missing or -1 where other records have one is refused: the library did not find its
own chunk in the document.
"""

from __future__ import annotations

from typing import BinaryIO

import polars as pl

from readpath.files.fields import is_records, recognised, span_notes, with_spans
from readpath.files.problems import sound
from readpath.files.records import read_records
from readpath.files.source import Source
from readpath.runs.naming import stem
from readpath.runs.table import Order, Run

recognise = is_records

LOST = (
    "start is {start}: this chunk's place in document {document} is not known. Let the splitter "
    "record offsets (LangChain: add_start_index=True), or leave the chunk out"
)


def read(source: Source, order: Order | None = None) -> Run:
    """A run from a file of records, named after the file."""
    return from_table(read_records(source), stem(source.name), source, order)


def from_table(table: pl.DataFrame, name: str, source: Source, order: Order | None = None) -> Run:
    """A run from a table of records."""
    table, notes = recognised(table, source), []
    if "start" in table.columns:
        lost = pl.col("start").is_null() | (pl.col("start") == -1)
        table = with_spans(sound(table, lost, LOST, source), source)
        notes = span_notes(table, source)
    if "score" in table.columns:
        table = sound(table, pl.col("score").is_nan(), "score is NaN", source)
    if order is None:
        order = "rank" if "rank" in table.columns else "file"
    if order in table.columns:
        table = sound(table, pl.col(order).is_null(), f"the {order} is missing", source)
    table = table.drop("length", "text", "grade", "entry_point", "document_length", strict=False)
    return Run.of(table, name=name, format="records", source=source, order=order, notes=notes)


def write_jsonl(run: Run, out: BinaryIO) -> None:
    """Write one JSON object a line, with our own field names."""
    run.results.write_ndjson(out)


def write_csv(run: Run, out: BinaryIO) -> None:
    """Write CSV with a header, with our own field names."""
    run.results.write_csv(out)


def write_parquet(run: Run, out: BinaryIO) -> None:
    """Write a Parquet file, with our own field names."""
    run.results.write_parquet(out)
