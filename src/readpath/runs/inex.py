"""INEX text runs: passages of documents.

One result a line, columns parted by white space, best result first:

    topic Q0 document rank score run_id start length

`start` counts characters of the document's text from 0. The order of the lines is the ranking; rank
and score are not looked at, as in the official program. A start of `X` or -1 stands for an element
that does not exist; such a result retrieves nothing.

Refused: a malformed line, a score that is not a number, a negative length, a start below 0 other than
-1, a number past any text's end. Not written: whole documents, and names that hold white space.
"""

from __future__ import annotations

from typing import BinaryIO

import polars as pl

from readpath.files.columns import read_columns, words
from readpath.files.fields import checked_spans
from readpath.files.problems import remark
from readpath.files.source import Source
from readpath.runs.naming import named, one_word
from readpath.runs.refusals import has_scores, refuse_documents, refuse_spaced
from readpath.runs.table import ABSENT, Order, Run

COLUMNS: dict[str, pl.DataType] = {
    "topic": pl.Categorical(),
    "_q0": pl.String(),
    "document": pl.String(),
    "_rank": pl.String(),
    "score": pl.Float64(),
    "name": pl.Categorical(),
    "start": pl.Int64(),
    "length": pl.Int64(),
}


def recognise(line: str) -> bool:
    """Whether a first line looks like this format."""
    return len(words(line)) == len(COLUMNS)


def read(source: Source, order: Order = "file") -> Run:
    """A run from an INEX text file."""
    table = read_columns(source, COLUMNS, {"start": {"X": str(ABSENT)}})
    name, notes = named(table, source.name)
    absent = pl.col("start") == ABSENT
    notes += remark(
        table,
        absent,
        "the element of document {document} does not exist; it retrieves nothing",
        source,
    )
    table = table.with_columns(end=pl.col("start") + pl.when(absent).then(0).otherwise("length"))
    table = checked_spans(table, source, lowest=ABSENT).drop("name", "length")
    return Run.of(table, name=name, format="inex", source=source, order=order, notes=notes)


def write(run: Run, out: BinaryIO) -> None:
    """Write a run of passages; where a score is missing, all become 1/rank."""
    refuse_documents(run)
    refuse_spaced(run)
    score = pl.col("score") if has_scores(run.table) else 1 / pl.col("rank")
    absent = pl.col("start") == ABSENT
    start = pl.when(absent).then(pl.lit("X")).otherwise(pl.col("start").cast(pl.String))
    run.results.select(
        "topic",
        pl.lit("Q0").alias("q0"),
        "document",
        "rank",
        score.alias("score"),
        pl.lit(one_word(run.name)).alias("name"),
        start.alias("start"),
        (pl.col("end") - pl.col("start")).alias("length"),
    ).write_csv(out, separator=" ", include_header=False, quote_style="never")
