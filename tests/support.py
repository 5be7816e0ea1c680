"""Topics of the slow implementation as runs and judgments, and what the registry can be asked for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product, zip_longest
from typing import Literal, TypeAlias, get_args, get_origin, get_type_hints

import polars as pl

import slow
from readpath import (
    Chunking,
    Judgments,
    Policy,
    Run,
    evaluate,
    read_chunking,
    read_judgments,
    read_run,
)
from readpath.measures import DOCUMENT_SCORES, LIST_SCORES, Definition
from readpath.measures.cutoffs import Kind

Results: TypeAlias = Sequence[slow.Result]
Answers: TypeAlias = Mapping[str, Results]
Assessed: TypeAlias = Mapping[str, slow.Topic]
Row: TypeAlias = tuple[str | int | None, ...]
Values: TypeAlias = dict[str, dict[str, float | None]]

RESULT = {"topic": pl.String, "document": pl.String, "start": pl.Int64, "end": pl.Int64}
MARK = RESULT | {"grade": pl.Int64, "entry_point": pl.Int64}

CUTOFFS: dict[Kind, tuple[str, ...]] = {
    "": ("",),
    "rank": ("@1", "@3", "@10"),
    "level": ("@0", "@0.01", "@0.29", "@0.5", "@1"),
    "amount": ("@1chars", "@7chars", "@20chars", "@1000chars"),
    "R": ("@R",),
    "min": ("@min",),
}
"""For each kind of cut-off, some that are tried."""

ENTRIES = {"BEP"}
"""Document scores that take one result per document."""

FACTORS = (1, 0.5, 4)
"""Numbers are tried as they are by default, smaller, and larger."""


@dataclass(frozen=True, eq=False)
class Combination:
    """A name that the registry offers, and what it is put together from."""

    name: str
    kind: Kind
    outer: Definition
    inner: Definition | None = None

    def __str__(self) -> str:
        return self.name


def combinations() -> list[Combination]:
    """List scores × document scores × kinds of cut-off × parameters: all that the registry offers."""
    return [
        Combination(outer.name + arguments + cutoff, kind, outer, inner)
        for outer in LIST_SCORES.values()
        for inner, first in (_inner_scores(outer.effort) if outer.takes_score else [(None, "")])
        for arguments in _argument_lists(outer, first)
        for kind in outer.cutoffs
        for cutoff in CUTOFFS[kind]
    ]


def _inner_scores(effort: bool) -> list[tuple[Definition, str]]:
    return [
        (inner, inner.name + given + cutoff)
        for inner in DOCUMENT_SCORES.values()
        if inner.effort == effort
        for given in [*_argument_lists(inner, ""), *["(rank)"] * (inner.of == "path")]
        for kind in inner.cutoffs
        for cutoff in CUTOFFS[kind][1::2] or CUTOFFS[kind]
    ]


def _argument_lists(definition: Definition, first: str) -> Iterator[str]:
    """Everything that can stand in a measure's parentheses; what is as by default is left out."""
    hints = get_type_hints(definition.function)
    choices = []
    for name, parameter in definition.parameters.items():
        if get_origin(hints[name]) is Literal:
            tried = [f"{name}={value!r}" for value in get_args(hints[name])]
        else:
            tried = [f"{name}={parameter.default * factor}" for factor in FACTORS]
            tried = [text for text in tried if not text.endswith("inf")]
        choices.append([text for text in tried if text != f"{name}={parameter.default!r}"] + [""])
    for chosen in product(*choices):
        inside = ", ".join(text for text in (first, *chosen) if text)
        yield f"({inside})" if inside else ""


def run_of(answers: Answers, *, woven: bool = False) -> Run:
    """A run of spans, topic after topic, or `woven`: with the lines of all topics mixed."""
    by_topic = [[(t, r.document, r.start, r.end) for r in answers[t]] for t in answers]
    return read_run(pl.DataFrame(_rows(by_topic, woven), schema=RESULT, orient="row"), name="run")


def ranking_of(answers: Mapping[str, Sequence[str]]) -> Run:
    """A run of whole documents."""
    rows = [(topic, document) for topic, ranking in answers.items() for document in ranking]
    return read_run(pl.DataFrame(rows, schema=["topic", "document"], orient="row"), name="run")


