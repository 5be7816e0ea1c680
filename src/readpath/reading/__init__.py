"""Run × judgments: what a reader of this run meets, and how much of it is relevant.

The join is made once. `Reading.results` has the results one by one, `Reading.documents` has them by
document; measures fold one or the other and never look at runs or judgments again.
"""

from __future__ import annotations

from functools import cache, cached_property

import numpy as np

from readpath.chunking import EvidenceChunks
from readpath.judgments import Judgments
from readpath.plain import counted
from readpath.reading.documents import Documents
from readpath.reading.join import Join
from readpath.reading.models import ReadingModel, reading_order
from readpath.reading.paths import Paths
from readpath.reading.pieces import Pieces
from readpath.reading.policy import Policy
from readpath.reading.results import Results
from readpath.runs import Run

__all__ = [
    "NO_TEXT",
    "Documents",
    "Paths",
    "Pieces",
    "Policy",
    "Reading",
    "ReadingModel",
    "Results",
    "reading_order",
]


NO_TEXT = (
    "its results show no text, so that documents are read from their start; places to begin at are "
    "read with --reading entry (reading='entry')"
)


class Reading:
    """One run as its reader meets it."""

    def __init__(
        self,
        run: Run,
        judgments: Judgments,
        policy: Policy | None = None,
        chunks: EvidenceChunks | None = None,
    ) -> None:
        join = self.join = Join(run, judgments, policy or Policy())
        # Shared without a way back to this object: what is read is freed as soon as it is scored.
        self._results = cache(lambda: Results(join, chunks))

    @property
    def results(self) -> Results:
        """What was returned, result by result, in rank order."""
        return self._results()

    @cached_property
    def documents(self) -> Documents:
        """What was returned, document by document, in order of first appearance."""
        return Documents(self.join, self._results)

    def remarks(self) -> list[str]:
        """What is odd about the results but accepted."""
        notes = []
        join = self.join
        late = []
        if join.run.has_spans and join.judged.highlighted:
            late = np.flatnonzero(self.results.past_end).tolist()
        if late:
            notes.append(
                f"{counted(len(late), 'result')} past the end of the document, the first at "
                f"{join.place(late[0])}; nothing is cut"
            )
        if "documents" in vars(self):
            notes += self._remarks_on_paths()
        return notes

    def _remarks_on_paths(self) -> list[str]:
        notes = []
        if self.documents.guessed_ends:
            notes.append(
                f"{counted(self.documents.guessed_ends, 'relevant document')} of a length that the "
                "judgments do not tell, taken to end with the last highlight or result"
            )
        return notes

    @property
    def points_only(self) -> bool:
        """Whether passages were to be read, but the results only point at places."""
        run = self.join.run
        asked = "documents" in vars(self) and self.documents.reads_passages
        return asked and run.has_spans and not run.spans.lengths.any()
