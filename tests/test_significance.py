"""Tests, intervals, effects and corrections: held against scipy, and against chance itself."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from readpath.analysis.corrections import CORRECTIONS, NODES, Family, range_beyond
from readpath.analysis.draws import Draws
from readpath.analysis.effects import cohens_d, wins_ties_losses
from readpath.analysis.groups import letter, lettered
from readpath.analysis.significance import (
    TAILS,
    TESTS,
    bootstrap_interval,
    p_values,
    t_interval,
    turned,
)
from readpath.arrays import Bools, Floats

SCIPY_SIDE = {"two": "two-sided", "greater": "greater", "less": "less"}
DRAWS = Draws(seed=7, count=2_000)
SAME = 1e-12


def some_differences(topics: int, pairs: int, seed: int = 1) -> Floats:
    random = np.random.default_rng(seed)
    return random.normal(random.uniform(-0.1, 0.1, pairs), 0.15, (topics, pairs))


def p_of(name: str, differences: Floats, tail: str = "two", draws: Draws = DRAWS) -> Floats:
    return p_values(TESTS[name], differences, tail, draws)


@pytest.mark.parametrize("topics", [2, 5, 30, 120])
@pytest.mark.parametrize("tail", SCIPY_SIDE)
def test_t_is_scipys(topics: int, tail: str) -> None:
    differences = some_differences(topics, 40)
    expected = stats.ttest_1samp(differences, 0.0, alternative=SCIPY_SIDE[tail]).pvalue
    np.testing.assert_allclose(p_of("t", differences, tail), expected, rtol=1e-9)


@pytest.mark.parametrize("topics", [6, 50, 51, 120])
@pytest.mark.parametrize("tail", SCIPY_SIDE)
def test_wilcoxon_is_scipys(topics: int, tail: str) -> None:
    """Exact up to 50 topics; else, or with ties, the normal distribution."""
    for digits in (12, 1):
        differences = some_differences(topics, 10).round(digits)
        exact = digits == 12 and topics <= 50
        expected = [
            stats.wilcoxon(
                column[column != 0],
                alternative=SCIPY_SIDE[tail],
                method="exact" if exact else "asymptotic",
            ).pvalue
            for column in differences.T
        ]
        np.testing.assert_allclose(p_of("wilcoxon", differences, tail), expected, rtol=1e-9)


@pytest.mark.parametrize("tail", SCIPY_SIDE)
def test_sign_is_the_binomial_test_of_scipy(tail: str) -> None:
    differences = some_differences(25, 40).round(1)
    expected = [
        stats.binomtest((d > 0).sum(), (d != 0).sum(), alternative=SCIPY_SIDE[tail]).pvalue
        for d in differences.T
    ]
    np.testing.assert_allclose(p_of("sign", differences, tail), expected, rtol=1e-9)


@pytest.mark.parametrize("tail", SCIPY_SIDE)
def test_few_topics_are_permuted_completely_as_in_scipy(tail: str) -> None:
    differences = some_differences(8, 6)
    expected = [
        stats.permutation_test(
            (column,), np.mean, permutation_type="samples", alternative=SCIPY_SIDE[tail]
        ).pvalue
        for column in differences.T
    ]
    assert DRAWS.all_signs(8)
    np.testing.assert_allclose(p_of("permutation", differences, tail), expected, rtol=1e-9)


def test_random_permutations_come_near_the_complete_ones() -> None:
    """Within five standard errors of a share that 2,000 draws estimate."""
    differences = some_differences(12, 30)
    complete = p_of("permutation", differences, draws=Draws(0, 2**12))
    drawn = p_of("permutation", differences, draws=Draws(0, 2**12 - 1))
    error = np.sqrt(complete * (1 - complete) / 2**12) + 1 / 2**12
    assert not np.array_equal(complete, drawn)
    assert (np.abs(complete - drawn) < 5 * error).all()


def test_bootstrap_comes_near_all_samples_of_few_topics() -> None:
    """All 5^5 samples of five topics, against 50,000 drawn ones: within five standard errors."""
    differences = some_differences(5, 4)
    every = np.array([np.bincount(s, minlength=5) for s in product(range(5), repeat=5)]) / 5
    means = differences.mean(axis=0)
    shifted = every @ (differences - means)
    exact = (np.abs(shifted) >= np.abs(means) - SAME).mean(axis=0)
    drawn = p_of("bootstrap", differences, draws=Draws(3, 50_000))
    error = np.sqrt(exact * (1 - exact) / 50_000) + 1 / 50_000
    assert (np.abs(drawn - exact) < 5 * error).all()


def test_the_t_interval_is_scipys() -> None:
    differences = some_differences(20, 5)
    expected = stats.ttest_1samp(differences, 0.0).confidence_interval(0.9)
    np.testing.assert_allclose(t_interval(differences, 0.1, DRAWS), np.array(expected), rtol=1e-9)


def test_the_bootstrap_interval_is_near_scipys() -> None:
    """Both draw by chance: ends within a tenth of the width, a dozen standard errors of 5,000 draws."""
    differences = some_differences(60, 3)
    low, high = bootstrap_interval(differences, 0.05, Draws(0, 5_000))
    for number, column in enumerate(differences.T):
        theirs = stats.bootstrap(
            (column,), np.mean, n_resamples=5_000, method="percentile", rng=1
        ).confidence_interval
        width = theirs.high - theirs.low
        assert abs(low[number] - theirs.low) < width / 10
        assert abs(high[number] - theirs.high) < width / 10


@pytest.mark.parametrize("interval", [t_interval, bootstrap_interval])
def test_an_interval_holds_the_true_mean_as_often_as_it_says(interval: object) -> None:
    """Of 4,000 samples with true mean 0, 90 % are expected to hold it; a percentile interval of 40
    topics falls short by up to 1.5 %, and 4 standard errors of 4,000 are 1.9 %."""
    sample = np.random.default_rng(5).normal(0, 1, (40, 4_000))
    low, high = interval(sample, 0.1, Draws(1, 1_000))  # type: ignore[operator]
    assert np.mean((low < 0) & (high > 0)) == pytest.approx(0.9, abs=0.034)


@pytest.mark.parametrize("tail", ["two", "greater"])
@pytest.mark.parametrize("name", TESTS)
def test_of_equal_runs_a_test_finds_about_as_many_different_as_its_level(
    name: str, tail: str
) -> None:
    """3,000 pairs of 40 topics without true difference: 5 % ± 4 standard errors (1.6 %).

    The sign test is allowed to find fewer, as it knows only few values of p; the bootstrap finds a
    few more, as it takes the spread of 40 topics for that of all.
    """
    random = np.random.default_rng(11)
    null = random.beta(1, 2, (40, 3_000)) - random.beta(1, 2, (40, 3_000))
    found = (p_of(name, null, tail, Draws(2, 999)) < 0.05).mean()
    least, most = {"sign": (0.02, 0.066), "bootstrap": (0.034, 0.076)}.get(name, (0.034, 0.066))
    assert least < found < most


def test_choosing_the_tail_by_the_data_doubles_what_is_found() -> None:
    null = np.random.default_rng(4).normal(0, 1, (40, 500))
    one, two = p_of("t", null, "one"), p_of("t", null, "two")
    np.testing.assert_allclose(2 * one, two, rtol=1e-9)


columns = st.lists(
    st.lists(st.integers(-10, 10).map(lambda n: n / 10), min_size=3, max_size=3),
    min_size=2,
    max_size=12,
).map(np.array)


@settings(deadline=None, max_examples=40)
@given(differences=columns)
@pytest.mark.parametrize("name", TESTS)
def test_p_is_a_chance_and_swapping_two_runs_swaps_the_tails(
    name: str, differences: Floats
) -> None:
    draws = Draws(1, 200)
    for tail, swapped in {"two": "two", "one": "one", "greater": "less", "less": "greater"}.items():
        p = p_of(name, differences, tail, draws)
        assert ((p >= 0) & (p <= 1)).all()
        other = p_of(name, -differences, swapped, draws)
        np.testing.assert_allclose(p, other, rtol=1e-9, err_msg=tail)
    assert set(TAILS) == {"two", "one", "greater", "less"}


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize("name", TESTS)
def test_runs_that_are_equal_on_every_topic_do_not_differ(name: str, tail: str) -> None:
    assert p_of(name, np.zeros((7, 2)), tail).tolist() == [1, 1]


@pytest.mark.parametrize("name", TESTS)
def test_one_topic_tests_nothing(name: str) -> None:
    assert np.isnan(p_of(name, np.ones((1, 2)))).all()


@pytest.mark.parametrize("name", ["t", "permutation", "bootstrap", "wilcoxon", "sign"])
def test_the_same_difference_on_every_topic_is_as_significant_as_can_be(name: str) -> None:
    draws = Draws(0, 2_000)
    least = {"t": 0.0, "bootstrap": 1 / 2_001, "permutation": 2 / 2**10, "sign": 2 / 2**10}
    p = p_of(name, np.full((10, 1), 0.1), draws=draws)[0]
    assert p == pytest.approx(least.get(name, stats.norm.sf(np.sqrt(10)) * 2), abs=SAME)


def test_chance_follows_from_the_seed() -> None:
    differences = some_differences(40, 20)
    for name in ("bootstrap", "permutation"):
        again = [p_of(name, differences, draws=Draws(seed, 500)) for seed in (1, 1, 2)]
        assert np.array_equal(again[0], again[1])
        assert not np.array_equal(again[0], again[2])


def test_many_pairs_in_blocks_are_tested_as_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = some_differences(30, 11)
    for name in ("bootstrap", "permutation"):
        whole = p_of(name, differences)
        monkeypatch.setattr("readpath.analysis.draws.BLOCK", 3 * DRAWS.count)
        np.testing.assert_array_equal(p_of(name, differences), whole)


def test_turned_differences_ask_for_the_better_run() -> None:
    differences = np.array([[1.0, -1.0], [1.0, -2.0]])
    assert turned(differences, "one").sum(axis=0).tolist() == [2, 3]
    assert turned(differences, "less").sum(axis=0).tolist() == [-2, 3]


def test_effects() -> None:
    differences = np.array([[0.1, 0.0, 0.2], [0.3, 0.0, 0.2], [-0.1, 0.0, 0.2], [0.0, 0.0, 0.2]])
    spread = np.sqrt((0.025**2 + 0.225**2 + 0.175**2 + 0.075**2) / 3)
    np.testing.assert_allclose(cohens_d(differences), [0.075 / spread, 0, np.nan], rtol=1e-9)
    assert wins_ties_losses(differences).tolist() == [[2, 0, 4], [1, 4, 0], [1, 0, 0]]
    assert np.isnan(cohens_d(differences[:1])).all()


def family(p: Floats, gains: Floats | None = None, count: int = 999) -> Family:
    runs = 2 if gains is None else gains.shape[1]
    first, second = np.triu_indices(runs, 1)
    values = np.zeros((2, 2)) if gains is None else gains
    return Family(p, values, (first, second), Draws(0, count))


chances = st.lists(st.floats(0, 1), min_size=1, max_size=30).map(np.array)


@settings(deadline=None)
@given(p=chances)
@pytest.mark.parametrize("name", ["none", "holm", "bh"])
def test_corrections_keep_the_order_and_never_lower_p(name: str, p: Floats) -> None:
    adjusted = CORRECTIONS[name].adjusted(family(p))
    assert ((adjusted >= p - SAME) & (adjusted <= 1)).all()
    order = np.argsort(p, kind="stable")
    assert (np.diff(adjusted[order]) >= 0).all()


@settings(deadline=None)
@given(p=chances)
def test_holm_lies_between_bh_and_bonferroni(p: Floats) -> None:
    holm, bh = (CORRECTIONS[name].adjusted(family(p)) for name in ("holm", "bh"))
    assert (bh <= holm + SAME).all()
    assert (holm <= np.minimum(len(p) * p, 1) + SAME).all()
    assert holm.min() == pytest.approx(min(len(p) * p.min(), 1))


def test_holm_step_by_step() -> None:
    """0.01, 0.02, 0.03, 0.04 times 4, 3, 2, 1, none smaller than the one before."""
    adjusted = CORRECTIONS["holm"].adjusted(family(np.array([0.04, 0.01, 0.03, 0.02])))
    np.testing.assert_allclose(adjusted, [0.06, 0.04, 0.06, 0.06], rtol=1e-9)


def test_bh_is_scipys_and_leaves_out_what_was_not_tested() -> None:
    p = np.array([0.04, np.nan, 0.01, 0.03])
    expected = stats.false_discovery_control([0.04, 0.01, 0.03])
    np.testing.assert_allclose(
        CORRECTIONS["bh"].adjusted(family(p)), [expected[0], np.nan, *expected[1:]], rtol=1e-9
    )
    np.testing.assert_allclose(
        CORRECTIONS["holm"].adjusted(family(p)), [0.06, np.nan, 0.03, 0.06], rtol=1e-9
    )


def test_tukey_of_two_runs_is_the_paired_t_test() -> None:
    """With two runs the range is √2 |t|, and its freedom that of the paired t-test."""
    gains = np.random.default_rng(0).random((25, 2))
    expected = stats.ttest_rel(gains[:, 0], gains[:, 1]).pvalue
    found = CORRECTIONS["tukey"].adjusted(family(np.array([0.5]), gains))
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_tukey_step_by_step() -> None:
    """Two-way analysis by hand, with scipy's studentized range."""
    gains = np.random.default_rng(1).random((6, 3))
    error = gains - gains.mean(1, keepdims=True) - gains.mean(0) + gains.mean()
    spread = np.sqrt((error**2).sum() / 10 / 6)
    means = gains.mean(axis=0)
    ranges = [abs(means[a] - means[b]) / spread for a, b in ((0, 1), (0, 2), (1, 2))]
    expected = stats.studentized_range.sf(ranges, 3, 10)
    found = CORRECTIONS["tukey"].adjusted(family(np.ones(3), gains))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize(("runs", "freedom"), [(2, 1), (3, 2), (5, 40), (21, 80), (100, 11_781)])
