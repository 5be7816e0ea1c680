"""Agreement of measures: correlations held against scipy and the papers' definitions, stability."""

from __future__ import annotations

import json
from itertools import permutations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import readpath as rp
from readpath import demo
from readpath.analysis.agreements import half_against_half
from readpath.analysis.draws import Draws
from readpath.analysis.ranks import CORRELATIONS, pearson, spearman, tau_ap, tau_b
from readpath.arrays import Floats
from readpath.errors import OptionError

EFFORT = "ANCE(LE(300))@10"

tables = st.integers(2, 8).flatmap(
    lambda runs: st.lists(
        st.lists(st.integers(0, 5), min_size=runs, max_size=runs), min_size=2, max_size=4
    ).map(lambda rows: np.array(rows, dtype=float))
)


def one_by_one(scores: Floats, correlate: object) -> Floats:
    """A correlation of every two rows that are not all tied; nan for the others."""
    flat = np.ptp(scores, axis=1) == 0
    return np.array(
        [
            [
                np.nan if flat[a] or flat[b] else correlate(scores[a], scores[b]).statistic  # type: ignore[operator]
                for b in range(len(scores))
            ]
            for a in range(len(scores))
        ]
    )


@settings(deadline=None, max_examples=50)
@given(scores=tables)
def test_correlations_are_scipys_with_ties_too(scores: Floats) -> None:
    for ours, theirs in (
        (tau_b, stats.kendalltau),
        (spearman, stats.spearmanr),
        (pearson, stats.pearsonr),
    ):
        expected = one_by_one(scores, theirs)
        np.testing.assert_allclose(ours(scores.copy()), expected, rtol=1e-9, atol=1e-12)


def yilmaz(reference: Floats, order: tuple[int, ...]) -> float:
    """τ-AP as its paper defines it: from the second rank on, the share above that belongs there."""
    shares = []
    for place in range(1, len(order)):
        right = [
            0.5 if reference[above] == reference[order[place]] else
            float(reference[above] > reference[order[place]])
            for above in order[:place]
        ]  # fmt: skip
        shares.append(sum(right) / place)
    return 2 * sum(shares) / len(shares) - 1


def test_tau_ap_step_by_step() -> None:
    """True order a b c d, found b a d c: shares above are 0/1, 2/2, 2/3."""
    matrix = tau_ap(np.array([[4.0, 3, 2, 1], [3, 4, 1, 2]]))
    assert matrix[0, 1] == pytest.approx(2 / 3 * (0 + 1 + 2 / 3) - 1)
    assert matrix[0, 0] == matrix[1, 1] == 1


@settings(deadline=None, max_examples=40)
@given(scores=tables.filter(lambda table: table.shape[1] < 7))
def test_tau_ap_is_the_mean_over_all_orders_of_tied_runs(scores: Floats) -> None:
    matrix = tau_ap(scores)
    for row, reference in enumerate(scores):
        for column, ranking in enumerate(scores):
            orders = [
                order
                for order in permutations(range(len(ranking)))
                if (np.diff(ranking[list(order)]) <= 0).all()
            ]
            expected = np.mean([yilmaz(reference, order) for order in orders])
            if np.ptp(reference) == 0 or np.ptp(ranking) == 0:
                expected = np.float64(np.nan)
            np.testing.assert_allclose(matrix[row, column], expected, rtol=1e-9, atol=1e-12)


@given(scores=tables)
@pytest.mark.parametrize("name", CORRELATIONS)
def test_correlations_lie_between_minus_one_and_one(name: str, scores: Floats) -> None:
    matrix = CORRELATIONS[name].matrix(scores.copy())
    there = matrix[~np.isnan(matrix)]
    assert (np.abs(there) <= 1 + 1e-12).all()
    if name != "ap":
        np.testing.assert_allclose(CORRELATIONS[name].matrix(-scores), matrix, atol=1e-12)


def random_scores(noise: float, runs: int = 12, topics: int = 40) -> rp.Scores:
    """One measure that sees true differences between runs through noise, one that sees only noise."""
    random = np.random.default_rng(2)
    true = np.linspace(0, 0.5, runs)
    seen = true + random.normal(0, noise, (topics, runs))
    chance = random.normal(0.5, 0.1, (topics, runs))
    rows = [
        (f"r{run:02}", f"t{topic}", name, float(values[topic, run]))
        for name, values in (("AP", seen), (EFFORT, -seen), ("RR", chance))
        for topic in range(topics)
        for run in range(runs)
    ]
    return rp.Scores(pl.DataFrame(rows, schema=["run", "topic", "measure", "value"], orient="row"))


def test_an_effort_that_says_the_same_agrees_fully() -> None:
    agreed = rp.agreement(random_scores(0.1))
    for name, matrix in agreed.matrices.items():
        cells = dict(zip(matrix["measure"], matrix[EFFORT], strict=True))
        assert cells["AP"] == pytest.approx(1, rel=1e-9), name
        assert abs(cells["RR"]) < 0.75, name


