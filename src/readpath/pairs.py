"""Whole numbers for (topic, document) pairs: what the strings of a run are exchanged for, once.

Comparing millions of strings is what evaluation spends its time on. Here each pair becomes one hash;
hashes are joined, and every match is then confirmed on the strings themselves, so that the answer is
exact whatever the hash function does.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

import numpy as np
import polars as pl
from numpy.typing import NDArray

from readpath.arrays import Ints

Hashes = NDArray[np.uint64]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2^64 divided by the golden ratio: an odd number that spreads small ones over 64 bits."""


@dataclass(frozen=True)
class Pairs:
    """A topic's number and a document's name, side by side."""

    topics: Ints
    documents: pl.Series

    def __len__(self) -> int:
        return len(self.topics)

    def __getitem__(self, which: Ints | slice) -> Pairs:
        documents = self.documents
        return Pairs(
            self.topics[which],
            documents[which] if isinstance(which, slice) else documents.gather(which),
        )

    def hashes(self, seed: int) -> Hashes:
        """One number per pair; equal pairs have equal numbers."""
        topics = self.topics.astype(np.uint64)
        topics *= GOLDEN
        topics ^= self.documents.hash(seed=seed).to_numpy()
        return topics

    def equal(self, other: Pairs) -> NDArray[np.bool_]:
        """Where both hold the same pair."""
        same = (self.documents == other.documents).to_numpy()
        return np.asarray(same & (self.topics == other.topics))

    def distinct(self) -> bool:
        """Whether no pair occurs twice; a rare False may be a mere collision, a True is certain."""
        hashes = np.sort(self.hashes(0))
        return not (hashes[1:] == hashes[:-1]).any()

    def numbered(self) -> tuple[Ints, Ints]:
        """Each pair's number in order of first appearance, and where each number first appears."""
        for seed in count():
            table = pl.DataFrame({"hash": self.hashes(seed)})
            firsts = table.with_row_index("at").unique("hash", keep="first", maintain_order=True)
            numbers = table.join(
                firsts.select("hash").with_row_index("number"),
                on="hash",
                how="left",
                maintain_order="left",
            )
            number = numbers["number"].to_numpy().astype(np.int64)
            first = firsts["at"].to_numpy().astype(np.int64)
            if self.equal(self[first[number]]).all():
                break
        return number, first


class PairIndex:
    """Distinct pairs that others are looked up in."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs
        self.seed = next(
            seed for seed in count() if pl.Series(pairs.hashes(seed)).n_unique() == len(pairs)
        )
        self._table = pl.DataFrame({"hash": pairs.hashes(self.seed)}).with_row_index("found")

    def find(self, wanted: Pairs) -> tuple[Ints, Ints]:
        """Which of the wanted are in the index, ascending, and the place of each in it."""
        table = pl.DataFrame({"hash": wanted.hashes(self.seed)}).with_row_index("at")
        matches = table.join(self._table, on="hash", how="inner").sort("at")
        at = matches["at"].to_numpy().astype(np.int64)
        found = matches["found"].to_numpy().astype(np.int64)
        true = wanted[at].equal(self.pairs[found])
        return at[true], found[true]
