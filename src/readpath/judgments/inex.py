"""INEX judgments of highlighted text.

One line for each judged document, columns parted by white space:

    topic Q0 document relevant_chars document_chars entry_point start:length start:length …

`relevant_chars` counts the highlighted characters, `entry_point` is where the assessor would begin
to read, and each passage is an offset from 0 with a length. A line with 0 relevant characters and no
passage is a document that was judged and found not relevant. An entry point is -1 where there is none.

Refused: a malformed line, a number that is negative or past any text's end, a document judged twice
for a topic. Accepted with a
note that names the line: a passage of length 0 (it marks nothing), passages that overlap (each
character counts once), passages past the document's end, and a `relevant_chars` that differs from
what the passages add up to (the passages are believed; the official program believes the column).
"""

from __future__ import annotations

import re

import numpy as np
import polars as pl

from readpath.arrays import as_ints
from readpath.files.columns import named_words, split_lines, words
from readpath.files.fields import checked_spans
from readpath.files.numbers import whole_numbers
from readpath.files.problems import LINE, remark, sound
from readpath.files.source import Source
from readpath.judgments.table import Judgments
from readpath.spans import Spans, on_line, overlapping

NAMES = ("topic", "_q0", "document", "stated", "length", "entry_point")
NUMBERS = {
    "stated": ("relevant_chars {stated!r}", 0),
    "length": ("document_chars {length!r}", 0),
    "entry_point": ("entry_point {entry_point!r}", -1),
}
"""How numbers are called in messages, and the smallest of each."""
PASSAGE = "^([0-9]+):([0-9]+)$"
PARTS = {"start": 1, "size": 2}


def recognise(line: str) -> bool:
    """Whether a first line looks like this format."""
    fields = words(line)
    known = len(fields) >= len(NAMES) and all(":" in passage for passage in fields[len(NAMES) :])
    return known and re.fullmatch("[0-9]+", fields[4]) is not None


def read(source: Source) -> Judgments:
    """Judgments from an INEX file."""
    table = sound(
        split_lines(source),
        pl.col("count") < len(NAMES),
        "fewer than 6 columns (topic Q0 document relevant_chars document_chars entry_point "
        "start:length …): {shown!r}",
        source,
    )
    table = named_words(table, NAMES)
    for name, (shown, lowest) in NUMBERS.items():
        table = whole_numbers(table, name, source, shown=shown, lowest=lowest)
    passages = _passages(table, source)
    marked = passages.group_by(LINE).agg(pl.col("size").sum().alias("sum"))
    table = table.join(marked, on=LINE, how="left", maintain_order="left")
    table = table.with_columns(pl.col("sum").fill_null(0))
    relevant = (pl.col("stated") > 0) | (pl.col("sum") > 0)
    entry = pl.when(relevant & (pl.col("entry_point") >= 0)).then("entry_point")
    return Judgments.of(
        table.select("topic", "document", "length", entry, "stated", LINE),
        passages,
        source,
        [*_size_notes(table, source), *_passage_notes(passages, source)],
    )


def _passages(table: pl.DataFrame, source: Source) -> pl.DataFrame:
    passages = table.select(
        "topic",
        "document",
        "length",
        LINE,
        pl.col("words").list.slice(len(NAMES)).alias("passage"),
    ).explode("passage", empty_as_null=False)
    numbers = {name: pl.col("passage").str.extract(PASSAGE, at) for name, at in PARTS.items()}
    passages = sound(
        passages.with_columns(**numbers),
        pl.col("size").is_null(),
        "passage {passage!r} is not start:length with two whole numbers from 0",
        source,
    )
    for name in PARTS:
        passages = whole_numbers(passages, name, source, shown="passage {passage!r}")
    return checked_spans(
        passages.with_columns((pl.col("start") + pl.col("size")).alias("end")), source
    )


def _size_notes(table: pl.DataFrame, source: Source) -> list[str]:
    return remark(
        table,
        pl.col("sum") != pl.col("stated"),
        "relevant_chars is {stated}, but the passages of document {document} hold {sum} "
        "characters; the passages count, except under official rules",
        source,
    )


def _passage_notes(passages: pl.DataFrame, source: Source) -> list[str]:
    line = as_ints(passages[LINE].to_numpy())
    late, _ = overlapping(on_line(line, Spans.of(passages)))
    shared = np.zeros(len(passages), dtype=bool)
    shared[late] = True
    odd = {
        "passage {passage} marks no character": pl.col("size") == 0,
        "passage {passage} overlaps another; shared characters count once": pl.lit(shared),
        "passage {passage} ends past the document's {length} characters": (
            pl.col("end") > pl.col("length")
        ),
    }
    return [note for text, which in odd.items() for note in remark(passages, which, text, source)]
