"""How large a difference is, and on how many topics: what p does not tell."""

from __future__ import annotations

import numpy as np

from readpath.arrays import Floats, Ints, as_ints


def cohens_d(differences: Floats) -> Floats:
    """The mean of paired differences over their standard deviation (Cohen 1988, d_z).

    0 where there is no difference at all, nan where all topics differ by the same or are fewer than 2.
    """
    if len(differences) < 2:
        return np.full(differences.shape[1], np.nan)
    mean, spread = differences.mean(axis=0), differences.std(axis=0, ddof=1)
    even = np.ptp(differences, axis=0) == 0
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(even, np.where(mean == 0, 0.0, np.nan), mean / spread)


def wins_ties_losses(differences: Floats) -> Ints:
    """Three rows: on how many topics the first run is better, equal and worse."""
    signs = (differences > 0, differences == 0, differences < 0)
    return as_ints([sign.sum(axis=0) for sign in signs])
