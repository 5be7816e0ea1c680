"""Reading effort against the slow implementation, on thousands of random topics.

Many topics are scored in one call, so that the lists of all of them lie end to end. Results overlap,
touch, repeat, are empty, are interleaved, point at nothing or end past their document; documents
have no highlighted text, no known length, or are not judged; topics have no relevant text, no
results, or no judgments.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, product
from pathlib import Path

import pytest

from readpath import Policy, Run, evaluate, read_run
from readpath.errors import EvidenceError, RunError
from readpath.reading.models import ORDERS, ReadingModel
from slow_effort import (
    ABSENT,
    EFFORTS,
    GAINS,
    Judged,
    Model,
    Result,
    Results,
    Topic,
    average_generalised_precision,
    averaged,
    cumulated,
    efforts,
    entry_precision,
    gains,
    generalised_precision,
    judged_records,
    length,
    normalised,
    random_topic,
    ranking,
    relevant_documents,
    run_lines,
    run_records,
    search_length,
)

TOLERANCE = 1e-10
RESTS, COSTS = ("natural", "best", "worst", "stop"), (0, 1, 7)
MODELS = [Model(*each) for each in product(ORDERS, RESTS, COSTS)]

Values = dict[tuple[str, str], float | None]
"""By measure and topic."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Topics that are scored in one call."""

    answers: Mapping[str, Results]
    assessed: Mapping[str, Topic]


@cache
def batch(seed: int, topics: int = 50, *, absent: bool = False) -> Batch:
    """Random topics; some have no results, and some no judgments."""
    rng = random.Random(seed)
    drawn = {f"t{number}": random_topic(rng, absent=absent) for number in range(topics)}
    return Batch(
        {topic: results for topic, (results, _) in drawn.items()},
        {topic: judged for topic, (_, judged) in drawn.items() if judged},
    )


def values(
    run: Run | list[dict[str, object]],
    assessed: Mapping[str, Topic],
    names: list[str],
    *,
    reading: str | None = None,
    policy: Policy | None = None,
) -> Values:
    """What a run reaches, by measure and topic."""
    scores = evaluate(run, judged_records(assessed), names, reading=reading, policy=policy)
    rows = scores.by_topic.select("measure", "topic", "value").iter_rows()
    return {(name, topic): value for name, topic, value in rows}


def differences(found: Values, expected: Values) -> list[tuple[object, ...]]:
    """Where two implementations disagree: measure, topic, and both values."""
    assert found.keys() == expected.keys()
    different: list[tuple[object, ...]] = []
    for key, exact in expected.items():
        fast = found[key]
        close = fast is not None and exact is not None and abs(fast - exact) <= TOLERANCE
        if not close and fast is not exact:
            different.append((*key, fast, exact))
    return different


def document_values(given: Batch, model: Model, written: str) -> Values:
    """AgP and gP@3 of all gains, computed slowly; `written` stands for the model in names."""
    expected: Values = {}
    for name, score in GAINS.items():
        inner = plainly(name, written)
        for topic, judged in given.assessed.items():
            results = given.answers[topic]
            each = gains(score, results, judged, model)
            mean = average_generalised_precision(each, results, judged)
            expected[f"AgP({inner})", topic] = mean
            expected[f"gP({inner})@3", topic] = generalised_precision(each, 3)
    return expected


def plainly(name: str, written: str) -> str:
    """A name with a reading model in it, or with none."""
    return name.format(written).replace("(, ", "(").replace("()", "")


def names_of(expected: Values) -> list[str]:
    return list(dict.fromkeys(name for name, _ in expected))


# Document scores


@pytest.mark.parametrize("number", range(len(MODELS)), ids=lambda number: str(MODELS[number]))
def test_every_path_score_of_every_reading_model(number: int) -> None:
    """The model is named by the measure for some, and for the whole evaluation for others."""
    model, given = MODELS[number], batch(number)
    named = number % 2 == 0
    expected = document_values(given, model, str(model) if named else "")
    found = values(
        run_records(given.answers),
        given.assessed,
        names_of(expected),
        reading=None if named else str(model),
    )
    assert differences(found, expected) == []


@pytest.mark.parametrize("order", ORDERS)
def test_elements_that_do_not_exist_show_nothing(order: str, tmp_path: Path) -> None:
    given, model = batch(100, 100, absent=True), Model(order)
    (tmp_path / "a.run").write_text(run_lines(given.answers))
    run = read_run(tmp_path / "a.run")
    expected = document_values(given, model, order)
    policy = Policy(interleaved="merge")
    assert (
        differences(values(run, given.assessed, names_of(expected), policy=policy), expected) == []
    )


