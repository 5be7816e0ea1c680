"""A run document by document: the ranking of documents, and what of each the reader is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from readpath.arrays import Bools, Floats, Ints, total
from readpath.errors import EvidenceError
from readpath.judgments.judged import UNKNOWN
from readpath.reading.join import Join
from readpath.reading.models import ReadingModel
from readpath.reading.paths import Paths
from readpath.reading.pieces import Pieces
from readpath.reading.results import Results
from readpath.reading.rules import interleaved, refuse_first, second_entries
from readpath.runs.table import ABSENT
from readpath.segments import Segments
from readpath.spans import Spans, off_line, on_line, reach


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
        self._paths: dict[ReadingModel, Paths] = {}
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
        results.need_lengths(results.in_relevant_document)
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
    def first_start(self) -> Ints:
        """Where the first result of each document begins."""
        join = self.join
        if not join.run.has_spans:
            return np.zeros(len(self.number), dtype=np.int64)
        return join.whole("start")[join.firsts][self.number]

    @cached_property
    def entry_point(self) -> Ints:
        """Where the run sends its reader into each document, by its only result there."""
        if self.join.run.has_spans and len(self.join.owner) > self.returned.sum():
            refuse_first(second_entries(self.join))
        return self.first_start

    @cached_property
    def distance(self) -> Floats:
        """Characters between the entry point of the run and of the assessor; inf without one."""
        relevant = self.judged.relevant
        if relevant.any() and (self.judged.entry_point[relevant] == UNKNOWN).all():
            raise EvidenceError(
                "this measure needs best entry points, but the judgments hold none; give them as "
                "the sixth column of an INEX file, or as the field entry_point of records"
            )
        wanted, given = self.judged.entry_point[self.which], self.entry_point
        known = self.relevant & (wanted != UNKNOWN) & (given != ABSENT)
        return np.where(known, np.abs(given - wanted), np.inf)

    @cached_property
    def pieces(self) -> Pieces:
        """The text of the relevant documents, cut where a highlight or a result begins or ends."""
        results = self._results()
        results.need_lengths(results.in_relevant_document)
        shown, owner = results.first_shown
        mine = (results.in_relevant_document & self._kept)[owner]
        shown, owner = shown[mine], owner[mine]
        lengths = np.maximum(self.judged.reach, reach(*off_line(shown), len(self.judged.owner)))
        lengths = np.where(self.relevant, lengths[self.which], 0)
        wholes = on_line(self.which, Spans(np.zeros_like(lengths), lengths))
        entries = wholes.starts + np.clip(self.first_start, 0, lengths)
        return Pieces(wholes, entries, self.judged.coverage, (shown, owner))

    @property
    def guessed_ends(self) -> int:
        """How many documents, if their paths were asked for, have a length that is not known."""
        unknown = self.relevant & (self.judged.length[self.which] == UNKNOWN)
        return int(unknown.sum()) if self._paths else 0

    @property
    def reads_passages(self) -> bool:
        """Whether paths were asked for on which passages come first."""
        return any(model.order in ("document", "rank") for model in self._paths)

    def paths(self, model: ReadingModel | None = None) -> Paths:
        """How each relevant document is read, by a model or by the policy's."""
        model = model or self.join.policy.reading
        if model not in self._paths:
            self._paths[model] = Paths(self.pieces, self.highlighted, model)
        return self._paths[model]
