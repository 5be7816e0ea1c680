"""Everything that is wrong with a submission, told at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from readpath.errors import InputError, one_of
from readpath.files.source import PathLikeText, Source
from readpath.judgments import Judgments
from readpath.measures import TASKS
from readpath.reading import Reading
from readpath.reading.retrieved import Retrieved
from readpath.reading.rules import interleaved, second_entries, shared_text
from readpath.runs import Run, read_run

MOST_RESULTS = 1500
"""How many results a topic may have in an INEX task."""

INEX_TASKS = ("focused", "thorough", "in-context", "best-in-context")


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a run, and what is merely odd. `run` is None if it could not be read."""

    run: Run | None
    errors: tuple[InputError, ...]
    notes: tuple[str, ...]

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return not self.errors

    @property
    def summary(self) -> str:
        """One sentence on the whole."""
        found = f"{len(self.errors):,} errors, {len(self.notes):,} notes"
        if self.run is None:
            return f"not readable: {found}"
        what = f"{len(self.run.table):,} results for {len(self.run.topics)} topics"
        return f"{'valid' if self.valid else 'not valid'}: {self.run.name}, {what}; {found}"


def validate(
    source: PathLikeText,
    task: str | None = None,
    judgments: Judgments | None = None,
    *,
    format: str | None = None,
) -> Verdict:
    """Check a run's file, and with a task the rules of that task.

    With judgments, topics that are not judged or not answered and results past the end of their
    document are noted.
    """
    if task is not None:
        one_of(TASKS, task, "task")
    errors: list[InputError] = []
    try:
        run = read_run(Source.of(source, errors), format)
    except InputError as error:
        return Verdict(None, (*errors, error), ())
    errors += _broken_rules(run, task)
    notes = [*run.notes, *_crowded_topics(run, task)]
    if judgments is not None:
        notes += _against(run, judgments)
    return Verdict(run, tuple(errors), tuple(notes))


def _broken_rules(run: Run, task: str | None) -> Iterator[InputError]:
    results = Retrieved(run)
    if not run.has_spans:
        if task in (*INEX_TASKS, "chunks"):
            yield InputError(
                f"returns whole documents; task {task} needs a start and a length for each result",
                source=run.source,
            )
        yield from second_entries(results)
        return
    if task in ("focused", "in-context"):
        yield from shared_text(results, results.spans)
    if task == "in-context":
        yield from interleaved(results)
    if task == "best-in-context":
        yield from second_entries(results)


def _crowded_topics(run: Run, task: str | None) -> Iterator[str]:
    if task not in INEX_TASKS:
        return
    for topic in np.flatnonzero(run.sizes > MOST_RESULTS):
        yield (
            f"{run.source}: topic {run.topics[topic]} has {run.sizes[topic]:,} results; INEX tasks "
            f"take {MOST_RESULTS:,} at most"
        )


def _against(run: Run, judgments: Judgments) -> Iterator[str]:
    unjudged = [topic for topic in run.topics if topic not in judgments.judged.topic_numbers]
    missing = sorted(set(judgments.topics) - set(run.topics))
    if unjudged:
        yield f"{run.source}: {len(unjudged)} topics are not judged: {', '.join(unjudged)}"
    if missing:
        yield f"{run.source}: {len(missing)} judged topics are not answered: {', '.join(missing)}"
    yield from Reading(run, judgments).remarks()
