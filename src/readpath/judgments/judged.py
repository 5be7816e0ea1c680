"""Judgments as arrays: one item per judged document, topics side by side."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import polars as pl

from readpath.arrays import Bools, Floats, Ints, as_ints
from readpath.pairs import PairIndex, Pairs
from readpath.segments import Segments
from readpath.spans import Coverage, Spans, on_line, reach

UNKNOWN = -1
"""Stands for a length or an entry point that was not given."""


class Judged(Segments):
    """The judged documents of all topics, in the order of the judgments.

    A document is relevant if text in it was highlighted; where no text was highlighted at all,
    because whole documents were judged, if its grade is 1 or more.
    """

    def __init__(
        self, documents: pl.DataFrame, highlights: pl.DataFrame, highlighted: bool
    ) -> None:
        topics = documents["topic"]
        self.topics: list[str] = topics.unique(maintain_order=True).to_list()
        self.topic_numbers = {topic: number for number, topic in enumerate(self.topics)}
        owner = topics.replace_strict(self.topic_numbers, return_dtype=pl.Int64)
        super().__init__(as_ints(owner.to_numpy()), len(self.topics))
        self.highlighted = highlighted
        self.documents = documents["document"]
        self.length = _whole(documents["length"])
        self.entry_point = _whole(documents["entry_point"])
        self.grade = _whole(documents["grade"])
        self.characters = _whole(documents["relevant"])
        # Fewer than the passages hold cannot be meant: scores would pass 1.
        self.stated = np.maximum(_whole(documents["stated"]), self.characters)
        self._highlights = highlights

    @cached_property
    def index(self) -> PairIndex:
        """Where results find the judged document that they belong to."""
        return PairIndex(Pairs(self.owner, self.documents))

    @cached_property
    def relevant(self) -> Bools:
        """Which judged documents are relevant."""
        return self.characters > 0 if self.highlighted else self.grade > 0

    @cached_property
    def nonrelevant(self) -> Bools:
        """Which were judged and found not relevant; a grade below 0 is no judgment (trec_eval)."""
        return ~self.relevant & (self.grade >= 0)

    @cached_property
    def _marked(self) -> tuple[Ints, Spans]:
        """The judged document of each highlight, and the highlight."""
        marks = self._highlights
        topics = as_ints(
            marks["topic"].replace_strict(self.topic_numbers, return_dtype=pl.Int64).to_numpy()
        )
        _, group = self.index.find(Pairs(topics, marks["document"]))
        return group, Spans.of(marks)

    @cached_property
    def coverage(self) -> Coverage:
        """All highlighted text on the number line, each judged document on its own stretch."""
        return Coverage(on_line(*self._marked))

    @cached_property
    def reach(self) -> Ints:
        """How far each document goes at least: to its end if that is known, to its last highlight."""
        return np.maximum(self.length, reach(*self._marked, len(self.owner)))

    @cached_property
    def relevant_documents(self) -> Floats:
        """Per topic, the number of relevant documents."""
        return self.sum(self.relevant)

    @cached_property
    def nonrelevant_documents(self) -> Floats:
        """Per topic, the number of documents judged and found not relevant."""
        return self.sum(self.nonrelevant)


def _whole(column: pl.Series) -> Ints:
    return as_ints(column.fill_null(UNKNOWN).to_numpy())
