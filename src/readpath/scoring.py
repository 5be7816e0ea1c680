"""One run after the other against one set of judgments: what it reaches with each measure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import polars as pl

from readpath.arrays import Bools, Floats
from readpath.chunking import Chunking
from readpath.errors import EvidenceError
from readpath.judgments import Judgments
from readpath.measures import Measure
from readpath.plain import counted, some
from readpath.reading import NO_TEXT, Policy, Reading
from readpath.runs import Run
from readpath.units import Units


class Yardstick:
    """Judgments and chunks in one unit."""

    def __init__(
        self, judgments: Judgments, chunks: Chunking | None, units: Units, unit: str
    ) -> None:
        self.units, self.unit = units, unit
        self.judgments = units.judgments(judgments, unit)
        self.evidence = None
        if chunks is not None:
            self.evidence = Chunking(units.spans(chunks.table, unit)).against(self.judgments)

    def reading(self, run: Run, policy: Policy) -> Reading:
        """A run as it is read in this unit."""
        return Reading(self.units.run(run, self.unit), self.judgments, policy, self.evidence)


class Scorer:
    """What runs are held against: measures, and the judgments in the units that these count in."""

    def __init__(
        self,
        judgments: Judgments,
        measures: Iterable[Measure],
        policy: Policy,
        chunks: Chunking | None = None,
        units: Units | None = None,
    ) -> None:
        self.topics, self.policy = judgments.topics, policy
        self.measures = list({str(measure): measure for measure in measures}.values())
        units = units or Units()
        self._yards = {
            measure.unit: Yardstick(judgments, chunks, units, measure.unit)
            for measure in self.measures
        }

    def __call__(self, run: Run) -> Reached:
        """What a run reaches."""
        readings = {unit: yard.reading(run, self.policy) for unit, yard in self._yards.items()}
        columns = []
        for measure in self.measures:
            try:
                columns.append(measure.values(readings[measure.unit]))
            except EvidenceError as error:
                raise EvidenceError(f"{measure} of run {run.name}: {error}") from error
        reading = next(iter(readings.values()))
        odd = dict.fromkeys(note for each in readings.values() for note in each.remarks())
        return Reached(
            run.name,
            np.column_stack(columns),
            reading.join.answered,
            tuple(reading.join.unjudged_topics),
            (*run.notes, *(f"{run.name}: {note}" for note in odd)),
            any(each.points_only for each in readings.values()),
        )

    def table(self, reached: Reached, missing: str) -> pl.DataFrame:
        """The long table of what a run has reached."""
        answered = np.flatnonzero(reached.answered)
        rows = answered if missing == "skip" else np.arange(len(self.topics))
        names = [str(measure) for measure in self.measures]
        return pl.DataFrame(
            {
                "run": pl.repeat(reached.run, len(rows) * len(names), eager=True),
                "topic": pl.Series(self.topics, dtype=pl.String).gather(
                    np.repeat(rows, len(names))
                ),
                "measure": names * len(rows),
                "value": pl.Series(reached.values[rows].ravel()).fill_nan(None),
            }
        )


@dataclass(frozen=True)
class Reached:
    """What one run reached: values by topic and measure, and which topics it answers."""

    run: str
    values: Floats
    answered: Bools
    unjudged: tuple[str, ...]
    notes: tuple[str, ...]
    points_only: bool = False

    def joined(self, other: Reached) -> Reached:
        """The same run, with the topics of another piece of it."""
        return Reached(
            self.run,
            np.where(other.answered[:, None], other.values, self.values),
            self.answered | other.answered,
            self.unjudged + other.unjudged,
            tuple(dict.fromkeys(self.notes + other.notes)),
            self.points_only and other.points_only,
        )

    def remarks(self, missing: str, judged: frozenset[str]) -> list[str]:
        """What a reader of this run's numbers should know."""
        notes = list(self.notes)
        if self.points_only:
            notes.append(f"{self.run}: {NO_TEXT}")
        unjudged = [topic for topic in self.unjudged if topic not in judged]
        if unjudged:
            notes.append(
                f"{self.run}: {counted(len(unjudged), 'topic')} not judged and left out: "
                f"{some(unjudged)}"
            )
        absent = int((~self.answered).sum())
        if absent:
            fate = "left out" if missing == "skip" else "scored as if nothing was returned"
            notes.append(
                f"{self.run}: {absent} of {counted(len(self.answered), 'judged topic')} not answered "
                f"and {fate}"
            )
        return notes
