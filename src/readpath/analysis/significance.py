"""Could a difference be chance? Tests on paired differences, all pairs of runs at once.

A test is given `differences[topic, pair]` without gaps. With `two` it asks whether the runs differ,
else whether the first is better; it returns one p for each pair.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from readpath.analysis.draws import Draws, in_blocks
from readpath.arrays import Floats

PValues = Callable[[Floats, bool, Draws], Floats]
Interval = Callable[[Floats, float, Draws], Floats]

ROUNDING = 1e-12
"""Sums that differ by less, compared with what is summed, are equal."""


def t_test(differences: Floats, two: bool, draws: Draws) -> Floats:
    """Student's t: the mean difference, held against how much the topics differ."""
    from scipy.special import stdtr  # noqa: PLC0415

    n = len(differences)
    error = differences.std(axis=0, ddof=1) / np.sqrt(n)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = differences.mean(axis=0) / np.where(error <= _noise(differences), 0.0, error)
    return np.asarray(2 * stdtr(n - 1, -np.abs(t)) if two else stdtr(n - 1, -t))


def wilcoxon_test(differences: Floats, two: bool, draws: Draws) -> Floats:
    """Wilcoxon's signed ranks: whether the larger differences have the same sign.

    Topics without a difference are left out. p is exact for up to 50 topics without ties, else from
    the normal distribution.
    """
    from scipy.stats import wilcoxon  # noqa: PLC0415

    sizes = np.sort(np.abs(differences), axis=0)
    tied = (sizes[0] == 0) | (np.diff(sizes, axis=0) == 0).any(axis=0)
    exact = ~tied & (len(differences) <= 50)
    p = np.empty(differences.shape[1])
    for method, which in (("exact", exact), ("asymptotic", ~exact)):
        if which.any():
            side = "two-sided" if two else "greater"
            found = wilcoxon(differences[:, which], alternative=side, method=method, axis=0)
            p[which] = found.pvalue
    return p


def sign_test(differences: Floats, two: bool, draws: Draws) -> Floats:
    """The sign test: does one of the runs win more topics than a fair coin would? Ties are left out."""
    from scipy.special import bdtrc  # noqa: PLC0415

    wins, losses = (differences > 0).sum(axis=0), (differences < 0).sum(axis=0)
    least = np.maximum(wins, losses) if two else wins
    p = np.where(least > 0, bdtrc(least - 1.0, wins + losses, 0.5), 1.0)
    return np.minimum(2 * p, 1.0) if two else p


def permutation_test(differences: Floats, two: bool, draws: Draws) -> Floats:
    """Fisher's randomisation: how often runs exchanged on random topics are so far apart.

    All exchanges are tried where they are few; else random ones, among which the true one counts.
    """
    signs = draws.signs(len(differences))
    extra = 0 if draws.all_signs(len(differences)) else 1

    def share(columns: Floats) -> Floats:
        sums, found = signs @ columns, columns.sum(axis=0)
        if two:
            sums, found = np.abs(sums, out=sums), np.abs(found)
        reached = (sums >= found - _noise(columns)).sum(axis=0)
        return np.asarray((reached + extra) / (len(signs) + extra))

    return in_blocks(share, differences, len(signs))


def bootstrap_test(differences: Floats, two: bool, draws: Draws) -> Floats:
    """The bootstrap by the shift method: how often topics show such a difference if there is none.

    Topics are drawn again and again from differences that were moved to mean 0.
    """
    samples = draws.topics(len(differences))

    def share(columns: Floats) -> Floats:
        found = columns.mean(axis=0)
        means = samples @ (columns - found)
        if two:
            means, found = np.abs(means, out=means), np.abs(found)
        reached = (means >= found - _noise(columns)).sum(axis=0)
        return np.asarray((reached + 1) / (len(samples) + 1))

    return in_blocks(share, differences, len(samples))