def test_the_studentized_range_is_scipys(runs: int, freedom: int) -> None:
    ranges = np.array([0.0, 0.5, 2.0, 3.5, 4.5, 5.5, 7.0, 15.0])
    expected = [stats.studentized_range.sf(q, runs, freedom) for q in ranges]
    np.testing.assert_allclose(range_beyond(ranges, runs, freedom), expected, rtol=0, atol=1e-10)
    many = np.concatenate((ranges, np.linspace(0, 30, NODES)))
    np.testing.assert_allclose(range_beyond(many, runs, freedom)[:8], expected, atol=1e-10)


@pytest.mark.parametrize("name", ["holm", "tukey", "randomised-tukey"])
def test_corrected_for_all_pairs_equal_runs_seldom_differ_anywhere(name: str) -> None:
    """400 families of five equal runs: any difference in 5 % of them, ± 4 standard errors (4.4 %).

    Holm is careful and may find fewer. Tukey finds any if it finds the best and the worst to differ.
    """
    random = np.random.default_rng(6)
    found = 0
    for _ in range(400):
        gains = random.random((20, 1)) + random.normal(0, 0.2, (20, 5))
        order = np.argsort(gains.mean(axis=0))
        first, second = np.triu_indices(5, 1) if name == "holm" else (order[-1:], order[:1])
        p = p_of("t", gains[:, first] - gains[:, second])
        furthest = Family(p, gains, (first, second), Draws(0, 199))
        found += bool((CORRECTIONS[name].adjusted(furthest) < 0.05).any())
    assert (0 if name == "holm" else 0.006) < found / 400 < 0.094


