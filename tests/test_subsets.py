"""Scores broken down by attributes of topics and runs, wherever these come from."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import readpath as rp
from readpath import demo
from readpath.analysis.subsets import in_classes
from readpath.errors import OptionError

EFFORT = "ANCE(LE(300))@10"


@pytest.fixture(scope="module")
def scores() -> rp.Scores:
    """The demonstration's three runs on its twelve topics, 01 to 12."""
    return rp.evaluate(demo.runs(), demo.judgments(), ["AP", EFFORT])


def mean_of(scores: rp.Scores, run: str, topics: list[str], measure: str = "AP") -> float:
    values = [scores.value(run, measure, topic) for topic in topics]
    there = [value for value in values if value is not None]
    return sum(there) / len(there)


KINDS = [
    {"topic": f"{n:02}", "query": "keyword" if n % 3 else "structured", "year": 2009 + n // 7}
    for n in range(1, 13)
]


def test_means_of_each_class_are_over_its_topics(scores: rp.Scores) -> None:
    table = rp.breakdown(scores, KINDS).table
    assert table["attribute"].unique(maintain_order=True).to_list() == ["query", "year"]
    row = table.row(
        by_predicate=(pl.col("class") == "structured")
        & (pl.col("run") == "passages")
        & (pl.col("measure") == "AP"),
        named=True,
    )
    assert row["topics"] == 4
    assert row["mean"] == pytest.approx(mean_of(scores, "passages", ["03", "06", "09", "12"]))
    assert len(table) == 2 * 2 * 3 * 2


@pytest.mark.parametrize("form", ["records", "frame", "csv", "jsonl"])
def test_attributes_may_come_in_any_form(scores: rp.Scores, form: str, tmp_path: Path) -> None:
    frame, file = pl.DataFrame(KINDS), tmp_path / f"kinds.{form}"
    frame.write_csv(file) if form == "csv" else file.write_text(
        "".join(json.dumps(row) + "\n" for row in KINDS)
    )
    given: Any = {"records": KINDS, "frame": frame, "csv": str(file), "jsonl": file}[form]
    assert rp.breakdown(scores, given).table.equals(rp.breakdown(scores, KINDS).table)


def test_a_dict_gives_each_topic_its_kind(scores: rp.Scores) -> None:
    broken = rp.breakdown(scores, {str(row["topic"]): row["query"] for row in KINDS})
    expected = rp.breakdown(scores, [{k: r[k] for k in ("topic", "query")} for r in KINDS])
    assert broken.table.drop("attribute").equals(expected.table.drop("attribute"))


def test_a_pattern_finds_kinds_in_names(scores: rp.Scores) -> None:
    by_group = rp.breakdown(scores, re.compile(r"^(?P<first>.)(.)$")).table
    assert by_group["attribute"].unique(maintain_order=True).to_list() == ["first", "group 2"]
    tens = by_group.filter(pl.col("attribute") == "first", pl.col("class") == "1")
    assert tens["topics"].unique().to_list() == [3]
    without = rp.breakdown(scores, re.compile("^0")).table
    assert dict(without.select("class", "topics").rows()) == {"matches": 9, "does not match": 3}


def test_judgments_part_topics_with_few_from_those_with_many_relevant_documents(
    scores: rp.Scores,
) -> None:
    judgments = demo.judgments()
    counts = dict(zip(judgments.topics, judgments.judged.relevant_documents, strict=True))
    few = [topic for topic, count in counts.items() if count <= 4]
    table = rp.breakdown(scores, judgments).table
    assert table["class"].unique(maintain_order=True).to_list() == ["1 to 4", "5 to 9"]
    row = table.filter(pl.col("class") == "1 to 4", run="articles", measure="AP").row(0, named=True)
    assert row["topics"] == len(few) == 6
    assert row["mean"] == pytest.approx(mean_of(scores, "articles", few))


def test_runs_are_grouped_and_the_best_of_each_group_named(scores: rp.Scores) -> None:
    kinds = [
        {"run": "articles", "unit": "whole"},
        {"run": "passages", "unit": "part"},
        {"run": "entries", "unit": "part"},
    ]
    table = rp.breakdown(scores, kinds).table
    expected = rp.breakdown(scores, {r["run"]: r["unit"] for r in kinds}, of="run").table
    assert table.drop("attribute").equals(expected.drop("attribute"))
    for measure, least in (("AP", max), (EFFORT, min)):
        row = table.filter(pl.col("class") == "part", measure=measure).row(0, named=True)
        means = {run: scores.value(run, measure) or 0.0 for run in ("passages", "entries")}
        assert row["runs"] == 2
        assert row["mean"] == pytest.approx(sum(means.values()) / 2)
        assert row["best"] == pytest.approx(least(means.values()))
        assert row["best_run"] == next(run for run, mean in means.items() if mean == row["best"])


def test_topics_that_nothing_is_said_of_are_a_class_of_their_own(scores: rp.Scores) -> None:
    broken = rp.breakdown(scores, [*KINDS[:10], {"topic": "99", "query": "keyword"}])
    row = broken.table.filter(pl.col("class") == "(none)", attribute="query").row(0, named=True)
    assert row["topics"] == 2
    assert broken.notes == (
        "1 topic without scores left out: 99",
        "2 topics without attributes: 11, 12",
    )
    assert "2 topics without attributes" in str(broken)


def test_undefined_values_are_left_out_of_means() -> None:
    table = pl.DataFrame(
        {"run": "a", "topic": ["1", "2", "3"], "measure": "AP", "value": [0.5, None, 0.1]}
    )
    broken = rp.breakdown(rp.Scores(table), {"1": "x", "2": "x", "3": "y"}).table
    assert broken.select("class", "mean", "topics").rows() == [("x", 0.5, 1), ("y", 0.1, 1)]


@pytest.mark.parametrize(
    ("values", "classes"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8], ["1 to 4"] * 4 + ["5 to 8"] * 4),
        (["1", "2", "3", "4", "5", "6", "10.5", None],
         ["1 to 4", "1 to 4", "1 to 4", "1 to 4", *["5 to 10.5"] * 3, None]),
        ([1, 2, 1, 2, 1, 2, 1, 2], ["1", "2"] * 4),
        (["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"], None),
        ([10, 20, 30, 40, 50, 60, 70, 100], ["10 to 40"] * 4 + ["50 to 100"] * 4),
    ],
)  # fmt: skip
def test_many_numbers_are_split_at_their_median(
    values: list[object], classes: list[str | None] | None
) -> None:
    assert in_classes(pl.Series("x", values)).to_list() == (classes or values)


