"""A run result by result: what each result shows the reader that is new, and what of it is relevant."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from readpath.arrays import Bools, Ints, as_ints, total
from readpath.chunking import EvidenceChunks
from readpath.errors import EvidenceError
from readpath.judgments.judged import UNKNOWN
from readpath.plain import counted
from readpath.reading.join import Join
from readpath.reading.rules import refuse_first, shared_text
from readpath.runs.table import ABSENT
from readpath.segments import Segments
from readpath.spans import NOWHERE, Spans, first_readings, groups_of, leads_to, off_line, on_line


class Results(Segments):
    """Results in rank order, with what each of them shows the reader."""

    def __init__(self, join: Join, chunks: EvidenceChunks | None = None) -> None:
        if not join.judged.highlighted:
            raise EvidenceError(
                "this measure needs highlighted text, but the judgments grade whole documents; "
                "use document measures such as AP, P@10 or nDCG@10"
            )
        super().__init__(join.owner, join.judged.count)
        self.join, self.judged, self.policy, self._chunks = join, join.judged, join.policy, chunks

    @property
    def _evidence(self) -> EvidenceChunks:
        if self._chunks is None:
            raise EvidenceError(
                "this measure needs all chunks of the collection; give them with chunks= or "
                "--chunks FILE (records of document, start, end)"
            )
        return self._chunks

    @property
    def evidence_chunks(self) -> Ints:
        """Per topic, how many chunks of the collection share text with a highlight."""
        return self._evidence.count[self.join.order]

    @property
    def evidence_covered(self) -> tuple[Ints, Ints]:
        """Per topic, the characters in those chunks, and how many of them are highlighted."""
        size, found = self._evidence.covered
        return size[self.join.order], found[self.join.order]

    @cached_property
    def highlighted(self) -> Ints:
        """Per topic, how many characters are highlighted."""
        sizes = self.judged.stated if self.policy.stated_sizes else self.judged.characters
        return as_ints(self.judged.sum(sizes))[self.join.order]

    @cached_property
    def highlights(self) -> Ints:
        """Per topic, how many stretches of text are highlighted."""
        documents = groups_of(self.judged.coverage.spans)
        topics = np.bincount(self.judged.owner[documents], minlength=self.count)
        return as_ints(topics)[self.join.order]

    def leads_on(self, tolerance: float) -> Bools:
        """Results from whose start on a new highlight comes before so many characters are wasted."""
        found = np.zeros(len(self.owner), dtype=bool)
        there = np.flatnonzero(self.in_relevant_document & ~self.absent)
        points = self.spans.starts[there]
        found[there] = leads_to(points, self.judged.coverage.spans, tolerance) != NOWHERE
        return found

    @cached_property
    def absent(self) -> Bools:
        """Results that point at an element that does not exist."""
        if not self.join.run.has_spans:
            return np.zeros(len(self.owner), dtype=bool)
        absent: Bools = (self.join.column("start") == ABSENT).to_numpy()
        return absent

    @cached_property
    def spans(self) -> Spans:
        """The text of each result on the number line; judged documents come first on it."""
        join = self.join
        judged, group = join.judged_of, join.document_of + len(self.judged.owner)
        group = np.where(judged == UNKNOWN, group, judged)
        if join.run.has_spans:
            spans = Spans(join.whole("start"), join.whole("end"))
        else:
            length = self.judged.length
            lengths = np.where(length == UNKNOWN, self.judged.reach, length)[judged]
            lengths = np.where(judged == UNKNOWN, 0, lengths)
            spans = Spans(np.zeros_like(lengths), lengths)
        return on_line(group, spans)

    @cached_property
    def past_end(self) -> Bools:
        """Results that end after their document does, as far as its length is known."""
        judged = self.join.judged_of
        length = self.judged.length[judged]
        known: Bools = (judged != UNKNOWN) & (length != UNKNOWN) & ~self.absent
        return known & off_line(self.spans)[1].past(length)

    def need_lengths(self, of: Bools | None = None) -> None:
        """Refuse whole documents whose length the judgments do not tell, where it would count."""
        if self.join.run.has_spans:
            return
        judged = self.join.judged_of
        unknown = (judged == UNKNOWN) | (self.judged.length[judged] == UNKNOWN)
        places = np.flatnonzero(unknown if of is None else unknown & of)
        if len(places):
            raise EvidenceError(
                f"{self.join.place(int(places[0]))}: how long document "
                f"{self.join.documents[int(places[0])]} is, is not known "
                f"({counted(len(places), 'result')} like this); give document_length in "
                "the judgments, or the texts with texts= or --texts FILE"
            )

    @cached_property
    def first_shown(self) -> tuple[Spans, Ints]:
        """Disjoint fragments of text on the number line, and the result that is first to show each."""
        if self.policy.overlap == "forbid":
            refuse_first(shared_text(self.join, self.spans))
        return first_readings(self.spans)

    def relevant_in(self, spans: Spans, owner: Ints) -> Ints:
        """Highlighted characters of each span; `owner` is the result it belongs to."""
        inside = np.zeros(len(spans), dtype=np.int64)
        relevant = np.flatnonzero(self.in_relevant_document[owner])
        inside[relevant] = self.judged.coverage.inside(spans[relevant])
        return inside

    @cached_property
    def in_relevant_document(self) -> Bools:
        """Which results lie in a document with highlighted text."""
        judged = self.join.judged_of
        known: Bools = judged != UNKNOWN
        return known & self.judged.relevant[judged]

    @cached_property
    def new_size(self) -> Ints:
        """Characters that no earlier result of the topic has shown."""
        shown, owner = self.first_shown
        return total(owner, shown.lengths, len(self.owner))

    @cached_property
    def new_relevant(self) -> Ints:
        """Highlighted characters that no earlier result of the topic has shown."""
        shown, owner = self.first_shown
        return total(owner, self.relevant_in(shown, owner), len(self.owner))

    @cached_property
    def size(self) -> Ints:
        """Characters read in each result, by the policy on overlap."""
        self.need_lengths()
        overlap = self.policy.overlap
        size = self.new_size
        if overlap in ("penalise", "naive"):
            size = self.spans.lengths
        elif overlap == "thorough":
            size = np.where(self.in_relevant_document, size, self.spans.lengths)
        return size + self.absent_size

    @cached_property
    def absent_size(self) -> Ints:
        """Irrelevant characters charged for elements that do not exist."""
        charged = self.absent
        if self.policy.overlap == "thorough":
            charged = charged & ~self.in_relevant_document
        return charged * self.policy.absent_characters

    @cached_property
    def relevant(self) -> Ints:
        """Relevant characters read in each result, by the policy on overlap."""
        if self.policy.overlap == "naive":
            return self.relevant_in(self.spans, np.arange(len(self.owner)))
        return self.new_relevant

    @cached_property
    def read(self) -> Ints:
        """Characters read so far in the topic."""
        return as_ints(self.running_total(self.size))

    @cached_property
    def found(self) -> Ints:
        """Relevant characters read so far in the topic."""
        return as_ints(self.running_total(self.relevant))

    def first(self, ranks: Ints | float, *, repeats: bool = False) -> tuple[Ints, Ints]:
        """Per topic, the characters in its first results, and the highlighted ones among them.

        Each character is read once; with `repeats`, the characters that are shown again are read
        again (but found only once).
        """
        self.need_lengths()
        last = ranks if isinstance(ranks, float) else self.spread(ranks)
        inside = self.rank <= last
        sizes = self.spans.lengths if repeats else self.new_size
        return as_ints(self.sum(sizes * inside)), as_ints(self.sum(self.new_relevant * inside))

    def within(self, budget: int, *, repeats: bool = False) -> tuple[Ints, Ints]:
        """The same for a reader who stops after so many characters, in the middle of a result."""
        self.need_lengths()
        pieces, owner = self.spans, np.arange(len(self.owner))
        if not repeats:
            shown, by = self.first_shown
            order = np.argsort(by, kind="stable")
            pieces, owner = shown[order], by[order]
        topics = Segments(self.owner[owner], self.count)
        left = budget - (topics.running_total(pieces.lengths) - pieces.lengths)
        pieces = pieces.first(left)
        shown, by = first_readings(pieces)
        relevant = total(by, self.relevant_in(shown, owner[by]), len(pieces))
        return as_ints(topics.sum(pieces.lengths)), as_ints(topics.sum(relevant))