def test_matrices_correlate_the_means_of_evaluate() -> None:
    scores = random_scores(0.3)
    means = {
        name: scores.means.filter(measure=name)["value"].to_numpy() for name in scores.measures
    }
    agreed = rp.agreement(scores)
    row = agreed.correlations.row(
        by_predicate=(pl.col("measure") == "AP") & (pl.col("other") == "RR"), named=True
    )
    assert row["kendall"] == pytest.approx(stats.kendalltau(means["AP"], means["RR"]).statistic)
    assert row["spearman"] == pytest.approx(stats.spearmanr(means["AP"], means["RR"]).statistic)
    assert row["pearson"] == pytest.approx(stats.pearsonr(means["AP"], means["RR"]).statistic)
    best_first = tuple(np.argsort(-means["RR"]))
    assert row["ap"] == pytest.approx(yilmaz(means["AP"], best_first))
    assert agreed.correlations["measure"].unique(maintain_order=True).to_list() == scores.measures


def test_a_measure_without_noise_is_powerful_and_stable_and_chance_is_not() -> None:
    agreed = rp.agreement(random_scores(0.01))
    power = dict(agreed.power.select("measure", "share").rows())
    swaps = dict(agreed.stability.select("measure", "swaps").rows())
    tau = dict(agreed.stability.select("measure", "τ").rows())
    assert (power["AP"], swaps["AP"], tau["AP"]) == (1, 0, 1)
    assert power["RR"] < 0.1
    assert 0.4 < swaps["RR"] < 0.6
    assert abs(tau["RR"]) < 0.2


def test_power_is_that_of_compare() -> None:
    scores = random_scores(0.3)
    given_as = {"test": "sign", "tail": "one", "correction": "none", "level": 0.01}
    agreed = rp.agreement(scores, **given_as)  # type: ignore[arg-type]
    assert agreed.power.equals(rp.compare(scores, **given_as).power)  # type: ignore[arg-type]
    assert "sign test, one-tailed" in str(agreed)


def test_halves_are_halves_and_ranked_on_what_they_hold() -> None:
    """Of two topics each half is one: on the first a wins, on the second b; all pairs swap."""
    taus, swaps = half_against_half(np.array([[1.0, 0.0], [0.0, 1.0]]), Draws(0, 10))
    assert taus.tolist() == [-1] * 10
    assert swaps.tolist() == [1] * 10
    taus, swaps = half_against_half(np.array([[1.0, 0.0], [np.nan, 0.0], [1.0, 0.0]]), Draws(0, 10))
    assert set(swaps.tolist()) == {0}
    assert all(half.sum() == 3 for half in Draws(1, 20).halves(7))


def test_chance_follows_from_the_seed() -> None:
    scores = random_scores(0.3)
    one, again, other = (rp.agreement(scores, seed=seed).stability for seed in (1, 1, 2))
    assert one.equals(again)
    assert not one.equals(other)


def test_a_measure_that_holds_all_runs_equal_agrees_with_nothing() -> None:
    rows = [(r, t, m, 0.5 if m == "RR" else r / 9 + t / 99) for r in range(4) for t in range(6)
            for m in ("AP", "RR")]  # fmt: skip
    names = ["run", "topic", "measure", "value"]
    table = pl.DataFrame(rows, schema=names, orient="row")
    agreed = rp.agreement(rp.Scores(table.with_columns(pl.col("run", "topic").cast(pl.String))))
    for matrix in agreed.matrices.values():
        assert matrix["RR"].is_null().all()
        assert matrix["AP"].to_list() == [1, None]
    assert agreed.stability["τ"].to_list() == [1, None]
    assert "–" in str(agreed)


def test_runs_without_a_mean_are_left_out_and_named() -> None:
    scores = random_scores(0.2)
    blank = (pl.col("run") == "r03") & (pl.col("measure") == "RR")
    value = pl.when(~blank).then("value")
    agreed = rp.agreement(rp.Scores(scores.by_topic.with_columns(value)))
    assert agreed.left_out == ["r03"]
    assert "rankings of 11 runs" in str(agreed)
    assert "left out: r03" in str(agreed)


def test_agreement_as_text_and_for_programs() -> None:
    scores = rp.evaluate(demo.runs(), demo.judgments(), ["AP", "MAgP", EFFORT])
    agreed = rp.agreement(scores, samples=20)
    for part in ("Kendall's τ-b", "τ-AP", "differ significantly", "20 random halvings", "seed 0"):
        assert part in str(agreed)
    assert r"Spearman" in agreed.latex("spearman")
    assert "| MAgP | 3 of 3 | 100.0 % |" in agreed.markdown("power")
    content = json.loads(agreed.json())
    assert content["correlations"] == agreed.correlations.to_dicts()
    assert content["stability"] == agreed.stability.to_dicts()
    assert agreed.csv().splitlines()[0] == "measure,other,kendall,ap,spearman,pearson"


def test_what_does_not_fit_is_refused() -> None:
    scores = random_scores(0.2)
    with pytest.raises(OptionError, match="samples 0"):
        rp.agreement(scores, samples=0)
    with pytest.raises(OptionError, match="unknown test"):
        rp.agreement(scores, test="f")
    with pytest.raises(OptionError, match="only one run"):
        rp.agreement(rp.Scores(scores.by_topic.filter(run="r01")))