def test_classes_of_numbers_are_ordered_by_size() -> None:
    scores = pl.DataFrame(
        {"run": "a", "topic": ["1", "2", "3"], "measure": "AP", "value": [0.5, 0.3, 0.1]}
    )
    broken = rp.breakdown(rp.Scores(scores), {"1": 10, "2": 9, "3": 100})
    assert broken.table["class"].to_list() == ["9", "10", "100"]


def test_tables_for_papers_mark_the_best_of_each_class(scores: rp.Scores) -> None:
    broken = rp.breakdown(scores, {"01": "x", "02": "y"})
    best = max(scores.value(run, "AP", "01") or 0 for run in scores.runs)
    assert rf"\textbf{{{best:.4f}}}" in broken.latex()
    assert "| run | x (1 topic) | y (1 topic) | (none) (10 topics) |" in broken.markdown()
    least = min(scores.value(run, EFFORT, "02") or 0 for run in scores.runs)
    assert f"<b>{least:.4f}</b>" in broken._repr_html_()
    assert broken.csv().splitlines()[0] == "attribute,class,run,measure,mean,topics"
    assert json.loads(broken.json())["breakdown"] == broken.table.to_dicts()


@pytest.mark.parametrize(
    ("attributes", "problem"),
    [
        ([{"query": "1", "kind": "x"}], "need a column topic or a column run, and one more"),
        ([{"topic": "01"}], "need a column topic or a column run, and one more"),
        ([{"topic": "01", "run": "a", "x": "y"}], "need a column topic or a column run"),
        ([{"topic": "1", "kind": "x"}], r"none of the topics with attributes \(1\) has scores"),
        ([{"topic": "01", "k": "x"}, {"topic": "01", "k": "y"}], "topic 01 has attributes twice"),
    ],
)
def test_attributes_that_do_not_fit_are_refused(
    scores: rp.Scores, attributes: list[dict[str, str]], problem: str
) -> None:
    with pytest.raises(OptionError, match=problem):
        rp.breakdown(scores, attributes)
    with pytest.raises(OptionError, match="unknown thing to break down by 'measure'"):
        rp.breakdown(scores, {"AP": "x"}, of="measure")
