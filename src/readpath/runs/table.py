"""Run: what a system returned, in the order in which it would be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np
import polars as pl
from numpy.typing import NDArray

from readpath.arrays import Ints, as_ints
from readpath.errors import InputError, one_of
from readpath.files.problems import LINE, line_of, sound, with_lines
from readpath.files.source import IN_MEMORY, Source
from readpath.spans import Spans

Order = Literal["file", "score", "rank"]
ABSENT = -1
"""The start of a result that points at an element that does not exist (`X` in INEX runs)."""


@dataclass(frozen=True, eq=False)
class Run:
    """The results of one system for some topics.

    `table` has one row per result, topic after topic and best result first: `document`, then `start,
    end` unless whole documents were returned, and `score` if there was one. `topics` are in the order
    of the file, and `sizes` tells how many rows belong to each. `format` is where the run came from;
    `notes` tells what was odd but accepted. `skipped` counts the file's rows before those in the table.
    `results` shows everything as one table.
    """

    name: str
    topics: list[str]
    sizes: Ints
    table: pl.DataFrame
    format: str = "records"
    source: str = ""
    notes: tuple[str, ...] = ()
    skipped: int = 0

    @classmethod
    def of(
        cls,
        table: pl.DataFrame,
        *,
        name: str,
        format: str,
        source: Source = IN_MEMORY,
        order: Order = "file",
        notes: Iterable[str] = (),
    ) -> Run:
        """A run from rows in the order of a file, which are put into the order of reading."""
        one_of(get_args(Order), order, "order")
        table = _rankable(table, order, source)
        topics, codes, blocks = _topic_blocks(table["topic"])
        split = len(codes) > len(topics)
        if split:
            notes = [*notes, *_split_notes(table, topics, codes, blocks, source.name)]
            table = with_lines(table)[np.argsort(np.repeat(codes, blocks), kind="stable")]
        sizes = as_ints(np.bincount(codes, weights=blocks))
        rows = _in_order(table, sizes, order)
        if rows is not None:
            table = with_lines(table)[rows]
        return cls(
            name=name,
            topics=topics,
            sizes=sizes,
            table=table.drop("topic", "rank", strict=False),
            format=format,
            source=source.name,
            notes=tuple(notes),
        )

    @property
    def has_spans(self) -> bool:
        """Whether results are stretches of text; otherwise they are whole documents."""
        return "start" in self.table.columns

    @property
    def spans(self) -> Spans:
        """The stretch of text of each result, in characters of its document."""
        return Spans.of(self.table)

    @cached_property
    def results(self) -> pl.DataFrame:
        """All results as one table: `topic, document, rank`, and what else is known of each."""
        starts = np.cumsum(self.sizes) - self.sizes
        rank = np.arange(1, len(self.table) + 1) - np.repeat(starts, self.sizes)
        topic = pl.Series(self.topics).gather(np.repeat(np.arange(len(self.topics)), self.sizes))
        names = [name for name in self.table.columns if name not in ("document", LINE)]
        return self.table.select(
            topic.alias("topic"), "document", pl.Series("rank", rank, dtype=pl.UInt32), *names
        )

    def parts(self, rows: int) -> Iterator[Run]:
        """The same run in pieces of whole topics, each of about so many results."""
        ends = np.cumsum(self.sizes)
        piece = (ends - 1) // rows
        for number in np.unique(piece):
            topics = np.flatnonzero(piece == number)
            first, last = int(topics[0]), int(topics[-1]) + 1
            start = int(ends[first] - self.sizes[first])
            yield replace(
                self,
                topics=self.topics[first:last],
                sizes=self.sizes[first:last],
                table=self.table[start : int(ends[last - 1])],
                notes=() if start else self.notes,
                skipped=self.skipped + start,
            )

    def renamed(self, name: str) -> Run:
        """The same run under another name."""
        return replace(self, name=name)

    def with_table(self, table: pl.DataFrame) -> Run:
        """The same results with other columns."""
        return replace(self, table=table)

    def only(self, topics: Iterable[str]) -> Run:
        """The same run for some of its topics."""
        wanted = set(topics)
        kept = np.array([topic in wanted for topic in self.topics], dtype=bool)
        table = with_lines(self.table).filter(pl.Series(np.repeat(kept, self.sizes)))
        names = [topic for topic in self.topics if topic in wanted]
        return replace(self, topics=names, sizes=self.sizes[kept], table=table)

    def as_documents(self) -> Run:
        """The same ranking as whole documents, each at the place of its first result."""
        topics = pl.Series("topic", np.repeat(np.arange(len(self.topics)), self.sizes))
        kept = with_lines(self.table).select("document", LINE).with_columns(topics)
        kept = kept.unique(["topic", "document"], keep="first", maintain_order=True)
        sizes = as_ints(np.bincount(kept["topic"], minlength=len(self.topics)))
        table = kept.drop("topic")
        return replace(self, name=f"{self.name} as documents", sizes=sizes, table=table, notes=())

    def place(self, row: int) -> str:
        """Where a result stands in its file, for messages."""
        line = line_of(self.table, row) if LINE in self.table.columns else self.skipped + row + 1
        return f"{self.source or self.name}:{line}"

    def __repr__(self) -> str:
        return f"<Run {self.name}: {len(self.table):,} results, {len(self.topics)} topics>"


def _rankable(table: pl.DataFrame, order: Order, source: Source) -> pl.DataFrame:
    """The table, if it has results and all have what ranks them."""
    if order not in ("file", *table.columns):
        raise InputError(f"has no {order} to order the results by", source=source.name)
    if order != "file":
        table = sound(table, pl.col(order).is_null(), f"the {order} is missing", source)
    if table.is_empty():
        raise InputError(
            "holds no results" + " that can be used" * bool(source.problems), source=source.name
        )
    return table


def _topic_blocks(column: pl.Series) -> tuple[list[str], Ints, Ints]:
    """Topics as they appear; for each block of rows of one topic, which it is and how long."""
    physical = column.cast(pl.Categorical).to_physical().to_numpy()
    opens = np.concatenate(([0], np.flatnonzero(physical[1:] != physical[:-1]) + 1))
    _, first, which = np.unique(physical[opens], return_index=True, return_inverse=True)
    appearance = np.argsort(first)
    number = np.empty(len(first), dtype=np.int64)
    number[appearance] = np.arange(len(first))
    topics = column.gather(opens[first[appearance]]).cast(pl.String).to_list()
    return topics, number[which], np.diff(opens, append=len(physical))


def _split_notes(
    table: pl.DataFrame, topics: list[str], codes: Ints, blocks: Ints, source: str
) -> list[str]:
    """A note for each topic whose results do not stand together in the file."""
    starts = np.cumsum(blocks) - blocks
    order = np.argsort(codes, kind="stable")
    second = np.flatnonzero(np.diff(codes[order], prepend=-1) == 0)
    _, which = np.unique(codes[order[second]], return_index=True)
    return [
        f"{source}:{line_of(table, int(starts[block]))}: topic {topics[codes[block]]} comes again "
        "after other topics; its results are read on from where they stopped"
        for block in np.sort(order[second[which]])
    ]


def _in_order(table: pl.DataFrame, sizes: Ints, order: Order) -> Ints | None:
    """The rows in reading order, or None where they stand in it already."""
    if order == "file":
        return None
    if order == "rank":
        return _sorted_within(sizes, table["rank"].to_numpy())
    return _by_score(table, sizes)


def _sorted_within(sizes: Ints, keys: NDArray[Any]) -> Ints:
    """The rows of each topic by ascending key."""
    return as_ints(np.lexsort((keys, np.repeat(np.arange(len(sizes)), sizes))))


def _by_score(table: pl.DataFrame, sizes: Ints) -> Ints | None:
    """Descending score as trec_eval has it: in single precision, ties by descending document name.

    Names are compared only where scores are equal, since that is slow and ties are few.
    """
    with np.errstate(over="ignore"):
        score = table["score"].to_numpy().astype(np.float32)
    border = np.cumsum(sizes)[:-1] - 1
    rises = score[1:] > score[:-1]
    rises[border] = False
    rows = None
    if rises.any():
        rows = _sorted_within(sizes, -score)
        score = score[rows]
    equal = score[1:] == score[:-1]
    equal[border] = False
    later = np.flatnonzero(equal) + 1
    member = np.union1d(later - 1, later)
    group = np.cumsum(~np.isin(member, later, assume_unique=True))
    tied = member if rows is None else rows[member]
    moved = _ties_by_name(table[tied].with_columns(_group=group, _row=tied))
    if (moved == tied).all():
        return rows
    rows = np.arange(len(score)) if rows is None else rows
    rows[member] = moved
    return rows


def _ties_by_name(tied: pl.DataFrame) -> Ints:
    """Rows of equal score: descending name, as trec_eval has it, then ascending start."""
    keys = ["_group", "document", *(["start"] if "start" in tied.columns else [])]
    falling = [key == "document" for key in keys]
    ordered = tied.sort(keys, descending=falling, maintain_order=True)
    return as_ints(ordered["_row"].to_numpy())
