"""Chance that can be repeated: the same seed draws the same topics, signs and orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from readpath.arrays import Bools, Floats

BLOCK = 4_000_000
"""Resampled values are computed so many at a time, which keeps memory low."""


@dataclass(frozen=True, eq=False)
class Draws:
    """`count` draws from a seed; those for n topics do not depend on what was drawn before."""

    seed: int = 0
    count: int = 1_000
    _kept: dict[tuple[str, int], Floats] = field(default_factory=dict, repr=False)

    def topics(self, n: int) -> Floats:
        """Bootstrap samples of n topics: how often each is drawn, over n, in a row for each sample."""
        return self._once("topics", n, self._topics)

    def signs(self, n: int) -> Floats:
        """Signs of n differences: every combination where that is no more than `count`, else random."""
        return self._once("signs", n, self._signs)

    def all_signs(self, n: int) -> bool:
        """Whether `signs` are all that there are."""
        return n < 60 and 2**n <= self.count

    def halves(self, n: int) -> Iterator[Bools]:
        """Random halves of n topics."""
        random = self._random("halves", n)
        for _ in range(self.count):
            half = np.zeros(n, dtype=bool)
            half[random.permutation(n)[: n // 2]] = True
            yield half

    def shuffled(self, values: Floats) -> Iterator[Floats]:
        """The values of each row in random order."""
        random = self._random("shuffled", len(values))
        for _ in range(self.count):
            yield random.permuted(values, axis=1)

    def _topics(self, n: int) -> Floats:
        return np.asarray(
            self._random("topics", n).multinomial(n, np.full(n, 1 / n), self.count) / n
        )

    def _signs(self, n: int) -> Floats:
        if self.all_signs(n):
            bits = np.arange(2**n)[:, None] >> np.arange(n) & 1
        else:
            bits = self._random("signs", n).integers(0, 2, (self.count, n))
        return np.asarray(1.0 - 2.0 * bits, dtype=float)

    def _random(self, purpose: str, n: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, n, *purpose.encode()])

    def _once(self, purpose: str, n: int, draw: Callable[[int], Floats]) -> Floats:
        key = (purpose, n)
        if key not in self._kept:
            self._kept[key] = draw(n)
        return self._kept[key]


def in_blocks(work: Callable[[Floats], Floats], columns: Floats, draws: int) -> Floats:
    """Work on a few columns at a time, each of which needs `draws` numbers in between."""
    width = max(BLOCK // draws, 1)
    starts = range(0, columns.shape[1], width)
    return np.concatenate([work(columns[:, at : at + width]) for at in starts], axis=-1)
