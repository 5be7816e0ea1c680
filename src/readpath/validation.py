"""Everything that is wrong with a submission, told at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike

import numpy as np

from readpath.errors import InputError, one_of
from readpath.files.records import Records
from readpath.files.source import PathLikeText, Source
from readpath.judgments import Judgments, read_judgments
from readpath.measures import TASKS
from readpath.plain import counted
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
        found = f"{counted(len(self.errors), 'error')}, {counted(len(self.notes), 'note')}"
        if self.run is None:
            return f"not readable: {found}"
        results = counted(len(self.run.table), "result")
        what = f"{results} for {counted(len(self.run.topics), 'topic')}"
        return f"{'valid' if self.valid else 'not valid'}: {self.run.name}, {what}; {found}"


def validate(
    source: Run | Records | PathLikeText,
    task: str | None = None,
    judgments: Judgments | Records | PathLikeText | None = None,
    *,
    format: str | None = None,
) -> Verdict:
    """Check a run or its file, and with a task the rules of that task.

    With judgments, topics that are not judged or not answered and results past the end of their
    document are noted.
    """
    if task is not None:
        one_of(TASKS, task, "task")
    errors: list[InputError] = []
    try:
        run = _read(source, errors, format)
    except InputError as error:
        return Verdict(None, (*_by_line(errors), error), ())
    errors = _by_line(errors)
    errors += _broken_rules(run, task)
    notes = [*run.notes, *_crowded_topics(run, task)]
    if judgments is not None:
        if not isinstance(judgments, Judgments):
            judgments = read_judgments(judgments)
        notes += _against(run, judgments)
    return Verdict(run, tuple(errors), tuple(notes))


def _read(
    source: Run | Records | PathLikeText, errors: list[InputError], format: str | None
) -> Run:
    """The run, with what is wrong in its file added to the errors."""
    if isinstance(source, Run):
        return source
    if isinstance(source, str | PathLike):
        return read_run(Source.of(source, errors), format)
    return read_run(source)


def _by_line(errors: list[InputError]) -> list[InputError]:
    return sorted(errors, key=lambda error: error.line or 0)


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
    if task in ("in-context", "effort") and run.format != "records":
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
        yield f"{run.source}: {counted(len(unjudged), 'topic')} not judged: {', '.join(unjudged)}"
    if missing:
        topics = counted(len(missing), "judged topic")
        yield f"{run.source}: {topics} not answered: {', '.join(missing)}"
    yield from Reading(run, judgments).remarks()
