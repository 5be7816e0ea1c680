"""Many pairs at once: p made larger, so that chance alone seldom makes any pair look different.

A correction is given one family, which is all pairs of runs on one measure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.polynomial import Chebyshev

from readpath.analysis.draws import Draws
from readpath.analysis.significance import PERMUTATIONS, ROUNDING
from readpath.arrays import Floats, Ints

NODES = 200
"""Points at which an integral or a curve is computed."""

EDGE = 1e-16
"""What is left out at either end of an integral."""

FAR, FIRM = 20.0, 80
"""From 80 degrees of freedom, the chance of a studentized range of 20 is below 1e-12."""


@dataclass(frozen=True, eq=False)
class Family:
    """All pairs of runs on one measure: their p, and the gains of all runs on the topics they share."""

    p: Floats
    gains: Floats
    pairs: tuple[Ints, Ints]
    draws: Draws

    @property
    def apart(self) -> Floats:
        """How far apart the means of each pair are, over the topics that all runs share."""
        means = self.gains.mean(axis=0)
        return np.asarray(np.abs(means[self.pairs[0]] - means[self.pairs[1]]))


def none(family: Family) -> Floats:
    """No correction: of 20 pairs of equal runs one will look different at 0.05."""
    return family.p


def holm(family: Family) -> Floats:
    """Holm's step-down: the smallest p times the number of pairs, the next times one less, and so on."""
    there = np.flatnonzero(~np.isnan(family.p))
    order = there[np.argsort(family.p[there], kind="stable")]
    adjusted = np.full(len(family.p), np.nan)
    times = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(times * family.p[order]), 1.0)
    return adjusted


def bh(family: Family) -> Floats:
    """Benjamini and Hochberg: of the pairs called different, no more than the level's share is wrong."""
    from scipy.stats import false_discovery_control  # noqa: PLC0415

    adjusted = np.full(len(family.p), np.nan)
    there = ~np.isnan(family.p)
    if there.any():
        adjusted[there] = false_discovery_control(family.p[there])
    return adjusted


def tukey(family: Family) -> Floats:
    """Tukey's honestly significant difference, after a two-way analysis by topic and run."""
    topics, runs = family.gains.shape
    freedom = (topics - 1) * (runs - 1)
    if freedom < 1:
        return np.full(len(family.p), np.nan)
    rest = family.gains - family.gains.mean(axis=1, keepdims=True)
    rest = rest - rest.mean(axis=0)
    error = np.sqrt((rest**2).sum() / freedom / topics)
    apart = family.apart
    equal = apart <= ROUNDING * np.abs(family.gains).sum() / max(topics, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        ranges = np.where(equal, 0.0, apart / error)
    return np.where(equal, 1.0, range_beyond(ranges, runs, freedom))


def randomised_tukey(family: Family) -> Floats:
    """How often best and worst are so far apart when each topic's scores are dealt at random."""
    if not len(family.gains):
        return np.full(len(family.p), np.nan)
    spreads = np.array(
        [np.ptp(dealt.sum(axis=0)) for dealt in family.draws.shuffled(family.gains)]
    ) / len(family.gains)
    reached = family.apart - ROUNDING * np.abs(family.gains).sum() / len(family.gains)
    above = len(spreads) - np.searchsorted(np.sort(spreads), reached)
    return np.asarray((above + 1) / (len(spreads) + 1))


def range_beyond(ranges: Floats, runs: int, freedom: int) -> Floats:
    """The chance that the studentized range of so many means is larger.

    Many are looked up on a polynomial through a few.
    """
    if len(ranges) <= NODES or freedom < FIRM:
        return _exactly_beyond(ranges, runs, freedom)
    near = np.asarray(_curve_beyond(runs, freedom)(np.minimum(ranges, FAR)))
    return np.where(ranges < FAR, np.clip(near, 0.0, 1.0), 0.0)


@cache
def _curve_beyond(runs: int, freedom: int) -> Chebyshev:
    return Chebyshev.interpolate(
        lambda ranges: _exactly_beyond(ranges, runs, freedom), NODES, [0.0, FAR]
    )


def _exactly_beyond(ranges: Floats, runs: int, freedom: int) -> Floats:
    """The integral over the standard deviation s of the chance that the range is above q·s.

    scipy's studentized_range says the same, more slowly and with warnings where runs are many.
    """
    from scipy.special import chdtri  # noqa: PLC0415

    least, most = np.sqrt(chdtri(freedom, [1 - EDGE, EDGE]) / freedom)
    deviation, weight = _quadrature(least, most)
    logs = (freedom - 1) * np.log(deviation) - freedom / 2 * deviation**2
    weight = weight * np.exp(logs - logs.max())
    within = np.array([weight @ _within(q * deviation, runs) for q in ranges]) / weight.sum()
    return np.asarray(np.clip(1.0 - within, 0.0, 1.0))


def _within(width: Floats, runs: int) -> Floats:
    """The chance that so many standard normal numbers lie within a width: the largest is at z."""
    from scipy.special import ndtr  # noqa: PLC0415

    z, weight = _quadrature(-9.0, 9.0)
    density = weight * np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    below = ndtr(z) - ndtr(z - width[:, None])
    return np.asarray(runs * below ** (runs - 1) @ density)


def _quadrature(low: float, high: float) -> tuple[Floats, Floats]:
    """Points between two ends with weights, for an integral over something smooth."""
    points, weights = _legendre()
    return (high - low) / 2 * (points + 1) + low, (high - low) / 2 * weights


@cache
def _legendre() -> tuple[Floats, Floats]:
    points, weights = np.polynomial.legendre.leggauss(NODES)
    return points, weights


@dataclass(frozen=True)
class Correction:
    """A correction in words, and where it is from.

    One that `decides` alone does not look at the p of the test, and knows no one-tailed question.
    """

    title: str
    adjusted: Callable[[Family], Floats]
    paper: str
    decides: bool = False
    draws: int = 0


CORRECTIONS = {
    "none": Correction("not corrected for the number of pairs", none, ""),
    "holm": Correction("Holm's correction", holm, "Holm 1979"),
    "bh": Correction(
        "Benjamini and Hochberg's false discovery rate", bh, "Benjamini and Hochberg 1995"
    ),
    "tukey": Correction(
        "Tukey's HSD (assumes normal scores with the same variance for every run)",
        tukey,
        "Tukey 1949; Carterette 2012",
        decides=True,
    ),
    "randomised-tukey": Correction(
        "randomised Tukey HSD (assumes that scores could be exchanged between all runs)",
        randomised_tukey,
        "Carterette 2012",
        decides=True,
        draws=PERMUTATIONS,
    ),
}
"""Corrections by name."""
