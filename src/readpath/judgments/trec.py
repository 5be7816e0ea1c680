"""TREC judgments of whole documents, graded.

One line for each judged document, columns parted by white space:

    topic iteration document grade

A grade of 1 or more is relevant; 0 or less is judged and not relevant.

Refused: a malformed line, a grade that is not a whole number, a document judged twice for a topic.
"""

from __future__ import annotations

import polars as pl

from readpath.files.columns import read_columns, words
from readpath.files.source import Source
from readpath.judgments.table import Judgments

COLUMNS: dict[str, pl.DataType] = {
    "topic": pl.String(),
    "_iteration": pl.String(),
    "document": pl.String(),
    "grade": pl.Int64(),
}


def recognise(line: str) -> bool:
    """Whether a first line looks like this format."""
    return len(words(line)) == len(COLUMNS)


def read(source: Source) -> Judgments:
    """Judgments from a TREC file."""
    return Judgments.of(read_columns(source, COLUMNS, {}), None, source)
