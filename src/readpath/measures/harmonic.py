"""Sums of reciprocals, without adding them up."""

from __future__ import annotations

import numpy as np

from readpath.arrays import Floats, Ints

EXACT = 32
"""Up to here reciprocals are added one by one; from here on the series is exact in double precision."""

FIRST = np.concatenate(([0.0, 0.0], np.cumsum(1 / np.arange(1, EXACT))))


def harmonic(low: Ints, high: Ints) -> Floats:
    """1/low + … + 1/(high − 1), for 1 ≤ low ≤ high.

    The same as the digamma of `high` less that of `low`. Taken from two digammas, the difference of
    large numbers would lose digits where a long document has its relevant text far down; here the
    logarithm is taken of the ratio.
    """
    few = FIRST[np.minimum(high, EXACT)] - FIRST[np.minimum(low, EXACT)]
    low, high = np.maximum(low, EXACT), np.maximum(high, EXACT)
    return few + np.log1p((high - low) / low) + _correction(high) - _correction(low)


def _correction(x: Ints) -> Floats:
    """The digamma of x less its logarithm, by the asymptotic series."""
    square = 1.0 / (x.astype(float) * x)
    series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)))
    return -0.5 / x - series
