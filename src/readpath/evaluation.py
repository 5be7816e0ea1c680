"""Runs × judgments × measures → scores."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from os import PathLike
from typing import Literal, TypeVar, cast, get_args

import numpy as np
import polars as pl

from readpath.arrays import Bools, Floats
from readpath.chunking import Chunking, read_chunking
from readpath.errors import EvidenceError, InputError, OptionError, one_of
from readpath.files.records import Records, are_records
from readpath.files.source import PathLikeText
from readpath.judgments import Judgments, read_judgments
from readpath.measures import TASKS, Measure, measure
from readpath.plain import counted, some
from readpath.reading import Policy, Reading
from readpath.runs import Run, read_run
from readpath.scores import Scores

Missing = Literal["zero", "skip"]
Runlike = Run | PathLikeText | Records
Item = TypeVar("Item")
Result = TypeVar("Result")

ROWS = 2_000_000
"""Longer runs are scored in pieces of about so many results, which keeps memory low."""

AHEAD = 2
"""How many pieces may wait to be scored while the next ones are being read."""


def evaluate(
    runs: Runlike | Iterable[Runlike] | Mapping[str, Runlike],
    judgments: Judgments | Records | PathLikeText,
    measures: str | Iterable[str] | None = None,
    *,
    task: str | None = None,
    policy: Policy | Literal["inex_eval"] | None = None,
    missing: Missing | None = None,
    topics: Iterable[str] | None = None,
    chunks: Chunking | Records | PathLikeText | None = None,
) -> Scores:
    """Score runs against judgments.

    `runs` are one or several: `Run`s, names of files, tables or lists of records, or a dict from the
    name of each run to one of these. They are gone through once, one after the other, so that a
    hundred runs from a generator need no more memory than a few. Measures are given by name, or as
    those of a `task`; without either, the first run's content decides.

    Judged topics that a run does not answer score 0, or with `missing="skip"` are left out; `topics`
    evaluates only some of the judged ones. `policy="inex_eval"` reproduces the official program of
    INEX, which skips them. `chunks` are all chunks of the collection, for the measures that need
    them.
    """
    if not isinstance(judgments, Judgments):
        judgments = read_judgments(judgments)
    if isinstance(policy, str):
        one_of(["inex_eval"], policy, "policy")
        policy, missing = Policy.inex_eval(task), missing or "skip"
    policy, missing = policy or Policy(), missing or "zero"
    one_of(get_args(Missing), missing, "policy for missing topics")
    wanted = judgments if topics is None else judgments.only(topics)
    if chunks is not None and not isinstance(chunks, Chunking):
        chunks = read_chunking(chunks)
    evidence = chunks.against(wanted) if chunks else None

    found = _named_apart(_each(runs))
    first = next(found, None)
    if first is None:
        raise OptionError("no run to evaluate")
    names = _names(measures, task) or TASKS[usual_task(first, judgments)]
    chosen = [measure(name, official=policy.official_measures) for name in names]

    judged = frozenset(judgments.topics)

    def score(piece: Run) -> Reached:
        return _score(Reading(piece, wanted, policy, evidence), chosen, judged)

    reached: dict[str, Reached] = {}
    for part in _in_background(score, _pieces(chain([first], found), judgments)):
        reached[part.run] = reached[part.run].joined(part) if part.run in reached else part
    tables = [
        of_run.table(wanted.topics, [str(m) for m in chosen], missing)
        for of_run in reached.values()
    ]
    notes = [note for of_run in reached.values() for note in of_run.remarks(missing)]
    return Scores(pl.concat(tables), (*judgments.notes, *notes))


def usual_task(run: Run, judgments: Judgments) -> str:
    """The task whose measures suit a run, going by what it returns and what was judged."""
    if not (judgments.highlighted and run.has_spans):
        return "article"
    if not run.spans.lengths.any():
        return "best-in-context"
    return "chunks" if run.format == "records" else "focused"


@dataclass(frozen=True)
class Reached:
    """What one run reached: values by topic and measure, and which topics it answers."""

    run: str
    values: Floats
    answered: Bools
    unjudged: tuple[str, ...]
    notes: tuple[str, ...]

    def joined(self, other: Reached) -> Reached:
        """The same run, with the topics of another piece of it."""
        return Reached(
            self.run,
            np.where(other.answered[:, None], other.values, self.values),
            self.answered | other.answered,
            self.unjudged + other.unjudged,
            self.notes + other.notes,
        )

    def table(self, topics: list[str], measures: list[str], missing: str) -> pl.DataFrame:
        """The long table of this run."""
        rows = np.flatnonzero(self.answered) if missing == "skip" else np.arange(len(topics))
        return pl.DataFrame(
            {
                "run": pl.repeat(self.run, len(rows) * len(measures), eager=True),
                "topic": pl.Series(topics, dtype=pl.String).gather(np.repeat(rows, len(measures))),
                "measure": measures * len(rows),
                "value": pl.Series(self.values[rows].ravel()).fill_nan(None),
            }
        )

    def remarks(self, missing: str) -> list[str]:
        """What a reader of this run's numbers should know."""
        notes = list(self.notes)
        if self.unjudged:
            notes.append(
                f"{self.run}: {counted(len(self.unjudged), 'topic')} not judged and left out: "
                f"{some(self.unjudged)}"
            )
        absent = int((~self.answered).sum())
        if absent:
            fate = "left out" if missing == "skip" else "scored 0"
            notes.append(
                f"{self.run}: {absent} of {counted(len(self.answered), 'judged topic')} not answered "
                f"and {fate}"
            )
        return notes


