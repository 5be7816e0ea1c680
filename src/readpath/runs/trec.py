"""TREC runs: whole documents.

One result a line, columns parted by white space:

    topic Q0 document rank score run_id

Results are ranked by descending score, as trec_eval does it: scores are compared in single
precision, ties are broken by descending document name, and the rank column is not looked at. With
`order="file"` the order of the lines is the ranking instead.

Refused: a malformed line, a score that is not a number. Not written: names that hold white space.
"""

from __future__ import annotations

from typing import BinaryIO

import polars as pl

from readpath.files.columns import read_columns, words
from readpath.files.source import Source
from readpath.runs.naming import named, one_word
from readpath.runs.refusals import has_scores, refuse_spaced
from readpath.runs.table import Order, Run

COLUMNS: dict[str, pl.DataType] = {
    "topic": pl.Categorical(),
    "_q0": pl.String(),
    "document": pl.String(),
    "_rank": pl.String(),
    "score": pl.Float64(),
    "name": pl.Categorical(),
}


def recognise(line: str) -> bool:
    """Whether a first line looks like this format."""
    return len(words(line)) == len(COLUMNS)


def read(source: Source, order: Order = "score") -> Run:
    """A run from a TREC file."""
    table = read_columns(source, COLUMNS, {})
    name, notes = named(table, source.name)
    table = table.drop("name")
    return Run.of(table, name=name, format="trec", source=source, order=order, notes=notes)


def write(run: Run, out: BinaryIO) -> None:
    """Write the run's documents, each at its first place.

    Scores are kept where all are there and fall from rank to rank; otherwise they count down, so
    that whoever sorts by score finds the same order.
    """
    refuse_spaced(run)
    firsts = run.results.unique(["topic", "document"], keep="first", maintain_order=True)
    rank = pl.int_range(1, pl.len() + 1).over("topic")
    score = (pl.len().over("topic") + 1 - rank).cast(pl.Float64)
    if has_scores(firsts):
        single = pl.col("score").cast(pl.Float32)
        falls = (single < single.shift().over("topic")).fill_null(True)
        if firsts.select(falls.all()).item():
            score = pl.col("score")
    firsts.select(
        "topic",
        pl.lit("Q0").alias("q0"),
        "document",
        rank.alias("rank"),
        score.alias("score"),
        pl.lit(one_word(run.name)).alias("name"),
    ).write_csv(out, separator=" ", include_header=False, quote_style="never")
