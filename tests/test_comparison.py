"""Comparing runs: every two of them on every measure, as numbers and as tables for a paper."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import readpath as rp
from readpath import demo
from readpath.analysis.grids import blocks_without_gaps, grids
from readpath.analysis.tables import STYLES, Cell, Table
from readpath.arrays import Floats
from readpath.errors import OptionError

EFFORT = "ANCE(LE(300))@10"


def scores_of(measures: Mapping[str, Any]) -> rp.Scores:
    """Scores from a list of values per topic for each run, or for each measure and run."""
    first = next(iter(measures.values()))
    by_measure = measures if isinstance(first, Mapping) else {"AP": measures}
    rows = [
        (run, f"t{number}", name, value)
        for name, runs in by_measure.items()
        for run, values in runs.items()
        for number, value in enumerate(values, start=1)
    ]
    return rp.Scores(pl.DataFrame(rows, schema=["run", "topic", "measure", "value"], orient="row"))


A = [0.5, 0.6, 0.7, 0.4, 0.9, 0.3]
B = [0.4, 0.6, 0.5, 0.3, 0.4, 0.2]
C = [0.1, 0.1, 0.2, 0.1, 0.0, 0.1]


def pair(comparison: rp.Comparison, run: str, other: str) -> dict[str, Any]:
    """The one row of two runs."""
    return comparison.pairs.row(
        by_predicate=(pl.col("run") == run) & (pl.col("other") == other), named=True
    )


def test_all_that_is_said_of_a_pair() -> None:
    comparison = rp.compare(scores_of({"a": A, "b": B}), correction="none")
    differences = np.array(A) - np.array(B)
    test = stats.ttest_rel(A, B)
    interval = test.confidence_interval()
    assert pair(comparison, "a", "b") == {
        "measure": "AP",
        "run": "a",
        "other": "b",
        "mean": pytest.approx(np.mean(A)),
        "other_mean": pytest.approx(np.mean(B)),
        "difference": pytest.approx(differences.mean()),
        "low": pytest.approx(interval.low),
        "high": pytest.approx(interval.high),
        "p": pytest.approx(test.pvalue, rel=1e-9),
        "adjusted": pytest.approx(test.pvalue, rel=1e-9),
        "significant": False,
        "effect": pytest.approx(differences.mean() / differences.std(ddof=1)),
        "wins": 5,
        "ties": 1,
        "losses": 0,
        "topics": 6,
    }


def test_pairs_are_in_the_order_in_which_runs_are_given() -> None:
    pairs = rp.compare(scores_of({"c": C, "a": A, "b": B})).pairs
    assert pairs.select("run", "other").rows() == [("c", "a"), ("c", "b"), ("a", "b")]


def test_of_an_effort_less_is_better() -> None:
    """The same values as a gain and as an effort: p stays, wins and effects change sides."""
    values = {"a": A, "b": B, "c": C}
    comparison = rp.compare(scores_of({"AP": values, EFFORT: values}), tail="greater")
    gain, effort = (part for _, part in comparison.pairs.group_by("measure", maintain_order=True))
    assert (gain["difference"] == effort["difference"]).all()
    assert (gain["low"] == effort["low"]).all()
    assert (gain["high"] == effort["high"]).all()
    assert (gain["wins"] == effort["losses"]).all()
    assert (gain["effect"] == -effort["effect"]).all()
    np.testing.assert_allclose(gain["p"], 1 - effort["p"], rtol=1e-9)
    ranks = comparison.groups.partition_by("measure", as_dict=True)
    assert ranks["AP",]["run"].to_list() == ["a", "b", "c"]
    assert ranks[EFFORT,]["run"].to_list() == ["c", "b", "a"]
    two = rp.compare(scores_of({"AP": values, EFFORT: values}))
    assert two.triangle("AP").rows() == [(1, "a", "–", "★"), (2, "b", "", "★"), (3, "c", "", "")]
    assert two.triangle(EFFORT).rows() == [(1, "c", "★", "★"), (2, "b", "", "–"), (3, "a", "", "")]


@pytest.mark.parametrize("test", ["t", "bootstrap"])
def test_the_interval_of_an_effort_is_that_of_its_values(test: str) -> None:
    values = {"a": A, "b": B}
    pairs = rp.compare(scores_of({"AP": values, EFFORT: values}), test=test).pairs
    for end in ("low", "high"):
        assert pairs[end][0] == pytest.approx(pairs[end][1], rel=1e-9, abs=1e-12)
    assert (pairs["low"] < pairs["difference"]).all()
    assert (pairs["difference"] < pairs["high"]).all()


def test_a_pair_is_compared_on_the_topics_that_both_have() -> None:
    gaps = {"a": A, "b": [*B[:5], None], "c": [None, *C[1:]]}
    comparison = rp.compare(scores_of(gaps))
    alone = rp.compare(scores_of({"b": B[1:5], "c": C[1:5]}))
    ours, theirs = pair(comparison, "b", "c"), pair(alone, "b", "c")
    for name in ("mean", "other_mean", "difference", "low", "high", "p", "effect", "wins"):
        assert ours[name] == theirs[name], name
    assert comparison.pairs["topics"].to_list() == [5, 5, 4]
    assert "topics: 4 to 5; each pair is compared on those that both runs have" in str(comparison)


def test_topics_that_no_run_has_do_not_count() -> None:
    with_null = rp.compare(scores_of({"a": [*A, None], "b": [*B, None]}))
    assert with_null.pairs.equals(rp.compare(scores_of({"a": A, "b": B})).pairs)


@pytest.mark.parametrize("correction", ["holm", "bh", "tukey", "randomised-tukey", "none"])
def test_pairs_without_two_common_topics_are_not_tested(correction: str) -> None:
    values = {"a": [0.1, 0.2, None, None, 0.3], "b": [0.2, 0.4, None, None, 0.5],
              "c": [None, None, 0.2, 0.1, 0.1]}  # fmt: skip
    comparison = rp.compare(scores_of(values), correction=correction)
    assert comparison.pairs["p"].is_null().to_list() == [False, True, True]
    assert comparison.pairs["topics"].to_list() == [3, 1, 1]
    assert "2 pairs not tested at all" in comparison.warnings[0]
    assert "–" in str(comparison)


@pytest.mark.parametrize(("topics", "warned"), [(4, True), (5, False)])
def test_fewer_than_five_topics_warn(topics: int, warned: bool) -> None:
    comparison = rp.compare(scores_of({"a": A[:topics], "b": B[:topics]}))
    warning = f"warning: {topics} topics cannot show much; take 5 or more"
    assert (warning in str(comparison)) == warned
    assert (warning in comparison.latex()) == warned


def test_too_few_resamples_for_holm_warn() -> None:
    """Of 45 pairs the smallest adjusted p is 45/200 with 199 resamples."""
    values = {f"r{n}": [v + n / 100 for v in A] for n in range(10)}
    coarse = rp.compare(scores_of(values), test="bootstrap", resamples=199)
    assert "no p is below 1/200" in coarse.warnings[0]
    assert rp.compare(scores_of(values), test="bootstrap", resamples=1_000).warnings == []


def test_tukey_says_when_it_leaves_topics_out() -> None:
    gaps = scores_of({"a": A, "b": [*B[:5], None], "c": C})
    warned = rp.compare(gaps, correction="tukey").warnings
    assert warned == ["warning: AP: the correction uses only the 5 topics that all runs have"]
    assert rp.compare(gaps).warnings == []


def test_the_text_says_how_it_was_tested() -> None:
    comparison = rp.compare(
        scores_of({"a": A, "b": B, "c": C}), test="bootstrap", tail="greater", level=0.1, seed=5
    )
    for part in (
        "bootstrap test (shift method), one-tailed: is the run better than the other?, level 0.1, "
        "Holm's correction, 1,000 resamples, seed 5",
        "3 pairs of runs",
        "assumes: topics are a random sample",
        "Noreen 1989",
        "topics: 6",
    ):
        assert part in str(comparison)


def clear() -> rp.Comparison:
    """Runs of which a and b do not differ, while c is worse than both, on eight topics."""
    noise = [0.01, -0.01, 0.02, -0.02, 0.01, -0.02, 0.01, 0.0]
    values = {
        "c_1": [0.1 + n for n in noise],
        "a": [0.505 + n for n in noise[::-1]],
        "b": [0.5 - n for n in noise],
    }
    return rp.compare(scores_of({"AP": values}))


def test_groups_and_triangle() -> None:
    comparison = clear()
    assert comparison.groups.select("rank", "run", "topics", "groups").rows() == [
        (1, "a", 8, "a"), (2, "b", 8, "a"), (3, "c_1", 8, "b"),
    ]  # fmt: skip
    low, mean, high = comparison.groups.select("low", "mean", "high").row(0)
    assert low < mean < high
    assert comparison.triangle("AP").rows() == [
        (1, "a", "–", "★"), (2, "b", "", "★"), (3, "c_1", "", ""),
    ]  # fmt: skip
    assert comparison.triangle().equals(comparison.triangle("AP"))
    assert comparison.power.rows() == [("AP", 3, 2, pytest.approx(2 / 3))]


def test_tables_for_papers_mark_what_is_significant() -> None:
    comparison = clear()
    assert r"b & a & \textbf{0.5050}\textsuperscript{a} \\" in comparison.latex()
    assert r"a & c\_1 & 0.1000 \\" in comparison.latex()
    assert r"2 & b &  & $\star$ \\" in comparison.latex("triangle")
    assert r"| b | a | **0.5050**<sup>a</sup> |" in comparison.markdown()
    assert r"| a | c\_1 | 0.1000 |" in comparison.markdown()
    html = comparison._repr_html_()
    assert "<td><b>0.5050</b><sup>a</sup></td>" in html
    assert html.count("<table>") == html.count("</table>") == 2
    assert "b  a    0.5050 a" in str(comparison)


def test_html_shows_names_as_they_are() -> None:
    html = rp.compare(scores_of({"<b>": A, "x & y": B}))._repr_html_()
    assert "<td>&lt;b&gt;</td>" in html
    assert "<td>x &amp; y</td>" in html


def test_more_runs_than_letters_are_marked_against_the_best() -> None:
    values = {
        f"r{n:02}": [0.9 - n / 100 + v / 1000 for v in A[n % 2 :] + A[: n % 2]] for n in range(27)
    }
    comparison = rp.compare(scores_of(values))
    lines = comparison.markdown("means").splitlines()
    assert "†: significantly worse than the best run" in lines[0]
    assert "| r26 | 0.6406<sup>†</sup> |" in lines
    assert sum("†" in line for line in lines[3:]) == 26
    assert "351 pairs are not listed here" in str(comparison)


def test_topics_that_moved_most() -> None:
    moved = rp.compare(scores_of({"a": A, "b": B, "c": C})).moved
    first = moved.filter(run="a", other="b")
    assert first["topic"].to_list() == ["t5", "t3", "t1", "t4", "t6"]
    assert first.row(0, named=True) == {
        "measure": "AP", "run": "a", "other": "b", "topic": "t5", "value": 0.9,
        "other_value": 0.4, "difference": 0.5,
    }  # fmt: skip
    equal = rp.compare(scores_of({"a": A, "b": A})).moved
    assert equal.is_empty()
    with_gap = rp.compare(scores_of({"a": A, "b": [None, *B[1:]]})).moved
    assert "t1" not in with_gap["topic"]


def test_csv_and_json_hold_all_digits() -> None:
    comparison = clear()
    rows = list(csv.DictReader(io.StringIO(comparison.csv())))
    assert [float(row["p"]) for row in rows] == comparison.pairs["p"].to_list()
    content = json.loads(comparison.json())
    assert content["pairs"] == comparison.pairs.to_dicts()
    assert content["groups"] == comparison.groups.to_dicts()
    assert content["notes"] == comparison.remarks
    assert comparison.csv("power").splitlines()[0] == "measure,pairs,significant,share"


def test_runs_are_scored_as_evaluate_does() -> None:
    runs, judgments = demo.runs(), demo.judgments()
    scores = rp.evaluate(runs, judgments, ["AP", "MAgP"], missing="skip")
    direct = rp.compare(runs, judgments, ["AP", "MAgP"], missing="skip", test="sign")
    assert direct.pairs.equals(rp.compare(scores, test="sign").pairs)
    assert rp.compare(scores, measures="MAgP").measures == ["MAgP"]
    assert direct.measures == ["AP", "MAgP"]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"test": "tt"}, "unknown test 'tt'"),
        ({"tail": "both"}, "unknown tail 'both'"),
        ({"correction": "bonf"}, "unknown correction 'bonf'"),
        ({"level": 5}, "level 5 is not between 0 and 1"),
        ({"level": 0}, "level 0 is not between 0 and 1"),
        ({"seed": -1}, "seed -1 is negative"),
        ({"resamples": 0}, "resamples 0"),
        ({"correction": "tukey", "tail": "one"}, "tukey knows no one-tailed question"),
        ({"measures": "MAP"}, "unknown measure 'MAP'"),
        ({"judgments": "some.qrels"}, "scores are evaluated already"),
        ({"missing": "skip"}, "scores are evaluated already"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        rp.compare(scores_of({"a": A, "b": B}), **options)


def test_one_run_or_none_cannot_be_compared() -> None:
    with pytest.raises(OptionError, match="only one run"):
        rp.compare(scores_of({"a": A}))
    with pytest.raises(OptionError, match="runs need judgments"):
        rp.compare(demo.runs())
    with pytest.raises(OptionError, match="AP is not defined for any topic"):
        rp.compare(scores_of({"a": [None], "b": [None]}))
    with pytest.raises(OptionError, match="name one of the measures: AP, RR"):
        rp.compare(scores_of({"AP": {"a": A, "b": B}, "RR": {"a": A, "b": B}})).triangle()
    with pytest.raises(OptionError, match="unknown section 'triangel'"):
        clear().latex("triangel")
    with pytest.raises(OptionError, match="unknown table 'means'"):
        clear().csv("means")


steps = st.integers(0, 20).map(lambda n: n / 20)
tables = st.integers(2, 7).flatmap(
    lambda n: st.lists(st.lists(steps, min_size=n, max_size=n), min_size=3, max_size=3)
)


@settings(deadline=None, max_examples=30)
@given(columns=tables, constant=st.sampled_from([0.1, 1 / 3, 7.0]))
@pytest.mark.parametrize("test", ["t", "wilcoxon", "sign", "permutation", "bootstrap"])
def test_swapping_runs_changes_signs_and_a_constant_changes_nothing(
    test: str, columns: list[list[float]], constant: float
) -> None:
    names = ["a", "b", "c"]
    values = dict(zip(names, columns, strict=True))
    moved = {name: [v + constant for v in column] for name, column in values.items()}
    compared, swapped, shifted = (
        rp.compare(scores_of(each), test=test, correction="holm", resamples=100)
        for each in (values, dict(reversed(values.items())), moved)
    )
    for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
        here, there = pair(compared, one, other), pair(swapped, other, one)
        for name in ("p", "adjusted"):
            assert here[name] == pytest.approx(there[name], rel=1e-9, abs=1e-12)
            assert here[name] == pytest.approx(pair(shifted, one, other)[name], rel=1e-9, abs=1e-12)
        assert here["adjusted"] >= here["p"]
        assert here["difference"] == pytest.approx(-there["difference"], rel=1e-9, abs=1e-12)
        assert here["low"] == pytest.approx(-there["high"], rel=1e-9, abs=1e-12)
        assert (here["wins"], here["ties"]) == (there["losses"], there["ties"])
        assert here["wins"] + here["ties"] + here["losses"] == here["topics"]


@given(
    cells=st.lists(
        st.lists(st.sampled_from([1.0, np.nan]), min_size=4, max_size=4), min_size=1, max_size=9
    ).map(np.array)
)
def test_blocks_without_gaps_hold_each_value_once(cells: Floats) -> None:
    seen = np.zeros_like(cells)
    for rows, columns in blocks_without_gaps(cells):
        assert not np.isnan(cells[np.ix_(rows, columns)]).any()
        seen[np.ix_(rows, columns)] += 1
    assert np.array_equal(seen == 1, ~np.isnan(cells))
    assert seen.max() <= 1


def test_grids_hold_the_scores() -> None:
    scores = rp.evaluate(demo.runs(), demo.judgments(), ["AP", EFFORT])
    for grid in grids(scores):
        for number, topic in enumerate(grid.topics):
            for place, run in enumerate(grid.runs):
                assert grid.values[number, place] == scores.value(run, grid.measure, topic)
        assert grid.effort == (grid.measure == EFFORT)
        for place, run in enumerate(grid.runs):
            assert grid.means[place] == pytest.approx(scores.value(run, grid.measure))


def test_cells_are_escaped_in_every_style() -> None:
    cell = Cell("<a_1|%>", "†", bold=True)
    table = Table("x & y", ["n_1"], [[cell]])
    assert "<td><b>&lt;a_1|%&gt;</b><sup>†</sup></td>" in STYLES["html"].table(table)
    assert "<caption>x &amp; y</caption>" in STYLES["html"].table(table)
    assert r"\textbf{<a\_1|\%>}\textsuperscript{$\dagger$} \\" in STYLES["latex"].table(table)
    assert r"| **\<a\_1\|%>**<sup>†</sup> |" in STYLES["markdown"].table(table)
    assert "<a_1|%> †" in STYLES["table"].table(table)
