"""Runs × judgments × measures → scores."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import chain, count
from os import PathLike
from typing import Literal, TypeVar, cast, get_args

import polars as pl

from readpath.chunking import Chunking, read_chunking
from readpath.errors import InputError, OptionError, one_of
from readpath.files.records import Records, are_records
from readpath.files.source import PathLikeText
from readpath.judgments import Judgments, read_judgments
from readpath.measures import TASKS, measure, reading_model
from readpath.plain import some
from readpath.reading import Policy, ReadingModel
from readpath.runs import Run, read_run
from readpath.scores import Scores
from readpath.scoring import Reached, Scorer
from readpath.units import CHARACTERS, Units, unit_of_text

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
    reading: ReadingModel | str | None = None,
    unit: str = CHARACTERS,
    units: Units | None = None,
    baseline: bool = False,
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

    `reading` is the order in which documents are read where a measure does not name one, such as
    `rank(rest='stop')`. Amounts of text count in `unit`, or in the one that a measure names; `units`
    has what counting words, sentences, tokens and seconds takes. With `baseline` each run is followed
    by the same ranking as whole documents, read from their start.
    """
    judgments = as_judgments(judgments)
    if isinstance(policy, str):
        one_of(["inex_eval"], policy, "policy")
        policy, missing = Policy.inex_eval(task), missing or "skip"
    units, missing = units or Units(), missing or "zero"
    policy = _reading_by(reading, policy or Policy(), units.speed)
    one_of(get_args(Missing), missing, "policy for missing topics")
    unit = unit_of_text(unit)
    if chunks is not None and not isinstance(chunks, Chunking):
        chunks = read_chunking(chunks)

    found = _named_apart(_with_baselines(_each(runs)) if baseline else _each(runs))
    first = next(found, None)
    if first is None:
        raise OptionError("no run to evaluate")
    names = _names(measures, task) or TASKS[usual_task(first, judgments)]
    official, speed = policy.official_measures, units.speed
    chosen = (measure(name, official=official, unit=unit, speed=speed) for name in names)
    wanted = judgments if topics is None else judgments.only(topics)
    scorer = Scorer(wanted, chosen, policy, chunks, units)

    reached: dict[str, Reached] = {}
    for part in _in_background(scorer, _pieces(chain([first], found), judgments)):
        reached[part.run] = reached[part.run].joined(part) if part.run in reached else part
    judged = frozenset(judgments.topics)
    tables = [scorer.table(of_run, missing) for of_run in reached.values()]
    scored = list(reached)
    pairs = dict(zip(scored[::2], scored[1::2], strict=True)) if baseline else {}
    told = [of_run for name, of_run in reached.items() if name not in pairs.values()]
    notes = [note for of_run in told for note in of_run.remarks(missing, judged)]
    return Scores(pl.concat(tables), (*judgments.notes, *notes), pairs)


def usual_task(run: Run, judgments: Judgments) -> str:
    """The task whose measures suit a run, going by what it returns and what was judged."""
    if not (judgments.highlighted and run.has_spans):
        return "article"
    if not run.spans.lengths.any():
        return "best-in-context"
    return "chunks" if run.format == "records" else "focused"


def as_judgments(given: Judgments | Records | PathLikeText) -> Judgments:
    """Judgments, read if they are not read yet."""
    return given if isinstance(given, Judgments) else read_judgments(given)


def _reading_by(model: ReadingModel | str | None, policy: Policy, speed: float) -> Policy:
    """The policy with another reading model, if one is given."""
    if isinstance(model, str):
        model = reading_model(model, speed=speed)
    return policy if model is None else replace(policy, reading=model)


def as_run(given: Runlike, name: str | None = None) -> Run:
    """A run, read if it is not read yet."""
    if not (isinstance(given, Run | str | PathLike) or are_records(given)):
        kind = type(given).__name__
        raise OptionError(
            f"a run is a Run, a file's name, a table or a list of dicts, not {kind}; objects of a "
            "library can be given as [chunk.model_dump() for chunk in chunks]"
        )
    if not isinstance(given, Run):
        return read_run(given, name=name)
    return given if name is None else given.renamed(name)


def _each(runs: Runlike | Iterable[Runlike] | Mapping[str, Runlike]) -> Iterator[Run]:
    """The runs in order, each read when its turn comes."""
    if isinstance(runs, Mapping):
        yield from (as_run(run, name) for name, run in runs.items())
    elif isinstance(runs, Run | str | PathLike) or are_records(runs):
        yield as_run(cast(Runlike, runs))
    elif isinstance(runs, Iterable):
        yield from map(as_run, cast(Iterable[Runlike], runs))
    else:
        yield as_run(cast(Runlike, runs))


def _named_apart(runs: Iterator[Run]) -> Iterator[Run]:
    """The runs, the second of two with the same name under another one."""
    taken: set[str] = set()
    for run in runs:
        numbered = (f"{run.name}#{number}" for number in count(2))
        name = next(name for name in chain([run.name], numbered) if name not in taken)
        taken.add(name)
        yield run if name == run.name else run.renamed(name)


def _with_baselines(runs: Iterator[Run]) -> Iterator[Run]:
    """Each run, and the same ranking as whole documents."""
    for run in runs:
        yield run
        yield run.as_documents()


def _pieces(runs: Iterable[Run], judgments: Judgments) -> Iterator[Run]:
    """Runs in pieces that fit into memory."""
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
