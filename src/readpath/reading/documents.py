"""A run document by document: the ranking of documents, and what of each the reader is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from readpath.arrays import Bools, Floats, Ints, total
from readpath.errors import EvidenceError
from readpath.judgments.judged import UNKNOWN
from readpath.reading.join import Join
from readpath.reading.results import Results
from readpath.reading.rules import interleaved, refuse_first, second_entries
from readpath.runs.table import ABSENT
from readpath.segments import Segments


class Documents(Segments):
    """Judged documents that were returned, in the order in which the run first names them.

    Documents that nobody judged are not held: they score 0, and are felt through `rank` alone.
    """

    def __init__(self, join: Join, results: Callable[[], Results]) -> None:
        self.join, self.judged, self._results = join, join.judged, results
        if not join.run.has_spans and join.policy.interleaved not in ("merge", "drop"):
            refuse_first(second_entries(join))
        owner = join.owner[join.firsts]
        self.returned = np.bincount(owner, minlength=join.judged.count)
        self.number, self.which = join.found
        super().__init__(owner[self.number], join.judged.count)
        first = np.cumsum(self.returned) - self.returned
        self._rank = self.number - first[self.owner] + 1

    @property
    def rank(self) -> Ints:
        """The place of each document among all that were returned for its topic, from 1."""
        return self._rank

    def of_judged(self, values: Ints | Floats | Bools) -> Ints:
        """Something known of each judged document, for those that were returned."""
        return values[self.which]  # type: ignore[return-value]

    @cached_property
    def relevant(self) -> Bools:
        """Which of them are relevant."""
        return self.judged.relevant[self.which]

    @cached_property
    def nonrelevant(self) -> Bools:
        """Which of them were judged and found not relevant."""
        return self.judged.nonrelevant[self.which]

    @cached_property
    def grade(self) -> Ints:
        """Grades, those below 0 counted as 0."""
        return np.maximum(self.judged.grade[self.which], 0)

    @cached_property
    def relevant_total(self) -> Floats:
        """Per topic, the number of relevant documents, returned or not."""
        return self.judged.relevant_documents[self.join.order]

    @cached_property
    def nonrelevant_total(self) -> Floats:
        """Per topic, the number of documents judged and found not relevant."""
        return self.judged.nonrelevant_documents[self.join.order]

    @cached_property
    def retrieved(self) -> Ints:
        """Characters of each document that the run returns, each counted once."""
        results = self._results()
        return self._per_document(results.new_size + results.absent_size)

    @cached_property
    def found(self) -> Ints:
        """Highlighted characters of each document that the run returns."""
        return self._per_document(self._results().new_relevant)

    @cached_property
    def highlighted(self) -> Ints:
        """Highlighted characters of each document."""
        stated = self.join.policy.stated_sizes
        return (self.judged.stated if stated else self.judged.characters)[self.which]

    @cached_property
    def _kept(self) -> Bools:
        """Results that count for their document, by the policy on interleaved documents."""
        join, policy = self.join, self.join.policy.interleaved
        if policy is None:
            policy = "merge" if join.run.format == "records" else "error"
        if policy == "error":
            refuse_first(interleaved(join))
        return ~join.returns if policy == "drop" else np.ones(len(join.owner), dtype=bool)

    def _per_document(self, of_results: Ints) -> Ints:
        """Sums over each document's results."""
        kept, document = self._kept, self.join.document_of
        return total(document, of_results * kept, int(self.returned.sum()))[self.number]

    @cached_property
    def entry_point(self) -> Ints:
        """Where the run sends its reader into each document."""
        join = self.join
        if not join.run.has_spans:
            return np.zeros(len(self.number), dtype=np.int64)
        if len(join.owner) > self.returned.sum():
            refuse_first(second_entries(join))
        return join.whole("start")[join.firsts][self.number]

    @cached_property
    def distance(self) -> Floats:
        """Characters between the entry point of the run and of the assessor; inf without one."""
        if not (self.judged.entry_point[self.judged.relevant] != UNKNOWN).any():
            raise EvidenceError(
                "this measure needs best entry points, but the judgments hold none; give them as "
                "the sixth column of an INEX file, or as the field entry_point of records"
            )
        wanted, given = self.judged.entry_point[self.which], self.entry_point
        known = self.relevant & (wanted != UNKNOWN) & (given != ABSENT)
        return np.where(known, np.abs(given - wanted), np.inf)
