"""Curves: each point is what evaluate says, and what cannot be drawn is refused."""

from __future__ import annotations

import re
from typing import Any

import polars as pl
import pytest

from readpath import Policy, Units, curve, demo, evaluate
from readpath.curves import POINTS
from readpath.errors import MeasureError, OptionError, ReadpathError

PASSAGES = demo.run("passages")
GOLD = demo.judgments()

RECALL = [number / 100 for number in range(101)]
RANKS = [float(number) for number in range(1, 51)]
AMOUNTS = [float(number) for number in range(100, 3001, 100)]


def drawn(name: str, points: Any = None, **options: Any) -> pl.DataFrame:  # noqa: ANN401
    return curve(PASSAGES, GOLD, name, points, **options)


def xs(table: pl.DataFrame) -> list[float]:
    """The places at which a curve of means was computed."""
    return table.filter(topic="all")["x"].to_list()


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("iP@x", [0, 0.01, 0.29, 0.5, 1]),
        ("iP[x]", [0, 0.1, 1]),
        ("gP(F(0.25))@x", [1, 2, 5, 50]),
        ("P@x", [1, 10]),
        ("Recall@x", [1, 3]),
        ("Recall@xchars", [1, 500, 2000]),
        ("Recall@x chars", [500]),
        ("gP(ChP@x)@10", [1, 300, 10_000]),
        ("gP(ChP@xseconds)@10", [1, 30]),
        ("AgP(T2IF(x))", [1, 300, 2000]),
        ("AgP(T2IF(x seconds))", [2, 12.5]),
        ("AgP(T2IF(rank, x))", [300]),
        ("AgP(T2IF(300, beta=x))", [0.25, 1]),
        ("AgP(aveChP(rank(passage_cost=x)))", [1, 50]),
        ("NCE(LE(300))@x", [1, 600]),
        ("ANCE(LE(x))@600", [300, 2000]),
        ("AgP(BEP(x))", [100, 1000]),
        ("T2I(x)@10", [1, 300]),
        ("ESL(300, wanted=x)", [1, 2, 5]),
        ("gP(exp)@x", [1, 5]),
    ],
)
def test_every_point_is_what_evaluate_says(name: str, points: list[float]) -> None:
    run = demo.run("entries") if "BEP" in name else PASSAGES
    table = curve(run, GOLD, name, points)
    assert table.columns == ["run", "topic", "measure", "x", "value"]
    assert set(table["measure"]) == {name}
    for x in points:
        filled = re.sub(r"\bx", f"{x:g}", name)
        expected = evaluate(run, GOLD, filled).long(by_topic=True)
        found = table.filter(pl.col("x") == x)
        assert found["topic"].to_list() == expected["topic"].to_list()
        assert found["value"].to_list() == expected["value"].to_list(), filled
    assert len(table) == 13 * len(points), "12 topics and their mean"


def test_recall_is_reached_exactly_at_each_point() -> None:
    """29/100 is no double; a recall of just so much reaches it all the same."""
    run: list[dict[str, object]] = [{"topic": "1", "document": "d", "start": 0, "end": 29}]
    gold: list[dict[str, object]] = [{"topic": "1", "document": "d", "start": 0, "end": 100}]
    values = curve(run, gold, "iP@x").filter(topic="1")["value"].to_list()
    assert values == [1.0] * 30 + [0.0] * 71


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("iP@x", RECALL),
        ("iP[x]", RECALL),
        ("iP(levels='floor')@x", RECALL),
        ("P@x", RANKS),
        ("AgP(F(0.25))@x", RANKS),
        ("NCE(LE(300))@x", RANKS),
        ("Recall@x", RANKS),
        ("T2I@x", RANKS),
        ("Recall@xchars", AMOUNTS),
        ("gP(ChP@x)@10", AMOUNTS),
        ("AgP(T2IF(x))", AMOUNTS),
        ("ANCE(LE(x))@600", AMOUNTS),
        ("T2I(x)@10", AMOUNTS),
    ],
)
def test_without_points_the_kind_of_x_decides(name: str, points: list[float]) -> None:
    assert xs(drawn(name)) == points


def test_the_kinds_of_x_and_their_points_are_these() -> None:
    assert POINTS == {"level": "0:1:0.01", "rank": "1:50", "amount": "100:3000:100"}


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ("0:1:0.5", [0, 0.5, 1]),
        ("0:1:0.3", [0, 0.3, 0.6, 0.9]),
        ("0.1:0.3:0.1", [0.1, 0.2, 0.3]),
        ("0:1", [0, 1]),
        ("1:1", [1]),
        ("0:0.5", [0]),
        ("0:1:2", [0]),
        ([1, 0, 0.5], [0, 0.5, 1]),
        ((x / 4 for x in range(3)), [0, 0.25, 0.5]),
        ([0.5, 0.5], [0.5]),
        ([0.1 + 0.2], [0.1 + 0.2]),
        ([0.00001], [0.00001]),
    ],
    ids=str,
)
def test_points_are_a_range_or_a_list(points: Any, expected: list[float]) -> None:  # noqa: ANN401
    assert xs(drawn("iP@x", points)) == expected


