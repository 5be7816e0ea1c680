"""Half-open spans on one number line: the only place where starts and ends are compared.

Every (topic, document) pair has its own stretch of one integer line, so that a whole run is a pair
of arrays and all span work is sorting, `searchsorted` and prefix sums. The cost depends on the
number of spans, never on the length of the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from readpath.arrays import Bools, Ints, as_ints

STRETCH = 2**36
"""Room for each document on the line: no text is longer than 68 billion characters."""

NOWHERE = -1
"""Stands for the span that a point lies in, where it lies in none."""


@dataclass(frozen=True)
class Spans:
    """Half-open spans `[start, end)`, as two arrays."""

    starts: Ints
    ends: Ints

    @classmethod
    def of(cls, table: pl.DataFrame) -> Spans:
        """The columns `start` and `end` of a table."""
        return cls(as_ints(table["start"].to_numpy()), as_ints(table["end"].to_numpy()))

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, which: Ints | Bools) -> Spans:
        return Spans(self.starts[which], self.ends[which])

    @cached_property
    def lengths(self) -> Ints:
        """Characters in each span."""
        return self.ends - self.starts

    def moved(self, by: Ints) -> Spans:
        """Each span shifted by its own distance."""
        return Spans(self.starts + by, self.ends + by)

    def past(self, points: Ints) -> Bools:
        """Which spans end after a point of their own."""
        return self.ends > points

    def first(self, lengths: Ints) -> Spans:
        """Each span cut after its first `lengths` characters."""
        return Spans(self.starts, np.minimum(self.ends, self.starts + np.maximum(lengths, 0)))


def on_line(groups: Ints, spans: Spans) -> Spans:
    """Spans given in characters of their documents, as places on the one number line.

    Each group (a document as judged for a topic) has its own stretch of it, with room to spare, so
    that spans of two documents never touch.
    """
    return spans.moved(groups * STRETCH)


def groups_of(spans: Spans) -> Ints:
    """The group whose stretch of the line each span lies on."""
    return spans.starts // STRETCH


def off_line(spans: Spans) -> tuple[Ints, Spans]:
    """The way back: the group of each span, and the span in characters of its document."""
    groups = groups_of(spans)
    return groups, spans.moved(-groups * STRETCH)


class Coverage:
    """Disjoint spans that can be asked how much of any stretch they cover."""

    def __init__(self, spans: Spans) -> None:
        self.spans = union(spans)
        self._total = np.concatenate(([0], np.cumsum(self.spans.lengths)))

    def before(self, points: Ints) -> Ints:
        """How many covered characters lie before each point."""
        at = np.searchsorted(self.spans.starts, points)
        last = np.maximum(at - 1, 0)
        if not len(self.spans):
            return np.zeros(len(points), dtype=np.int64)
        past_end = np.maximum(self.spans.ends[last] - points, 0)
        return self._total[at] - np.where(at > 0, past_end, 0)

    def inside(self, spans: Spans) -> Ints:
        """How many characters of each span are covered."""
        return self.before(spans.ends) - self.before(spans.starts)

    @property
    def borders(self) -> Ints:
        """Where the spans begin and end, ascending."""
        return np.stack((self.spans.starts, self.spans.ends), axis=1).ravel()


def distinct(points: Ints) -> Ints:
    """Points in ascending order, each once."""
    points = np.sort(points)
    return points[np.diff(points, prepend=points[:1] - 1) > 0]


def union(spans: Spans) -> Spans:
    """The same characters as disjoint spans in ascending order; touching ones become one."""
    spans = spans[spans.lengths > 0]
    if not len(spans):
        return spans
    spans = spans[np.argsort(spans.starts, kind="stable")]
    reach = np.maximum.accumulate(spans.ends)
    opens = np.flatnonzero(np.concatenate(([True], spans.starts[1:] > reach[:-1])))
    return Spans(spans.starts[opens], np.maximum.reduceat(spans.ends, opens))


def holder(spans: Spans, points: Ints) -> Ints:
    """Which of disjoint spans, ascending, each point lies in; NOWHERE if in none."""
    ends = np.concatenate((spans.ends, [points.min(initial=0)]))
    last = np.searchsorted(spans.starts, points, side="right") - 1
    return np.where(ends[last] > points, last, NOWHERE)


def reach(groups: Ints, spans: Spans, count: int) -> Ints:
    """For each group, where the last of its spans ends; 0 without one."""
    ends = np.zeros(count, dtype=np.int64)
    np.maximum.at(ends, groups, spans.ends)
    return ends


def cut(spans: Spans, borders: Ints) -> tuple[Spans, Ints]:
    """Spans cut at the borders inside them, ascending: the pieces, and the span of each."""
    first = np.searchsorted(borders, spans.starts, side="right")
    inside = np.maximum(np.searchsorted(borders, spans.ends) - first, 0)
    owner = np.repeat(np.arange(len(spans)), inside + 1)
    step = np.arange(len(owner)) - np.repeat(np.cumsum(inside + 1) - inside - 1, inside + 1)
    border = np.concatenate(([0], borders, [0]))[first[owner] + step + np.array([[0], [1]])]
    starts = np.where(step == 0, spans.starts[owner], border[0])
    ends = np.where(step == inside[owner], spans.ends[owner], border[1])
    return Spans(starts, ends), owner


def overlapping(spans: Spans) -> tuple[Ints, Ints]:
    """Spans that share text with another that starts no later: (which, with which)."""
    order = np.flatnonzero(spans.lengths > 0)
    order = order[np.lexsort((order, spans.starts[order]))]
    inner = spans[order]
    reach = np.maximum.accumulate(inner.ends)
    late = np.flatnonzero(inner.starts[1:] < reach[:-1]) + 1
    widest = np.maximum.accumulate(np.where(inner.ends >= reach, np.arange(len(inner)), 0))
    return order[late], order[widest[late - 1]]


def first_readings(spans: Spans) -> tuple[Spans, Ints]:
    """Who is first to show each character: disjoint fragments, ascending, and the span of each.

    Spans are given in the order in which they are read; a character belongs to the first of them
    that covers it.
    """
    order = np.flatnonzero(spans.lengths > 0)
    order = order[np.argsort(spans.starts[order])]
    inner = spans[order]
    if (inner.starts[1:] >= inner.ends[:-1]).all():
        return inner, order
    borders = distinct(np.concatenate((inner.starts, inner.ends)))
    owner = _smallest_over_ranges(
        np.searchsorted(borders, inner.starts),
        np.searchsorted(borders, inner.ends),
        order,
        cells=len(borders) - 1,
        none=len(spans),
    )
    changes = np.flatnonzero(np.diff(owner, prepend=-1, append=-1))
    owner = owner[changes[:-1]]
    read = owner < len(spans)
    return Spans(borders[changes[:-1]], borders[changes[1:]])[read], owner[read]


def _smallest_over_ranges(low: Ints, high: Ints, value: Ints, cells: int, none: int) -> Ints:
    """For each cell, the smallest value of a range `[low, high)` over it; `none` where there is none.

    A segment tree, filled and read level by level: each range is noted at the O(log n) nodes that
    make it up, then every node hands its smallest value down to the cells below it.
    """
    width = 1 << max(cells - 1, 0).bit_length()
    tree = np.full(2 * width, none, dtype=np.int64)
    low, high = low + width, high + width
    while len(low):
        left, right = (low & 1) == 1, (high & 1) == 1
        np.minimum.at(tree, low[left], value[left])
        np.minimum.at(tree, high[right] - 1, value[right])
        low, high = (low + 1) >> 1, high >> 1
        open_ = low < high
        low, high, value = low[open_], high[open_], value[open_]
    level = 1
    while level < width:
        children = tree[2 * level : 4 * level].reshape(-1, 2)
        np.minimum(children, tree[level : 2 * level, None], out=children)
        level *= 2
    return tree[width : width + cells]


def leads_to(points: Ints, spans: Spans, within: float) -> Ints:
    """The span that each point leads to, reading on from it; NOWHERE if to none.

    Spans are disjoint and ascending; points take their turns in the order given. A point leads to
    the first span that lies around it or less than `within` further on and that no earlier point
    led to. All points ask at once for the first span ahead; a span keeps the earliest who asks, and
    who is turned away asks for the next span, until nobody does.
    """
    wanted = np.searchsorted(spans.ends, points, side="right")
    starts = np.concatenate((spans.starts, [np.iinfo(np.int64).max]))
    nobody = len(points)
    keeper = np.full(len(spans), nobody)
    asking = np.arange(nobody)
    while len(asking):
        here, ahead = points[asking], starts[wanted[asking]]
        asking = asking[(ahead - here < within) & (ahead // STRETCH == here // STRETCH)]
        before = keeper.copy()
        np.minimum.at(keeper, wanted[asking], asking)
        replaced = before[(before != keeper) & (before != nobody)]
        refused = asking[keeper[wanted[asking]] != asking]
        asking = np.concatenate((refused, replaced))
        wanted[asking] += 1
    kept = np.flatnonzero(keeper != nobody)
    found = np.full(nobody, NOWHERE)
    found[keeper[kept]] = kept
    return found