def _score(reading: Reading, measures: list[Measure], judged: frozenset[str]) -> Reached:
    run, columns = reading.join.run, []
    for each in measures:
        try:
            columns.append(each.values(reading))
        except EvidenceError as error:
            raise EvidenceError(f"{each} of run {run.name}: {error}") from error
    return Reached(
        run.name,
        np.column_stack(columns),
        reading.join.answered,
        tuple(topic for topic in reading.join.unjudged_topics if topic not in judged),
        (*run.notes, *(f"{run.name}: {note}" for note in reading.remarks())),
    )


def _each(runs: Runlike | Iterable[Runlike] | Mapping[str, Runlike]) -> Iterator[Run]:
    """The runs in order, each read when its turn comes."""
    if isinstance(runs, Mapping):
        yield from (_run(run, name) for name, run in runs.items())
    elif isinstance(runs, Run | str | PathLike) or are_records(runs):
        yield _run(cast(Runlike, runs))
    else:
        yield from map(_run, cast(Iterable[Runlike], runs))


def _run(given: Runlike, name: str | None = None) -> Run:
    if not isinstance(given, Run):
        return read_run(given, name=name)
    return given if name is None else given.renamed(name)


def _named_apart(runs: Iterator[Run]) -> Iterator[Run]:
    """The runs, the second of two with the same name under another one."""
    taken: Counter[str] = Counter()
    for run in runs:
        taken[run.name] += 1
        yield run if taken[run.name] == 1 else run.renamed(f"{run.name}#{taken[run.name]}")


def _pieces(runs: Iterable[Run], judgments: Judgments) -> Iterator[Run]:
    judged = set(judgments.topics)
    for run in runs:
        if judged.isdisjoint(run.topics):
            raise InputError(
                f"none of its topics ({some(run.topics)}) is judged; the judgments are for "
                f"{some(judgments.topics)}",
                source=run.source or run.name,
            )
        yield from run.parts(ROWS)


def _names(measures: str | Iterable[str] | None, task: str | None) -> list[str]:
    """The measures asked for, each once."""
    if isinstance(measures, str):
        measures = [measures]
    names = [*(TASKS[one_of(TASKS, task, "task")] if task else ()), *(measures or ())]
    return list(dict.fromkeys(names))


def _in_background(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """The work done on each item, in order, while the next items are being read."""
    with ThreadPoolExecutor(1) as worker:
        waiting: deque[Future[Result]] = deque()
        for item in items:
            waiting.append(worker.submit(work, item))
            if len(waiting) > AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
