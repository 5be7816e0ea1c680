"""Paths: the text of each document in the order in which a reader meets it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from readpath.arrays import Bools, Ints, as_ints
from readpath.reading.models import ReadingModel
from readpath.reading.pieces import Pieces
from readpath.segments import Segments


class Paths(Segments):
    """Stretches of relevant and irrelevant text, document after document, in the order of reading.

    `length` and `relevant` tell what each stretch is; `start` where it stands in its document; and
    `first` whether it belongs to what the model reads first, and not to the rest. `highlighted` is
    the relevant text of each document, read or not. The effort of opening a place is irrelevant text
    that stands before it. Neighbours of one kind are one stretch, however results cut them.
    """

    def __init__(self, pieces: Pieces, highlighted: Ints, model: ReadingModel) -> None:
        order, first = model.sorted(pieces)
        owner, start, relevant = pieces.owner[order], pieces.start[order], pieces.relevant[order]
        length = pieces.length[order]
        follows = _like_before(owner) & _like_before(start, start + length)
        heads = np.flatnonzero(~(follows & _like_before(relevant) & _like_before(first)))
        opened = np.flatnonzero((first & ~follows)[heads]) if model.passage_cost else as_ints([])
        super().__init__(np.insert(owner[heads], opened, owner[heads][opened]), pieces.count)
        self.start = np.insert(start[heads], opened, start[heads][opened])
        self.length = np.insert(np.add.reduceat(length, heads), opened, model.passage_cost)
        self.relevant = np.insert(relevant[heads], opened, False)
        self.first = np.insert(first[heads], opened, True)
        self.highlighted = highlighted

    @cached_property
    def read(self) -> Ints:
        """Characters read before each stretch."""
        return as_ints(self.running_total(self.length) - self.length)

    @cached_property
    def found(self) -> Ints:
        """Relevant characters read before each stretch."""
        relevant = self.length * self.relevant
        return as_ints(self.running_total(relevant) - relevant)

    @cached_property
    def wasted(self) -> Ints:
        """Irrelevant characters read before each stretch."""
        return self.read - self.found


def _like_before(values: NDArray[Any], before: NDArray[Any] | None = None) -> Bools:
    """Where a value is the same as the one before it, or as what was `before` there."""
    same: Bools = values[1:] == (values if before is None else before)[:-1]
    return np.concatenate(([False], same))[: len(values)]
