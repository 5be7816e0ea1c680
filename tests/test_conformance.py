"""Laws that every measure keeps, whatever it measures.

The list of measures is derived from the registry, list scores × document scores × cut-offs, so that
none is left out. A definition that a law does not hold for is exempt, with the reason; and it must
need the exemption: on some of these topics, one of its measures breaks the law.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias, TypeVar

import pytest

import slow
from readpath import evaluation
from readpath.errors import RunError
from readpath.measures import DOCUMENT_SCORES, LIST_SCORES
from support import (
    ENTRIES,
    Batch,
    Combination,
    Results,
    Values,
    batch,
    chunking_of,
    combinations,
    firsts,
    judgments_of,
    run_of,
    values,
)

Value: TypeAlias = float | None
Item = TypeVar("Item")

ROUNDING = 1e-12
FAR = 2**35


@dataclass(frozen=True)
class Law:
    """What holds between the score of a topic before a change and its scores after it.

    `effort` is what holds for efforts, of which less is better, where that differs.
    """

    says: str
    change: Callable[[Batch], Sequence[Batch]]
    holds: Callable[[Value, Sequence[Value]], bool]
    concerns: Callable[[Combination], bool] = lambda _: True
    effort: Callable[[Value, Sequence[Value]], bool] | None = None
    former: Callable[[str], str] = str
    woven: bool = False
    tidy: bool = False


@cache
def tidy_batch() -> Batch:
    """Topics in which it is plain what an ideal run is.

    Every relevant document has one highlight with the entry point at its start, and a longer one is
    never graded lower. All topics have relevant text, and are about the same eight documents.
    """
    rng = random.Random(1)
    documents = [f"d{number}" for number in range(8)]
    answers, assessed = {}, {}
    for topic in map(str, range(40)):
        judged = {"d0": relevant(rng)}
        for document in documents[1:]:
            fate = rng.choice(("relevant", "relevant", "not", "not", "negative", "unjudged"))
            if fate == "relevant":
                judged[document] = relevant(rng)
            elif fate != "unjudged":
                judged[document] = slow.Judged((), None, 0 if fate == "not" else -1)
        assessed[topic] = judged
        named = [rng.choice(documents) for _ in range(rng.randint(0, 12))]
        answers[topic] = [slow.Result(each, *slow.random_span(rng, 60)) for each in named]
    chunks = [slow.Result(d, start, start + 13) for d in documents for start in range(0, 60, 10)]
    return Batch(answers, assessed, chunks)


def relevant(rng: random.Random) -> slow.Judged:
    """A relevant document: one highlight, its entry point, and a grade that goes by its length."""
    start, length = rng.randint(0, 30), rng.randint(1, 30)
    return slow.Judged(((start, start + length),), start, 1 + length // 12)


# Changes


def with_nothing(given: Batch) -> list[Batch]:
    return [given.with_answers(lambda _: [])]


def with_irrelevant_documents(given: Batch) -> list[Batch]:
    return [replace(given, answers={t: worthless(given, t) for t in given.assessed})]


def with_irrelevant_tail(given: Batch) -> list[Batch]:
    answers = {}
    for topic, results in given.answers.items():
        returned = {result.document for result in results}
        tail = [each for each in worthless(given, topic) if each.document not in returned]
        answers[topic] = [*results, *tail]
    return [replace(given, answers=answers)]


def worthless(given: Batch, topic: str) -> list[slow.Result]:
    """All of the documents that are judged and not relevant, and of some that are not judged."""
    judged = given.assessed.get(topic, {})
    relevant = slow.relevant_documents(judged)
    documents = [*(set(judged) - relevant), "unjudged1", "unjudged2"]
    return [slow.Result(document, 0, 60) for document in sorted(documents)]


def with_ideal_answers(given: Batch) -> list[Batch]:
    """The best document; all relevant text, best documents first; then also all judged documents."""
    runs: list[dict[str, Results]] = [{}, {}, {}]
    for topic, judged in given.assessed.items():
        order = sorted(judged, key=lambda d: -len(slow.highlighted({d: judged[d]})))
        marks = [slow.Result(d, *span) for d in order for span in judged[d].highlights]
        others = [slow.Result(d, 0, 0) for d in slow.assessed_documents(judged) if d in order]
        others = [each for each in others if not judged[each.document].highlights]
        for run, results in zip(runs, (marks[:1], marks, marks + others), strict=True):
            run[topic] = results
    return [replace(given, answers=run) for run in runs]


def with_all_again(given: Batch) -> list[Batch]:
    return [given.with_answers(lambda results: [*results, *results])]


def with_halves(given: Batch) -> list[Batch]:
    return [given.with_answers(lambda results: [half for r in results for half in halves(r)])]


def halves(result: slow.Result) -> list[slow.Result]:
    middle = (result.start + result.end + 1) // 2
    return [replace(result, end=middle), replace(result, start=middle)]


def with_other_names(given: Batch) -> list[Batch]:
    """Names are turned around, so that they sort in another order."""
    return [
        Batch(
            {
                f"ä{topic}"[::-1]: [replace(r, document=f"ö{r.document}"[::-1]) for r in results]
                for topic, results in given.answers.items()
            },
            {
                f"ä{topic}"[::-1]: {f"ö{document}"[::-1]: each for document, each in judged.items()}
                for topic, judged in given.assessed.items()
            },
            [replace(chunk, document=f"ö{chunk.document}"[::-1]) for chunk in given.chunks],
        )
    ]


def with_shifted_offsets(given: Batch) -> list[Batch]:
    """Each document has its own amount of text put before all other."""

    def moved(result: slow.Result) -> slow.Result:
        by = offset(result.document)
        return replace(result, start=result.start + by, end=result.end + by)

    def marks(document: str, judged: slow.Judged) -> slow.Judged:
        by, entry = offset(document), judged.entry_point
        spans = tuple((start + by, end + by) for start, end in judged.highlights)
        return replace(judged, highlights=spans, entry_point=None if entry is None else entry + by)

    judged = {t: {d: marks(d, j) for d, j in each.items()} for t, each in given.assessed.items()}
    shifted = given.with_answers(lambda results: [moved(result) for result in results])
    return [replace(shifted, assessed=judged, chunks=[moved(chunk) for chunk in given.chunks])]


def offset(document: str) -> int:
    return FAR + 7 * sum(document.encode())


def in_other_order(given: Batch) -> list[Batch]:
    """Topics from last to first in the run, or in the judgments with their documents."""
    judged = {t: dict(last_first(each)) for t, each in last_first(given.assessed)}
    answers = dict(last_first(given.answers))
    return [replace(given, answers=answers), replace(given, assessed=judged)]


def last_first(items: Mapping[str, Item]) -> list[tuple[str, Item]]:
    return list(items.items())[::-1]


def one_by_one(given: Batch) -> list[Batch]:
    """Each topic in a call of its own; a few are enough."""
    return [
        Batch({topic: given.answers[topic]}, {topic: judged}, given.chunks)
        for topic, judged in list(given.assessed.items())[:8]
    ]


# What holds


def same(before: Value, after: Sequence[Value]) -> bool:
    return all(value == before for value in after)


def never_better(before: Value, after: Sequence[Value]) -> bool:
    return all(
        value is None if before is None else value is not None and value <= before + ROUNDING
        for value in after
    )


def never_worse(before: Value, after: Sequence[Value]) -> bool:
    return before is None or max(value or 0 for value in after) >= before - ROUNDING


def never_less(before: Value, after: Sequence[Value]) -> bool:
    return all((value or 0) >= (before or 0) - ROUNDING for value in after)


def never_more(before: Value, after: Sequence[Value]) -> bool:
    return before is None or min(value or 0 for value in after) <= before + ROUNDING


def is_effort(_: Value, after: Sequence[Value]) -> bool:
    return all(value is None or value >= -ROUNDING for value in after)


def is_free(_: Value, after: Sequence[Value]) -> bool:
    return min(value or 0 for value in after) <= ROUNDING


def is_nothing(_: Value, after: Sequence[Value]) -> bool:
    return all(not value for value in after)


def is_one(_: Value, after: Sequence[Value]) -> bool:
    return abs(1 - max(value or 0 for value in after)) <= ROUNDING


def is_share(_: Value, after: Sequence[Value]) -> bool:
    return all(value is None or 0 <= value <= 1 + ROUNDING for value in after)


def has_room(measure: Combination) -> bool:
    """Whether no rank or number of characters keeps an ideal run from being complete."""
    return measure.outer.effort or measure.kind not in ("rank", "amount")


def counts_no_results(measure: Combination) -> bool:
    """Whether it does not matter how many results the same text takes."""
    return measure.outer.of == "documents" or measure.kind not in ("rank", "min")


LAWS = {
    "empty": Law(
        "A topic without results scores nothing.", with_nothing, is_nothing, effort=never_less
    ),
    "irrelevant": Law(
        "Irrelevant documents score nothing.",
        with_irrelevant_documents,
        is_nothing,
        effort=never_less,
    ),
    "tail": Law(
        "Irrelevant results at the end never help.",
        with_irrelevant_tail,
        never_better,
        effort=never_less,
    ),
    "again": Law(
        "Returning everything again never helps.", with_all_again, never_better, effort=never_less
    ),
    "bounds": Law(
        "Scores lie between 0 and 1, efforts are 0 or more.",
        lambda given: [given],
        is_share,
        effort=is_effort,
    ),
    "best": Law(
        "No run is better than the best run.",
        with_ideal_answers,
        never_worse,
        effort=never_more,
        tidy=True,
    ),
    "ideal": Law(
        "The best run scores 1, and is no effort.",
        with_ideal_answers,
        is_one,
        has_room,
        effort=is_free,
        tidy=True,
    ),
    "split": Law("Two halves score like the whole.", with_halves, same, counts_no_results),
    "names": Law(
        "Other names of topics and documents change nothing.",
        with_other_names,
        same,
        former=lambda topic: topic[::-1].removeprefix("ä"),
    ),
    "shift": Law("Offsets count from anywhere.", with_shifted_offsets, same),
    "order": Law("The order of topics does not matter.", in_other_order, same),
    "woven": Law(
        "Nor does it matter if their lines are mixed.", lambda given: [given], same, woven=True
    ),
    "alone": Law("A topic does not feel other topics.", one_by_one, same),
}


def scores(given: Batch, group: Sequence[Combination], *, woven: bool = False) -> Values:
    """What the measures say about each topic; an extra one keeps the run from being empty."""
    run = run_of({**given.answers, "extra": [slow.Result("extra", 0, 1)]}, woven=woven)
    judged = {**given.assessed, "extra": {"extra": slow.Judged(((0, 1),), 0)}}
    names = [measure.name for measure in group]
    found = values(run, judgments_of(judged, woven=woven), names, None, chunking_of(given.chunks))
    return {name: {t: v for t, v in of.items() if t != "extra"} for name, of in found.items()}


@cache
def unchanged(given: Batch, group: tuple[Combination, ...]) -> Values:
    return scores(given, group)


@cache
def groups() -> list[tuple[Batch, tuple[Combination, ...]]]:
    """Topics and the measures that are tried on them: those of entry points on one per document."""
    every = combinations()
    of_entries = tuple(c for c in every if c.inner and c.inner.name in ENTRIES)
    others = tuple(c for c in every if c not in of_entries)
    worlds = (tidy_batch(), batch(20, topics=60, own=True))
    return [
        pair
        for world in worlds
        for pair in ((world, others), (world.with_answers(firsts), of_entries))
    ]


@cache
def broken(law: str) -> set[Combination]:
    """The measures that break a law on some topic."""
    return {
        measure
        for given, group in groups()[: 2 if LAWS[law].tidy else None]
        for measure in breaking(LAWS[law], given, tuple(filter(LAWS[law].concerns, group)))
    }


def breaking(law: Law, given: Batch, group: tuple[Combination, ...]) -> Iterator[Combination]:
    before = unchanged(given, group)
    try:
        after = [scores(each, group, woven=law.woven) for each in law.change(given)]
    except RunError:
        yield from group
        return
    for measure in group:
        found: dict[str, list[Value]] = {}
        for reached in after:
            for topic, value in reached[measure.name].items():
                found.setdefault(law.former(topic), []).append(value)
        holds = law.effort if law.effort and measure.outer.effort else law.holds
        if not all(holds(before[measure.name][t], values) for t, values in found.items()):
            yield measure


def parts(measure: Combination) -> list[str]:
    """The definitions that a measure is put together from."""
    outer = [f"list score {measure.outer.name}"]
    return outer + ([f"document score {measure.inner.name}"] if measure.inner else [])


def exemptions() -> dict[str, Mapping[str, str]]:
    """For each definition, the laws that it does not keep, and why."""
    return {f"list score {name}": each.exempt for name, each in LIST_SCORES.items()} | {
        f"document score {name}": each.exempt for name, each in DOCUMENT_SCORES.items()
    }


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    given = exemptions()
    guilty = [m for m in broken(law) if not any(law in given[part] for part in parts(m))]
    assert sorted(map(str, guilty)) == [], LAWS[law].says


@pytest.mark.parametrize(
    ("part", "law"), [(part, law) for part, reasons in exemptions().items() for law in reasons]
)
def test_every_exemption_is_needed_and_explained(part: str, law: str) -> None:
    assert exemptions()[part][law].strip()
    assert any(part in parts(measure) for measure in broken(law)), "take this exemption away"


@pytest.mark.parametrize("law", ["bounds", "ideal"])
def test_ndcg_makes_a_share_of_any_gain(law: str) -> None:
    """Of any that an ideal run can have in full."""
    gained = [m for m in broken(law) if m.inner and m.inner.of == "document"]
    assert [str(measure) for measure in gained if measure.outer.name == "nDCG"] == []


@pytest.mark.parametrize("rows", [1, 7, 100])
def test_long_runs_that_are_scored_in_pieces_score_the_same(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluation, "ROWS", rows)
    for given, group in groups():
        assert scores(given, group) == unchanged(given, group)
