"""The text of returned documents in pieces: what is relevant, and which result shows it."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from readpath.arrays import Bools, Ints
from readpath.segments import Segments
from readpath.spans import NOWHERE, Coverage, Spans, cut, distinct, holder, off_line


class Pieces(Segments):
    """Documents cut wherever a highlight, a result or an entry point begins or ends.

    `wholes` are the documents and `entries` where the run sends its reader into them, on the number
    line; `shown` has the fragments that results show first, and the result of each. Pieces stand in
    the order of the text and are together the whole of it; `result` is NOWHERE where none shows it,
    and what stands `above_entry` lies before the document's entry point.
    """

    def __init__(
        self, wholes: Spans, entries: Ints, highlights: Coverage, shown: tuple[Spans, Ints]
    ) -> None:
        fragments, result = shown
        borders = (highlights.borders, fragments.starts, fragments.ends, entries)
        filled = np.flatnonzero(wholes.lengths > 0)
        pieces, document = cut(wholes[filled], distinct(np.concatenate(borders)))
        super().__init__(filled[document], len(wholes))
        fragment = holder(fragments, pieces.starts)
        self.start = off_line(pieces)[1].starts
        self.length = pieces.lengths
        self.relevant: Bools = holder(highlights.spans, pieces.starts) != NOWHERE
        self.shown: Bools = fragment != NOWHERE
        self.result = np.concatenate((result, [NOWHERE]))[fragment]
        self.above_entry: Bools = pieces.starts < self.spread(entries)

    @cached_property
    def all(self) -> Bools:
        """Every piece."""
        return np.ones(len(self.owner), dtype=bool)