def test_runs_topics_and_measures_keep_their_order() -> None:
    table = curve({"b": PASSAGES, "a": demo.run("articles")}, GOLD, ["P@x", "gR@x"], "1:2")
    assert table["run"].unique(maintain_order=True).to_list() == ["b", "a"]
    assert table["topic"].unique(maintain_order=True).to_list() == [*GOLD.topics, "all"]
    one = table.filter(run="b", topic="all")
    assert one.select("measure", "x").rows() == [
        ("P@x", 1.0), ("P@x", 2.0), ("gR@x", 1.0), ("gR@x", 2.0)
    ]  # fmt: skip


def test_each_measure_has_its_own_usual_points() -> None:
    table = drawn(["iP@x", "P@x"])  # type: ignore[arg-type]
    assert xs(table.filter(measure="iP@x")) == RECALL
    assert xs(table.filter(measure="P@x")) == RANKS


def test_options_are_those_of_evaluate() -> None:
    points = [1, 5]
    some = drawn("P@x", points, topics=["01", "03"])
    assert some["topic"].unique(maintain_order=True).to_list() == ["01", "03", "all"]
    read = drawn("AgP(T2IF(x))", [300], reading="rank(rest='stop')")
    expected = evaluate(PASSAGES, GOLD, "AgP(T2IF(300))", reading="rank(rest='stop')")
    assert read.filter(topic="all")["value"].to_list() == expected.means["value"].to_list()
    assert drawn("P@x", [1], policy=Policy(interleaved="merge"))["value"].null_count() == 0
    texts = dict.fromkeys(PASSAGES.table["document"].unique(), "word " * 9000)
    words = drawn("Recall@x words", [50], units=Units(texts))
    assert words.filter(topic="all")["value"].item() > 0


def test_a_baseline_has_its_own_curves() -> None:
    table = drawn("AgP(T2IF(x))", [300, 600], baseline=True).filter(pl.col("topic") != "all")
    names = ["passages", "passages as documents", "passages − passages as documents"]
    assert table["run"].unique(maintain_order=True).to_list() == names
    own, other, gain = (table.filter(run=name)["value"] for name in names)
    assert (own - other).to_list() == gain.to_list()


def test_topics_without_a_value_have_a_point_without_one() -> None:
    gold: list[dict[str, object]] = [
        {"topic": "1", "document": "d", "start": 0, "end": 9},
        {"topic": "2", "document": "d", "start": None, "end": None},
    ]
    run = [{"topic": "1", "document": "d", "start": 0, "end": 9}]
    table = curve(run, gold, "iP@x", [0, 1])
    assert table.filter(topic="2")["value"].to_list() == [None, None]
    assert table.filter(topic="all")["value"].to_list() == [1, 1]


# What is refused


@pytest.mark.parametrize("name", ["AiP", "AgP(F(0.25))", "nDCG(exp)@10", "gP(exp)@5", "maxP@5"])
def test_a_name_without_x_has_no_curve(name: str) -> None:
    message = f"{name} has no x to draw a curve over; write for example iP@x"
    with pytest.raises(MeasureError, match=re.escape(message)):
        drawn(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("iQ@x", "unknown measure 'iQ'"),
        ("AgP(T2IF(x wrods))", "unknown unit 'wrods'; did you mean words?"),
        ("AgP(x)", "AgP needs a document score"),
        ("bpref@x", "bpref takes no cut-off; not @1"),
    ],
)
def test_a_measure_that_does_not_exist_is_refused(name: str, message: str) -> None:
    with pytest.raises(MeasureError, match=re.escape(message)):
        drawn(name)


@pytest.mark.parametrize(
    "points", ["0.5", "a:b", "0:1:0", "0:1:x", ":", "0:1:", "0:1:0.1:5", "0:nan"]
)
def test_points_that_are_no_range_are_refused(points: str) -> None:
    message = f"points {points!r} are not from:to or from:to:step"
    with pytest.raises(OptionError, match=re.escape(message)):
        drawn("iP@x", points)


@pytest.mark.parametrize(
    "points", ["1:0", "1:0.5", "1:0:0.1", "0:1:-0.5", "1:0:-0.5", "1:1000000000"]
)
def test_a_range_ascends_and_is_not_too_long(points: str) -> None:
    message = f"points {points!r} are not from 1 to 10,000 ascending values"
    with pytest.raises(OptionError, match=re.escape(message)):
        drawn("P@x", points)


@pytest.mark.parametrize("points", [[], [float("nan")], [float("inf")], ["1", "two"]], ids=str)
def test_points_that_are_no_numbers_are_refused(points: Any) -> None:  # noqa: ANN401
    with pytest.raises(ReadpathError, match="points"):
        drawn("P@x", points)


def test_a_curve_is_of_some_measure() -> None:
    with pytest.raises(ReadpathError, match="measure"):
        curve(PASSAGES, GOLD, [])


@pytest.mark.parametrize(
    ("name", "points"), [("iP@x", [0.5, 1.5]), ("P@x", [0]), ("P@x", [1.5]), ("AgP(T2IF(x))", [-3])]
)
def test_points_where_a_measure_has_no_meaning_are_refused(name: str, points: list[float]) -> None:
    with pytest.raises(MeasureError):
        drawn(name, points)