@pytest.mark.parametrize("model", [Model("document"), Model("rank", "worst", 3), Model("entry")])
def test_results_that_come_back_to_a_document_can_be_dropped(model: Model) -> None:
    given = batch(101, 150)
    left = Batch({t: first_blocks(r) for t, r in given.answers.items()}, given.assessed)
    expected = document_values(left, model, str(model))
    policy, names = Policy(interleaved="drop"), names_of(expected)
    found = values(run_records(given.answers), given.assessed, names, policy=policy)
    assert differences(found, expected) == []
    assert found != values(run_records(given.answers), given.assessed, names)


def first_blocks(results: Results) -> Results:
    """What is left of results when those that come back to a document are dropped."""
    blocks: dict[str, list[Result]] = {}
    for document, block in groupby(results, key=lambda result: result.document):
        blocks.setdefault(document, list(block))
    return [result for block in blocks.values() for result in block]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("cost", COSTS)
def test_whole_documents_are_read_from_their_start_whatever_the_order(
    order: str, cost: int
) -> None:
    given, model = with_lengths(batch(102, 60)), Model(order, cost=cost)
    ranked = {topic: ranking(results) for topic, results in given.answers.items()}
    records: list[dict[str, object]] = [
        {"topic": topic, "document": name} for topic, names in ranked.items() for name in names
    ]
    whole = {
        topic: [whole_document(name, given.assessed.get(topic, {})) for name in names]
        for topic, names in ranked.items()
    }
    expected = document_values(Batch(whole, given.assessed), model, str(model))
    assert differences(values(records, given.assessed, names_of(expected)), expected) == []
    from_start = document_values(
        Batch(whole, given.assessed), Model("sequential", cost=cost), str(model)
    )
    assert expected == from_start


def with_lengths(given: Batch) -> Batch:
    """The same with a length for each relevant document; the ends of others need not be known."""
    return Batch(
        given.answers,
        {
            topic: {
                name: replace(each, length=length([], each) + 9)
                if each.length is None and name in relevant_documents(judged)
                else each
                for name, each in judged.items()
            }
            for topic, judged in given.assessed.items()
        },
    )


def test_other_lengths_may_be_unknown() -> None:
    given = with_lengths(batch(102, 60))
    returned = [
        judged[name].length
        for topic, judged in given.assessed.items()
        for name in ranking(given.answers[topic])
        if name in judged
    ]
    assert None in returned


def test_whole_documents_of_unknown_length_have_no_path() -> None:
    """It is a relevant document that is returned of which the length must be known."""
    given, refused = batch(102, 60), []
    for topic, judged in given.assessed.items():
        ranked = ranking(given.answers[topic])
        records: list[dict[str, object]] = [{"topic": topic, "document": each} for each in ranked]
        unknown = {name for name in relevant_documents(judged) if judged[name].length is None}
        if not records:
            continue
        if unknown & set(ranked):
            with pytest.raises(EvidenceError, match=r"how long document d. is, is not known"):
                values(records, {topic: judged}, ["AgP(aveChP)"])
        else:
            values(records, {topic: judged}, ["AgP(aveChP)"])
        refused.append(bool(unknown & set(ranked)))
    assert 5 < sum(refused) < len(refused) - 5


def whole_document(name: str, topic: Topic) -> Result:
    """All that is known of a document."""
    judged = topic.get(name, Judged())
    return Result(name, 0, length([], judged) if judged.length is None else judged.length)


def test_text_that_is_shown_twice_is_refused_where_that_is_forbidden() -> None:
    given, policy = batch(103), Policy(overlap="forbid")
    with pytest.raises(RunError, match="share text"):
        values(run_records(given.answers), given.assessed, ["AgP(aveChP)"], policy=policy)


# Cumulated effort


def effort_values(given: Batch, model: Model, nr: float, k: int) -> Values:
    """CE, NCE and ANCE of all efforts, computed slowly.

    None of them has a value where no document is relevant: all would reward that alike.
    """
    expected: Values = {}
    for name, score in EFFORTS.items():
        inner = f"{plainly(name, str(model))}, nr={nr}"
        for topic, judged in given.assessed.items():
            spent = efforts(score, given.answers[topic], judged, model, k=k, nr=nr)
            relevant = len(relevant_documents(judged))
            found = (
                cumulated(spent)[-1],
                normalised(spent, relevant, nr)[-1],
                averaged(spent, relevant, nr),
            )
            for outer, value in zip(("CE", "NCE", "ANCE"), found, strict=True):
                expected[f"{outer}({inner})@{k}", topic] = value if relevant else None
    return expected