def judgments_of(assessed: Assessed, *, text: bool = True, woven: bool = False) -> Judgments:
    """Judgments with a record for each highlight; without `text`, grades of whole documents."""
    by_topic = [
        [
            (topic, document, *mark, judged.grade, judged.entry_point)
            for document, judged in documents.items()
            for mark in judged.highlights or [(None, None)]
        ]
        for topic, documents in assessed.items()
    ]
    table = pl.DataFrame(_rows(by_topic, woven), schema=MARK, orient="row")
    return read_judgments(table if text else table.drop("start", "end"))


def _rows(by_topic: Sequence[Sequence[Row]], woven: bool) -> list[Row]:
    """Rows topic after topic, or `woven`: the first of each topic, then the second ones …"""
    order = zip_longest(*by_topic) if woven else by_topic
    return [row for rows in order for row in rows if row is not None]


def chunking_of(chunks: Iterable[slow.Result]) -> Chunking:
    """All chunks of a collection."""
    rows = [(c.document, c.start, c.end) for c in chunks]
    return read_chunking(pl.DataFrame(rows, schema=["document", "start", "end"], orient="row"))


def values(
    run: Run,
    judgments: Judgments,
    names: Iterable[str],
    policy: Policy | None = None,
    chunks: Chunking | None = None,
) -> Values:
    """What a run reaches, by measure and topic."""
    found: Values = {}
    scores = evaluate(run, judgments, names, policy=policy, chunks=chunks)
    for topic, name, value in scores.by_topic.select("topic", "measure", "value").iter_rows():
        found.setdefault(name, {})[topic] = value
    return found


def value(
    name: str,
    results: Results,
    judged: slow.Topic,
    policy: Policy | None = None,
    chunks: Chunking | None = None,
) -> float | None:
    """What the results of one topic reach; a second topic keeps the run from being empty."""
    run = run_of({"t": results, "other": [slow.Result("other", 0, 1)]})
    judgments = judgments_of({"t": judged, "other": {"other": marked((0, 1), entry_point=0)}})
    (by_topic,) = values(run, judgments, [name], policy, chunks).values()
    return by_topic["t"]


def marked(*highlights: tuple[int, int], entry_point: int | None = None) -> slow.Judged:
    """A judged document with these highlights."""
    return slow.Judged(highlights, entry_point)


def shown(text: str) -> list[slow.Result]:
    """Results written as `document:start-end`, parted by spaces."""
    parts = [part.replace(":", "-").split("-") for part in text.split()]
    return [slow.Result(document, int(start), int(end)) for document, start, end in parts]


def firsts(results: Results) -> Results:
    """The first result of each document."""
    found: dict[str, slow.Result] = {}
    for result in results:
        found.setdefault(result.document, result)
    return list(found.values())


@dataclass(frozen=True, eq=False)
class Batch:
    """Topics that are scored in one call."""

    answers: Answers
    assessed: Assessed
    chunks: Results = ()

    def with_answers(self, change: Callable[[Results], Results]) -> Batch:
        """The same topics with other results."""
        return replace(self, answers={t: change(given) for t, given in self.answers.items()})


def marks_text(judged: slow.Topic) -> bool:
    """Whether a topic makes sense among judgments of highlighted text."""
    marked = any(start < end for each in judged.values() for start, end in each.highlights)
    return marked or not any((each.grade or 0) > 0 for each in judged.values())


@cache
def batch(
    seed: int,
    suits: Callable[[slow.Topic], bool] = marks_text,
    *,
    topics: int = 250,
    own: bool = False,
) -> Batch:
    """Random topics; with `own`, each about documents that no other topic shares."""
    rng = random.Random(seed)
    answers: dict[str, Results] = {}
    assessed: dict[str, slow.Topic] = {}
    chunks: list[slow.Result] = []
    while len(answers) < topics:
        results, judged, cut = slow.random_topic(rng)
        if not suits(judged):
            continue
        topic = f"t{len(answers)}"
        if own:
            results, judged, cut = _of_its_own(topic, results, judged, cut)
        answers[topic] = results
        chunks += cut
        if judged:
            assessed[topic] = judged
    return Batch(answers, assessed, chunks)


def _of_its_own(
    topic: str, results: Results, judged: slow.Topic, chunks: Results
) -> tuple[list[slow.Result], slow.Topic, list[slow.Result]]:
    moved = [
        [slow.Result(f"{topic}/{each.document}", each.start, each.end) for each in spans]
        for spans in (results, chunks)
    ]
    return moved[0], {f"{topic}/{name}": given for name, given in judged.items()}, moved[1]
