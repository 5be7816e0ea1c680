"""INEX judgments of highlighted text.

One line for each judged document, columns parted by white space:

    topic Q0 document relevant_chars document_chars entry_point start:length start:length …

`relevant_chars` counts the highlighted characters, `entry_point` is where the assessor would begin
to read, and each passage is an offset from 0 with a length. A line with 0 relevant characters and no
passage is a document that was judged and found not relevant.

Refused: a malformed line, a negative number, a document judged twice for a topic. Accepted with a
note that names the line: a passage of length 0 (it marks nothing), passages that overlap (each
character counts once), passages past the document's end, and a `relevant_chars` that differs from
what the passages add up to (the passages are believed; the official program believes the column).
"""

from __future__ import annotations

import numpy as np
import polars as pl

from readpath.arrays import as_ints
from readpath.files.fields import checked_spans
from readpath.files.problems import LINE, remark, sound
from readpath.files.source import Source
from readpath.judgments.table import Judgments
from readpath.spans import Spans, on_line, overlapping

NAMES = ("topic", "_q0", "document", "stated", "length", "entry_point")
PASSAGE = r"^(\d{1,11}):(\d{1,11})$"


def recognise(line: str) -> bool:
    """Whether a first line looks like this format."""
    words = line.split()
    return len(words) >= len(NAMES) and words[4].isdigit() and all(":" in w for w in words[6:])


def read(source: Source) -> Judgments:
    """Judgments from an INEX file."""
    lines = source.lines()
    table = pl.DataFrame(
        {LINE: [n for n, _ in lines], "text": [t for _, t in lines]},
        schema={LINE: pl.UInt32, "text": pl.String},
    ).with_columns(pl.col("text").str.extract_all(r"[^ \t]+").alias("words"))
    table = sound(
        table,
        pl.col("words").list.len() < len(NAMES),
        "fewer than 6 columns (topic Q0 document relevant_chars document_chars entry_point "
        "start:length …): {text!r}",
        source,
    )
    table = table.with_columns(
        pl.col("words").list.get(i, null_on_oob=True).alias(n) for i, n in enumerate(NAMES)
    )
    for name in NAMES[3:]:
        table = _whole(table, name, source)
    passages = _passages(table, source)
    entry = pl.when((pl.col("stated") > 0) & (pl.col("entry_point") >= 0)).then("entry_point")
    return Judgments.of(
        table.select("topic", "document", "length", entry, "stated", LINE),
        passages,
        source,
        [*_size_notes(table, passages, source), *_passage_notes(passages, source)],
    )


def _whole(table: pl.DataFrame, name: str, source: Source) -> pl.DataFrame:
    number = pl.col(name).cast(pl.Int64, strict=False)
    smallest = -1 if name == "entry_point" else 0
    label = {"stated": "relevant_chars", "length": "document_chars"}.get(name, name)
    table = sound(
        table,
        number.is_null() | (number < smallest),
        f"{label} {{{name}!r}} is not a whole number from {smallest}",
        source,
    )
    return table.with_columns(number)


def _passages(table: pl.DataFrame, source: Source) -> pl.DataFrame:
    passages = table.select(
        "topic",
        "document",
        "length",
        LINE,
        pl.col("words").list.slice(len(NAMES)).alias("passage"),
    ).explode("passage", empty_as_null=False)
    numbers = [pl.col("passage").str.extract(PASSAGE, i).cast(pl.Int64) for i in (1, 2)]
    passages = passages.with_columns(numbers[0].alias("start"), numbers[1].alias("size"))
    passages = sound(
        passages,
        pl.col("size").is_null(),
        "passage {passage!r} is not start:length with two whole numbers from 0",
        source,
    )
    return checked_spans(
        passages.with_columns((pl.col("start") + pl.col("size")).alias("end")), source
    )


def _size_notes(table: pl.DataFrame, passages: pl.DataFrame, source: Source) -> list[str]:
    sums = passages.group_by(LINE).agg(pl.col("size").sum().alias("sum"))
    table = table.join(sums, on=LINE, how="left", maintain_order="left").with_columns(
        pl.col("sum").fill_null(0)
    )
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
