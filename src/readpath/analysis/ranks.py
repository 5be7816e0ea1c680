"""How much two measures agree on which runs are better.

Each function is given `scores[measure, run]`, more being better, and returns a matrix of measures by
measures; nan where a measure holds all runs equal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from readpath.arrays import Floats, as_ints


def tau_b(scores: Floats) -> Floats:
    """Kendall's τ-b: pairs of runs in the same order less those in the other, ties taken out."""
    return cosines(orders(scores))


def tau_ap(scores: Floats) -> Floats:
    """τ-AP: like Kendall's τ, but the top counts most (Yilmaz, Aslam and Robertson 2008).

    Rows are reference rankings, columns the ones held against them. Runs that are tied in the ranking
    count as in the mean over all orders of these; a tie in the reference agrees by half.
    """
    above = (scores[:, None, :] > scores[:, :, None]) + 0.5 * (
        scores[:, None, :] == scores[:, :, None]
    )
    tied = np.ptp(scores, axis=1) == 0
    columns = [_tau_ap_against(above, ranking) for ranking in scores]
    matrix = np.stack(columns, axis=1)
    matrix[tied, :] = np.nan
    matrix[:, tied] = np.nan
    return matrix


def _tau_ap_against(above: Floats, ranking: Floats) -> Floats:
    """One ranking held against every reference; `above[reference, run, other]`: the other is better."""
    ahead = ranking[None, :] > ranking[:, None]
    agreeing = (above * ahead).sum(axis=2)
    group = np.unique(-ranking, return_inverse=True)[1]
    sizes = np.bincount(group)
    sums = np.stack([np.bincount(group, weights=each) for each in agreeing])
    place = np.arange(len(ranking))
    owner = np.repeat(np.arange(len(sizes)), sizes)
    within = place - (np.cumsum(sizes) - sizes)[owner]
    expected = (sums / sizes)[:, owner] + within / 2
    return np.asarray(2 * (expected[:, 1:] / place[1:]).mean(axis=1) - 1)


def spearman(scores: Floats) -> Floats:
    """Spearman's ρ: the correlation of ranks."""
    from scipy.stats import rankdata  # noqa: PLC0415

    return pearson(np.asarray(rankdata(scores, axis=1)))


def pearson(scores: Floats) -> Floats:
    """Pearson's r: the correlation of the means themselves."""
    off = scores - scores.mean(axis=1, keepdims=True)
    off[np.ptp(scores, axis=1) == 0] = 0.0
    return cosines(off)


def orders(scores: Floats) -> Floats:
    """For each row, which run of each pair is better: 1, 0 or -1."""
    first, second = np.triu_indices(scores.shape[-1], 1)
    return np.asarray(np.sign(scores[..., first] - scores[..., second]))


def cosines(vectors: Floats) -> Floats:
    """The cosine between every two rows, 1 between a row and itself."""
    products = vectors @ vectors.T
    length = np.sqrt(np.diag(products))
    with np.errstate(divide="ignore", invalid="ignore"):
        matrix = np.clip(products / np.outer(length, length), -1.0, 1.0)
    here = as_ints(np.flatnonzero(length))
    matrix[here, here] = 1.0
    return np.asarray(matrix)


@dataclass(frozen=True)
class Correlation:
    """A correlation with its name and where it is from."""

    title: str
    matrix: Callable[[Floats], Floats]
    paper: str


CORRELATIONS = {
    "kendall": Correlation("Kendall's τ-b", tau_b, "Kendall 1945"),
    "ap": Correlation("τ-AP, rows being the reference", tau_ap, "Yilmaz, Aslam and Robertson 2008"),
    "spearman": Correlation("Spearman's ρ", spearman, "Spearman 1904"),
    "pearson": Correlation("Pearson's r", pearson, "Pearson 1895"),
}
"""Correlations by name."""
