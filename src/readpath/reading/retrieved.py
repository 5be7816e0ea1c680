"""The results of a run that are looked at, and which of them belong to the same document."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import polars as pl

from readpath.arrays import Bools, Ints, as_ints
from readpath.pairs import Pairs
from readpath.runs import Run
from readpath.segments import Segments
from readpath.spans import Spans, on_line

EVERY = slice(None)
"""Stands for "all of them", where listing millions of places would cost time and memory."""


class Retrieved:
    """Results of some topics of a run, in rank order, topic after topic.

    `owner` says which topic each result belongs to. A document's results may stand together, as a
    block, or come back later; `firsts` are the results that name a document first, and
    `document_of` numbers the documents in that order.
    """

    def __init__(self, run: Run, which: Bools | None = None) -> None:
        self.run = run
        known = np.ones(len(run.topics), dtype=bool) if which is None else which
        self.rows = EVERY if known.all() else np.flatnonzero(np.repeat(known, run.sizes))
        self.owner = np.repeat(np.arange(known.sum()), run.sizes[known])
        self.topics = [topic for topic, is_known in zip(run.topics, known, strict=True) if is_known]

    def column(self, name: str) -> pl.Series:
        """A column of the run, for these results only."""
        column = self.run.table[name]
        return column.gather(self.rows) if isinstance(self.rows, np.ndarray) else column

    def whole(self, name: str) -> Ints:
        """A column of whole numbers."""
        return as_ints(self.column(name).to_numpy())

    @cached_property
    def documents(self) -> pl.Series:
        """The document of each result."""
        return self.column("document")

    @cached_property
    def rank(self) -> Ints:
        """The rank of each result in its topic, from 1."""
        return Segments(self.owner, len(self.topics)).rank

    def place(self, item: int) -> str:
        """Where a result stands in its file."""
        return self.run.place(int(self.rows[item]) if isinstance(self.rows, np.ndarray) else item)

    @cached_property
    def blocks(self) -> Ints | slice:
        """Results that begin a block of neighbours in one document."""
        if not self.run.has_spans:
            return EVERY
        changed: Bools = (self.documents != self.documents.shift()).fill_null(True).to_numpy()
        return np.flatnonzero(changed | (np.diff(self.owner, prepend=-1) != 0))

    @cached_property
    def _numbered(self) -> tuple[Ints, Ints] | None:
        """The document of each block, and the block that each document appears in first.

        None if all are different, as they should be in a ranking of documents.
        """
        pairs = Pairs(self.owner, self.documents)[self.blocks]
        return None if pairs.distinct() else pairs.numbered()

    @cached_property
    def firsts(self) -> Ints | slice:
        """For each document, the first result that names it."""
        if self._numbered is None:
            return self.blocks
        return np.arange(len(self.owner))[self.blocks][self._numbered[1]]

    @cached_property
    def document_of(self) -> Ints:
        """The number of each result's document, counted in order of first appearance."""
        results = np.arange(len(self.owner))
        sizes = np.diff(results[self.blocks], append=len(results))
        number = np.arange(len(sizes)) if self._numbered is None else self._numbered[0]
        return np.repeat(number, sizes)

    @cached_property
    def repeats(self) -> Bools:
        """Results in a document that an earlier result has named."""
        repeats = np.ones(len(self.owner), dtype=bool)
        repeats[self.firsts] = False
        return repeats

    @cached_property
    def returns(self) -> Bools:
        """Results in a block that comes back to a document after others."""
        blocks = np.arange(len(self.owner))[self.blocks]
        return np.repeat(self.repeats[blocks], np.diff(blocks, append=len(self.owner)))

    @cached_property
    def spans(self) -> Spans:
        """The text of each result on the number line, each document on its own stretch."""
        return on_line(self.document_of, Spans(self.whole("start"), self.whole("end")))
