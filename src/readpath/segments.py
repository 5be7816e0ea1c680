"""Many lists laid end to end, so that one expression runs over all topics at once.

A measure is written as if for one topic: `docs.sum(gain) / docs.relevant_total`. `Segments` gives
such expressions their meaning for thousands of topics: every operation works within each list and
never looks across a border, so a topic's value does not depend on which others are evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from readpath.arrays import Bools, Floats, Ints, as_ints


class Segments:
    """`count` lists end to end; `owner[i]` is the list of item i, ascending."""

    def __init__(self, owner: Ints, count: int) -> None:
        self.owner, self.count = owner, count

    @cached_property
    def sizes(self) -> Ints:
        """The number of items of each list."""
        return np.bincount(self.owner, minlength=self.count)

    @cached_property
    def starts(self) -> Ints:
        """Where each list begins."""
        return np.cumsum(self.sizes) - self.sizes

    @cached_property
    def rank(self) -> Ints:
        """The place of each item in its list, from 1."""
        return np.arange(1, len(self.owner) + 1) - self.starts[self.owner]

    def keep(self, mask: Bools) -> Segments:
        """The same lists with only the items under the mask."""
        return Segments(self.owner[mask], self.count)

    def spread(self, per_list: NDArray[Any]) -> NDArray[Any]:
        """A value of each list, repeated for each of its items."""
        return per_list[self.owner]

    def sum(self, values: NDArray[Any]) -> Floats:
        """The total of each list, added up in list order; 0 for an empty one."""
        return np.bincount(self.owner, weights=values, minlength=self.count).astype(float)

    def max(self, values: NDArray[Any]) -> Floats:
        """The largest value of each list; 0 for an empty one."""
        best = np.zeros(self.count)
        filled = self.sizes > 0
        if filled.any():
            best[filled] = np.maximum.reduceat(values, self.starts[filled])
        return best

    def running_total(self, values: NDArray[Any]) -> NDArray[Any]:
        """At each item, the total of its list so far.

        Whole numbers are summed across borders and the border's total is taken away, which is
        exact. Fractions would lose digits that way: there each list is summed on its own, lists of
        like size side by side as the rows of one block.
        """
        if values.dtype.kind in "biu":
            total: Ints = np.cumsum(values, dtype=np.int64)
            before = np.concatenate(([0], total))[self.starts]
            return as_ints(total - self.spread(before))
        return self._each(values, lambda block: np.cumsum(block, axis=1))

    def best_to_come(self, values: Floats) -> Floats:
        """At each item, the largest value of its list from here on; values are not negative."""
        return self._each(values, lambda b: np.maximum.accumulate(b[:, ::-1], axis=1)[:, ::-1])

    def before(self, values: NDArray[Any], first: int) -> NDArray[Any]:
        """At each item, the value of the one before it; `first` where a list begins."""
        return np.where(self.rank == 1, first, np.roll(values, 1))

    def _each(self, values: Floats, work: Callable[[Floats], Floats]) -> Floats:
        """Work done on each list alone: lists of like size are the rows of a block, padded with 0."""
        result = np.empty(len(values))
        for lists in self._of_like_size:
            width = np.arange(self.sizes[lists].max())
            inside = width < self.sizes[lists, None]
            places = (self.starts[lists, None] + width)[inside]
            block = np.zeros(inside.shape)
            block[inside] = values[places]
            result[places] = work(block)[inside]
        return result

    @cached_property
    def _of_like_size(self) -> list[Ints]:
        """Non-empty lists grouped by the power of two below their size: blocks at most half empty."""
        magnitude = np.frexp(self.sizes.astype(float))[1]
        return [np.flatnonzero(magnitude == m) for m in np.unique(magnitude[self.sizes > 0])]
