"""Laws of reading effort, on thousands of random topics."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from readpath import Judgments, Run, evaluate, measure, read_judgments, read_run
from readpath.measures import reading_model
from readpath.reading.models import ORDERS, ReadingModel, Rest
from slow_effort import (
    EFFORTS,
    GAINS,
    Judged,
    Model,
    Path,
    Result,
    Results,
    Topic,
    average_generalised_precision,
    gains,
    judged_records,
    ranking,
    relevant_documents,
    run_records,
)
from test_effort_against_slow import MODELS, Batch, batch, plainly

OfTopics = dict[str, float | None]

ROUNDING = 1e-12
"""Sums taken in another order differ in the last digits."""

GIVEN = batch(400, 250)
ALL = [*GAINS, *EFFORTS]
ENTRIES = ("T2I(5)", "T2I(5)@3", "ESL(5, 2, 99)")


def around(score: str, model: Model) -> str:
    """A list score around a document score."""
    inner = plainly(score, str(model))
    return f"AgP({inner})" if score in GAINS else f"ANCE({inner})@4"


@cache
def read(given: Batch) -> tuple[Run, Judgments]:
    """A batch, read once for many measures."""
    return read_run(run_records(given.answers)), read_judgments(judged_records(given.assessed))


@cache
def scored(given: Batch, name: str) -> OfTopics:
    """What the topics reach by one measure."""
    scores = evaluate(*read(given), name)
    return dict(scores.by_topic.select("topic", "value").iter_rows())


def with_answers(given: Batch, change: Callable[[Results, Topic], Results]) -> Batch:
    """The same topics with other results."""
    judged = given.assessed
    return Batch({t: change(given.answers[t], judged[t]) for t in judged}, judged)


def pairs(one: OfTopics, other: OfTopics) -> Iterator[tuple[float, float]]:
    """Both values of each topic that has one."""
    assert one.keys() == other.keys()
    for topic, value in one.items():
        again = other[topic]
        assert (value is None) == (again is None)
        if value is not None and again is not None:
            yield value, again


def never_above(low: OfTopics, high: OfTopics) -> bool:
    """No value is above the one of the same topic; the answer is whether some are below."""
    both = list(pairs(low, high))
    assert all(one <= other + ROUNDING for one, other in both)
    return any(one < other - ROUNDING for one, other in both)


def same(one: OfTopics, other: OfTopics) -> bool:
    """All values are the same up to rounding; the answer is whether topics differ."""
    both = list(pairs(one, other))
    assert [pair for pair in both if abs(pair[0] - pair[1]) > ROUNDING] == []
    return len({value for value, _ in both}) > 1


# What is read


@pytest.mark.parametrize(
    "model", [Model("document"), Model("rank"), Model("rank", cost=4)], ids=str
)
def test_the_best_rest_is_best_and_the_worst_is_worst(model: Model) -> None:
    """Of gains; for efforts it is the other way round. No rest at all is worse than any to recall."""
    alike = []
    for score in ALL:
        worst, natural, best = (
            scored(GIVEN, around(score, replace(model, rest=rest)))
            for rest in ("worst", "natural", "best")
        )
        if score in EFFORTS:
            worst, best = best, worst
        told = [never_above(worst, natural), never_above(natural, best)]
        if not all(told):
            alike.append(score)
    assert alike == ["ChP({})@1000", "T2IP({}, 1000)"], "all is read in the end"


@pytest.mark.parametrize("order", ORDERS)
def test_opening_places_never_helps(order: str) -> None:
    for score in ALL:
        cheap, dear = (
            scored(GIVEN, around(score, replace(Model(order), cost=cost))) for cost in (0, 4)
        )
        assert never_above(*((cheap, dear) if score in EFFORTS else (dear, cheap)))


@pytest.mark.parametrize("model", MODELS[::3], ids=str)
def test_more_tolerance_never_lowers_recall(model: Model) -> None:
    found = [scored(GIVEN, f"AgP(T2IR({model}, {n}))") for n in (1, 2, 3, 5, 8, 13, 99)]
    assert [never_above(less, more) for less, more in pairwise(found[:-1])] == [True] * 5
    never_above(found[-2], found[-1])


@pytest.mark.parametrize("model", MODELS[::3], ids=str)
def test_reading_on_never_lowers_recall(model: Model) -> None:
    found = [scored(GIVEN, f"AgP(ChR({model})@{n})") for n in (1, 2, 5, 13, 99)]
    assert [never_above(less, more) for less, more in pairwise(found)] == [True] * 4


def test_gains_are_shares_and_efforts_are_at_least_one() -> None:
    for score, model in product(ALL, MODELS[:6]):
        found = [
            value for value in scored(GIVEN, around(score, model)).values() if value is not None
        ]
        assert all(0 <= value <= 1 + ROUNDING or score in EFFORTS for value in found)
        assert min(found) >= -ROUNDING
        assert max(found) > 0


# The best that can be done


def perfect(_: Results, topic: Topic) -> Results:
    """All highlights in the order of the text, and nothing else."""
    return [
        Result(name, start, end)
        for name in sorted(relevant_documents(topic))
        for start, end in sorted(topic[name].highlights)
        if start < end
    ]


@pytest.mark.parametrize("order", ["document", "rank"])
@pytest.mark.parametrize("rest", ["natural", "stop"])
def test_a_perfect_retrieval_has_precision_one_and_effort_one(order: str, rest: str) -> None:
    model, ideal = Model(order, rest), with_answers(GIVEN, perfect)
    for name in ("AgP(aveChP({}))", "AgP(T2IR({}, 1))", "AgP(ChP({})@1)"):
        assert set(scored(ideal, name.format(model)).values()) == {1.0, None}
    for score in EFFORTS:
        inner = plainly(score, str(model))
        least = [
            scored(ideal, f"{outer}({inner})@{k}") for outer in ("NCE", "ANCE") for k in (1, 9)
        ]
        assert all(abs(value or 0) <= ROUNDING for found in least for value in found.values())
        assert set(scored(ideal, f"CE({inner})@1").values()) == {0.0, None}


def test_starting_at_relevant_text_is_the_least_effort_whatever_follows() -> None:
    ideal = with_answers(GIVEN, perfect)
    assert set(scored(ideal, "ANCE(LE(entry, 1))@9").values()) == {0.0, None}


@pytest.mark.parametrize("outer", ["CE", "NCE", "ANCE"])
def test_no_ranking_costs_less_than_the_ideal_one(outer: str) -> None:
    ideal = with_answers(GIVEN, perfect)
    for k, nr in product((1, 2, 5, 20), (5, 2.5)):
        name = f"{outer}(LE(6), nr={nr})@{k}"
        assert never_above(scored(ideal, name), scored(GIVEN, name))


# What changes nothing, or never helps


def halves(result: Result) -> list[Result]:
    middle = (result.start + result.end + 1) // 2
    return [replace(result, end=middle), replace(result, start=middle)]


@pytest.mark.parametrize("model", MODELS[::5], ids=str)
def test_touching_parts_are_read_like_the_whole(model: Model) -> None:
    split = with_answers(GIVEN, lambda results, _: [half for r in results for half in halves(r)])
    told = [
        same(scored(GIVEN, around(score, model)), scored(split, around(score, model)))
        for score in ALL
    ]
    assert sum(told) > len(ALL) / 2


def test_an_irrelevant_tail_never_helps() -> None:
    def longer(results: Results, topic: Topic) -> Results:
        worthless = {*topic, "x1", "x2"} - relevant_documents(topic) - set(ranking(results))
        return [*results, *(Result(name, 0, 20) for name in sorted(worthless))]

    tailed = with_answers(GIVEN, longer)
    for score in ALL:
        name = around(score, Model())
        assert same(scored(GIVEN, name), scored(tailed, name))
    for name in ENTRIES:
        never_above(*sorted_by_use(name, scored(GIVEN, name), scored(tailed, name)))
    assert scored(GIVEN, "T2I(5)") != scored(tailed, "T2I(5)")


def sorted_by_use(name: str, before: OfTopics, after: OfTopics) -> tuple[OfTopics, OfTopics]:
    """The values that must not be the higher ones first."""
    return (before, after) if name.startswith("ESL") else (after, before)


def test_passages_in_the_order_of_the_text_are_ranked_as_they_are_read() -> None:
    ordered = with_answers(GIVEN, lambda results, _: sorted(results, key=lambda r: r.start))
    for score in ALL:
        one, other = (
            scored(ordered, around(score, Model(order))) for order in ("document", "rank")
        )
        assert same(one, other)


def test_an_entry_point_at_the_start_is_no_entry_point() -> None:
    moved = with_answers(
        GIVEN, lambda results, _: [Result(name, 0, 0) for name in ranking(results)]
    )
    for score, order in product(ALL, ("document", "rank", "entry")):
        assert same(
            scored(moved, around(score, Model("sequential"))),
            scored(moved, around(score, Model(order))),
        )


# Scale


def scaled(given: Batch, by: int) -> Batch:
    """Documents so many times as long, with all that is in them."""
    return Batch(
        {
            topic: [Result(each.document, each.start * by, each.end * by) for each in results]
            for topic, results in given.answers.items()
        },
        {
            topic: {
                name: Judged(
                    tuple((start * by, end * by) for start, end in each.highlights),
                    None if each.length is None else each.length * by,
                )
                for name, each in judged.items()
            }
            for topic, judged in given.assessed.items()
        },
    )


@pytest.mark.parametrize("model", [Model("document", cost=3), Model("rank", "worst", 2)], ids=str)
@pytest.mark.parametrize(
    "name",
    [
        "AgP(ChP({})@%d)",
        "AgP(ChR({})@%d)",
        "AgP(T2IP({}, %d))",
        "AgP(T2IR({}, %d))",
        "AgP(T2IF({}, %d))",
        "ANCE(LE({}, %d))@4",
    ],
)
@pytest.mark.parametrize("amount", [1, 7, 20])
def test_amounts_grow_with_the_text(name: str, model: Model, amount: int) -> None:
    """A screen shows the first relevant character if and only if one 100 times as large does."""
    longer = replace(model, cost=model.cost * 100)
    small, large = (scored(GIVEN, (name % amount).format(model)), scaled(GIVEN, 100))
    same(small, scored(large, (name % (amount * 100)).format(longer)))


@pytest.mark.parametrize("name", ["T2I(%d)", "T2I(%d)@3", "ESL(%d, 2)"])
def test_tolerance_of_entry_points_grows_with_the_text(name: str) -> None:
    assert same(scored(GIVEN, name % 5), scored(scaled(GIVEN, 100), name % 500))


def smoothly(path: Path, highlighted: int) -> float:
    """Average precision if characters were infinitely small: the mean of (r + t) / (r + q + t)."""
    found = wasted = 0
    parts = []
    for relevant, stretch in groupby(path):
        m = len(list(stretch))
        if relevant:
            parts.append(m - (wasted * math.log1p(m / (found + wasted)) if wasted else 0.0))
        found, wasted = found + m * relevant, wasted + m * (not relevant)
    return math.fsum(parts) / highlighted


def stepwise(path: Path, highlighted: int) -> float:
    """How much more a sum of steps of 1 can be: precision rises by less than 1 in each stretch."""
    return sum(relevant for relevant, _ in groupby(path)) / highlighted


@pytest.mark.parametrize("by", [1, 100, 10**8])
@pytest.mark.parametrize("order", ORDERS)
def test_average_precision_comes_near_to_that_of_text_without_grain(order: str, by: int) -> None:
    """Steps of 1/by lie above the curve, by less than its rise in each stretch, over by."""
    found, model = scored(scaled(GIVEN, by), f"AgP(aveChP({order}))"), Model(order)
    for topic, judged in GIVEN.assessed.items():
        results = GIVEN.answers[topic]
        curve, steps = (gains(each, results, judged, model) for each in (smoothly, stepwise))
        highest = [value + step / by for value, step in zip(curve, steps, strict=True)]
        low, high = (
            average_generalised_precision(each, results, judged) for each in (curve, highest)
        )
        value = found[topic]
        if value is None or low is None or high is None:
            assert value is low is high is None
        else:
            assert low - ROUNDING <= value <= high + ROUNDING


# Names

COSTS = st.integers(0, 10**9)
RESTS: list[Rest] = ["natural", "best", "worst", "stop"]


@settings(deadline=None)
@given(st.sampled_from(sorted(ORDERS)), st.sampled_from(RESTS), COSTS)
def test_the_names_of_reading_models_are_read_back(order: str, rest: Rest, cost: int) -> None:
    model = ReadingModel(order, rest=rest, passage_cost=cost)
    assert reading_model(str(model)) == model
    assert str(reading_model(str(model))) == str(model)
    name = f"AgP(aveChP({model}))"
    score = measure(name).score
    assert str(measure(name)) == name
    assert score is not None
    assert score.model == model


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("document", "document"),
        ("document()", "document"),
        ("rank( 'best' )", "rank(rest='best')"),
        ('rank(rest="best")', "rank(rest='best')"),
        ("rank(rest='natural')", "rank"),
        ("entry(passage_cost=5, rest='stop')", "entry(rest='stop', passage_cost=5)"),
        ("document('stop', 5)", "document(rest='stop', passage_cost=5)"),
    ],
)
def test_what_is_as_by_default_is_left_out_of_a_name(written: str, normal: str) -> None:
    assert str(reading_model(written)) == normal


def test_topics_of_these_laws_are_many() -> None:
    relevant = [relevant_documents(judged) for judged in GIVEN.assessed.values()]
    assert sum(map(bool, relevant)) > 150
    assert max(map(len, relevant)) > 3