def test_randomised_tukey_of_two_runs_is_the_permutation_test() -> None:
    """Dealing two scores is exchanging them; within five standard errors of 4,000 draws."""
    gains = np.random.default_rng(3).random((10, 2)) + np.array([0, 0.2])
    exact = p_of("permutation", gains[:, :1] - gains[:, 1:], draws=Draws(0, 2**10))[0]
    found = CORRECTIONS["randomised-tukey"].adjusted(family(np.ones(1), gains, 4_000))[0]
    assert abs(found - exact) < 5 * np.sqrt(exact * (1 - exact) / 4_000) + 1 / 4_000


@pytest.mark.parametrize("name", ["tukey", "randomised-tukey"])
def test_tukey_of_equal_runs_and_without_topics(name: str) -> None:
    adjusted = CORRECTIONS[name].adjusted
    assert adjusted(family(np.ones(3), np.full((4, 3), 0.3))).tolist() == [1, 1, 1]
    assert np.isnan(adjusted(family(np.ones(3), np.zeros((0, 3))))).all()


graphs = st.integers(1, 9).flatmap(
    lambda n: st.lists(st.booleans(), min_size=n * n, max_size=n * n).map(
        lambda cells: np.array(cells).reshape(n, n)
    )
)


@settings(deadline=None)
@given(cells=graphs)
def test_runs_share_a_letter_if_and_only_if_they_are_alike(cells: Bools) -> None:
    alike = cells | cells.T | np.eye(len(cells), dtype=bool)
    letters = [set(own.split() if " " in own else own) for own in lettered(alike)]
    for one, two in product(range(len(alike)), repeat=2):
        assert bool(letters[one] & letters[two]) == alike[one, two]


def test_letters_go_on_after_z() -> None:
    assert [letter(n) for n in (0, 25, 26, 51, 52, 701, 702)] == [
        "a", "z", "aa", "az", "ba", "zz", "aaa",
    ]  # fmt: skip
    assert lettered(np.eye(28, dtype=bool))[26:] == ["aa", "ab"]
