"""Sums of reciprocals against exact fractions, and against another program's digamma."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from readpath.arrays import as_ints
from readpath.measures.harmonic import EXACT, harmonic

LARGE = [10**3, 10**5, 10**7, 10**9, 2**40, 10**13, 2**50]
"""Places far down in texts; none is longer than 2^36 characters, so the last are a wide margin."""


def one(low: int, high: int) -> float:
    return float(harmonic(as_ints([low]), as_ints([high]))[0])


def added_up(low: int, high: int) -> Fraction:
    """1/low + … + 1/(high − 1), halves added to halves, as the fractions are large."""
    if high - low < 2:
        return Fraction(1, low) if low < high else Fraction(0)
    middle = (low + high) // 2
    return added_up(low, middle) + added_up(middle, high)


def test_all_small_sums() -> None:
    """Below 5 a double has steps of 2^-50: three roundings are at most this far off."""
    cases = [(low, high) for low in range(1, 80) for high in range(low, 80)]
    low, high = as_ints(cases).T
    exact = [float(added_up(*case)) for case in cases]
    assert harmonic(low, high) == pytest.approx(np.array(exact), rel=0, abs=4e-15)


@pytest.mark.parametrize("low", [1, 2, EXACT - 1, EXACT, EXACT + 1, 500])
def test_sums_of_thousands_of_terms(low: int) -> None:
    """Up to 32 terms are differences of doubles below 5, see above."""
    for high in (low, low + 1, EXACT + low, 1000, 5000):
        assert one(low, high) == pytest.approx(float(added_up(low, high)), rel=1e-14, abs=4e-15)


@pytest.mark.parametrize("low", LARGE)
@pytest.mark.parametrize("terms", [0, 1, 2, 3, 10, 1000])
def test_few_terms_far_down_keep_all_digits(low: int, terms: int) -> None:
    """Where two digammas, both near log(low), would cancel each other."""
    exact = float(added_up(low, low + terms))
    assert one(low, low + terms) == pytest.approx(exact, rel=1e-14, abs=0)


@pytest.mark.parametrize("low", LARGE[:5])
@pytest.mark.parametrize("times", [2, 1000])
def test_many_terms_far_down(low: int, times: int) -> None:
    """Euler–Maclaurin in exact fractions, but for the logarithm of a small whole number.

    1/a + … + 1/(b − 1) = log(b/a) + (1/a − 1/b)/2 + (1/a² − 1/b²)/12 − …, and what follows is less
    than 1/(120·a⁴), under 10⁻¹⁴ already for a = 1000.
    """
    first, last = Fraction(1, low), Fraction(1, low * times)
    correction = (first - last) / 2 + (first**2 - last**2) / 12 - (first**4 - last**4) / 120
    exact = math.log(times) + float(correction)
    assert one(low, low * times) == pytest.approx(exact, rel=1e-14, abs=0)


def test_the_difference_of_two_digammas() -> None:
    """scipy's digamma; absolute, since that difference loses what is small against log(high)."""
    digamma: Any = pytest.importorskip("scipy.special").digamma
    numbers = as_ints([*range(1, 70), 100, 1000, 12345, 10**6, 10**9])
    low, high = (each.ravel() for each in np.meshgrid(numbers, numbers))
    low, high = low[low <= high], high[low <= high]
    expected = digamma(high.astype(float)) - digamma(low.astype(float))
    assert harmonic(low, high) == pytest.approx(expected, rel=0, abs=2e-14)


@settings(deadline=None)
@given(st.lists(st.integers(1, 10**6), min_size=3, max_size=8))
@example([EXACT - 1, EXACT, EXACT + 1])
def test_sums_add_up(places: list[int]) -> None:
    places = sorted(places)
    parts = [one(low, high) for low, high in pairwise(places)]
    assert all(part >= 0 for part in parts)
    assert sum(parts) == pytest.approx(one(places[0], places[-1]), rel=1e-13, abs=1e-14)


def test_no_places_no_sums() -> None:
    assert harmonic(as_ints([]), as_ints([])).tolist() == []
