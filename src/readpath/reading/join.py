"""The join of one run with the judgments: every result finds its topic and its judged document."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from readpath.arrays import Ints, as_ints
from readpath.judgments import Judgments
from readpath.judgments.judged import UNKNOWN
from readpath.pairs import Pairs
from readpath.reading.policy import Policy
from readpath.reading.retrieved import Retrieved
from readpath.runs import Run


class Join(Retrieved):
    """The results of one run for judged topics, met by the judgments.

    Topics are held in the run's own order, judged topics that it does not answer last; `order` says
    which judged topic each of them is. Results for other topics are left out, and `unjudged_topics`
    names those.
    """

    def __init__(self, run: Run, judgments: Judgments, policy: Policy) -> None:
        self.judged, self.policy = judgments.judged, policy
        numbers = self.judged.topic_numbers
        known = np.array([topic in numbers for topic in run.topics], dtype=bool)
        super().__init__(run, known)
        self.unjudged_topics = [topic for topic in run.topics if topic not in numbers]
        answered = as_ints([numbers[topic] for topic in self.topics])
        self.answered = np.zeros(self.judged.count, dtype=bool)
        self.answered[answered] = True
        self.order = np.concatenate((answered, np.flatnonzero(~self.answered)))

    @cached_property
    def found(self) -> tuple[Ints, Ints]:
        """Judged documents among those returned: their number here, and in the judgments."""
        return self.judged.index.find(Pairs(self.order[self.owner], self.documents)[self.firsts])

    @cached_property
    def judged_of(self) -> Ints:
        """Each result's judged document, UNKNOWN where it is not judged."""
        numbers, judged = self.found
        lookup = np.full(len(self.owner[self.firsts]), UNKNOWN)
        lookup[numbers] = judged
        return lookup[self.document_of]