@pytest.mark.parametrize("number", range(len(MODELS)), ids=lambda number: str(MODELS[number]))
def test_cumulated_effort_of_every_reading_model(number: int) -> None:
    """Most lists are shorter than the last cut-offs."""
    given, expected = batch(200 + number, 40), Values()
    for k, nr in ((1, 5), (2, 2.5), (4, 5), (30, 9)):
        expected |= effort_values(given, MODELS[number], nr, k)
    found = values(run_records(given.answers), given.assessed, names_of(expected))
    assert differences(found, expected) == []


# Ranked entry points


@pytest.mark.parametrize("seed", range(300, 306))
def test_tolerance_to_irrelevance_is_what_a_reader_meets(seed: int, tmp_path: Path) -> None:
    given, expected = batch(seed, 200, absent=True), Values()
    (tmp_path / "a.run").write_text(run_lines(given.answers))
    for topic, judged in given.assessed.items():
        results = given.answers[topic]
        for n, k in product((1, 4, 12, 300), (None, 1, 3, 20)):
            name = f"T2I({n})" + (f"@{k}" if k else "")
            expected[name, topic] = entry_precision(results, judged, n, k)
        for n, wanted in product((1, 12, 300), (1, 2, 5)):
            name = f"ESL({n}, {wanted}, 99)"
            expected[name, topic] = search_length(results, judged, n, wanted, 99)
    found = values(read_run(tmp_path / "a.run"), given.assessed, names_of(expected))
    assert differences(found, expected) == []


# What was compared


def test_all_models_were_compared() -> None:
    """All that the package brings along; others may have been registered since."""
    own = {name for name, order in ORDERS.items() if order.__module__ == ReadingModel.__module__}
    assert {model.order for model in MODELS} == own
    assert len({str(model) for model in MODELS}) == len(own) * len(RESTS) * len(COSTS)
    for model in MODELS:
        package = ReadingModel(model.order, rest=model.rest, passage_cost=model.cost)  # type: ignore[arg-type]
        assert str(package) == str(model)


def test_every_comparison_told_something() -> None:
    """No measure was the same for every topic that it was compared on."""
    given, model = batch(1, 80), Model("rank", "worst", 1)
    expected = document_values(given, model, "rank") | effort_values(given, model, 5, 4)
    for name in names_of(expected):
        of_topics = {value for (other, _), value in expected.items() if other == name}
        assert len(of_topics - {None}) > 2, name


def test_models_were_told_apart() -> None:
    """Each differs from each other one, but for what is done with a rest where there is none."""
    given, found = batch(2, 30), {}
    for model in MODELS:
        each = document_values(given, model, "") | effort_values(given, model, 5, 4)
        found[model] = {key: value for key, value in each.items() if not key[0].startswith("gP")}
    for model, other in product(MODELS, MODELS):
        whole = model.order in ("sequential", "entry") and model.order == other.order
        same = model == other or (whole and model.cost == other.cost)
        values_alike = list(found[model].values()) == list(found[other].values())
        assert values_alike == same, f"{model} and {other}"


def test_the_topics_were_as_odd_as_promised() -> None:
    given = batch(100, 100, absent=True)
    pairs = [(given.answers[topic], judged) for topic, judged in given.assessed.items()]
    results = [(each, judged) for answers, judged in pairs for each in answers]
    assert any(not answers for answers, _ in pairs)
    assert len(given.assessed) < len(given.answers)
    assert any(not relevant_documents(judged) for _, judged in pairs)
    assert any(len(set(answers)) < len(answers) for answers, _ in pairs)
    assert any(first_blocks(answers) != answers for answers, _ in pairs)
    assert any(each.start == ABSENT for each, _ in results)
    assert any(each.start == each.end != ABSENT for each, _ in results)
    assert any(each.document not in judged for each, judged in results)
    judged_documents = [each for _, judged in pairs for each in judged.values()]
    assert any(each.length is None for each in judged_documents)
    assert any(end > (each.length or 99) for each in judged_documents for _, end in each.highlights)
    known = [(r, judged[r.document].length) for r, judged in results if r.document in judged]
    assert any(each.end > size for each, size in known if size)