def t_interval(values: Floats, level: float, draws: Draws) -> Floats:
    """Where the mean of each column lies by Student's t, with a chance of error of `level`."""
    from scipy.special import stdtrit  # noqa: PLC0415

    n = len(values)
    width = stdtrit(n - 1, 1 - level / 2) * values.std(axis=0, ddof=1) / np.sqrt(n)
    return np.asarray(values.mean(axis=0) + np.array([-1.0, 1.0])[:, None] * width)


def bootstrap_interval(values: Floats, level: float, draws: Draws) -> Floats:
    """Where the mean of each column lies in all but `level` of the bootstrap samples of topics."""
    samples = draws.topics(len(values))
    ends = [level / 2, 1 - level / 2]

    def within(columns: Floats) -> Floats:
        means = columns.T @ samples.T
        return np.asarray(np.quantile(means, ends, axis=1, overwrite_input=True))

    return in_blocks(within, values, len(samples))


def _noise(columns: Floats) -> Floats:
    return np.asarray(ROUNDING * np.abs(columns).sum(axis=0))


@dataclass(frozen=True)
class SignificanceTest:
    """A test with its name, what it assumes, where it is from, and how often it draws, if it does."""

    title: str
    p: PValues
    interval: Interval
    assumes: str
    paper: str
    draws: int = 0


BOOTSTRAP = 1_000
"""Bootstrap samples unless another number is asked for, as paper 003 draws."""

PERMUTATIONS = 10_000

TESTS = {
    "t": SignificanceTest(
        "paired t-test",
        t_test,
        t_interval,
        "topics are independent, and the mean of the differences is about normal",
        "Student 1908",
    ),
    "wilcoxon": SignificanceTest(
        "Wilcoxon signed-rank test",
        wilcoxon_test,
        bootstrap_interval,
        "topics are independent, and differences are spread alike to both sides of their median",
        "Wilcoxon 1945",
    ),
    "sign": SignificanceTest(
        "sign test",
        sign_test,
        bootstrap_interval,
        "topics are independent; how large differences are does not matter",
        "Conover 1999",
    ),
    "permutation": SignificanceTest(
        "permutation test",
        permutation_test,
        bootstrap_interval,
        "were there no difference, the two scores of a topic could as well be exchanged",
        "Fisher 1935; Smucker, Allan and Carterette 2007",
        PERMUTATIONS,
    ),
    "bootstrap": SignificanceTest(
        "bootstrap test (shift method)",
        bootstrap_test,
        bootstrap_interval,
        "topics are a random sample of all topics, and enough to stand for them",
        "Noreen 1989; Smucker, Allan and Carterette 2007",
        BOOTSTRAP,
    ),
}
"""Tests by name; a new one is one more entry."""

TAILS = {
    "two": "two-tailed",
    "one": "one-tailed: is the better of the two runs better?",
    "greater": "one-tailed: is the run better than the other?",
    "less": "one-tailed: is the run worse than the other?",
}
"""What is asked of a pair. `one` lets the data choose the direction, as INEX papers do."""


def turned(differences: Floats, tail: str) -> Floats:
    """Differences so that a one-tailed test asks whether they are above 0."""
    if tail == "one":
        return np.where(differences.sum(axis=0) < 0, -differences, differences)
    return -differences if tail == "less" else differences


def p_values(test: SignificanceTest, differences: Floats, tail: str, draws: Draws) -> Floats:
    """The p of each pair, from the topics that both runs have: 1 if they are equal on all of these.

    So it is where the better run is asked for and neither is better in the mean. With fewer than two
    topics there is nothing to test: nan.
    """
    p = np.full(differences.shape[1], np.nan if len(differences) < 2 else 1.0)
    unequal = (differences != 0).any(axis=0)
    if tail == "one":
        unequal &= np.abs(differences.sum(axis=0)) > _noise(differences)
    if len(differences) > 1 and unequal.any():
        asked = turned(differences[:, unequal], tail)
        p[unequal] = np.clip(test.p(asked, tail == "two", draws), 0.0, 1.0)
    return p
