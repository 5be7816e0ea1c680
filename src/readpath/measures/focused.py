"""The focused task: interpolated precision over recall, both counted in characters."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import numpy as np

from readpath.arrays import Floats, Ints, as_ints
from readpath.measures.cutoffs import Cutoff
from readpath.measures.registry import list_score
from readpath.reading import Results

PAPER = "Kamps, Geva, Trotman, Woodley & Koolen (2008), Overview of the INEX 2008 Ad Hoc Track"

Levels = Literal["exact", "floor"]

POINTS = "smaller results are more points between which the best precision is sought"


@list_score(
    "iP",
    of="results",
    formula="iP@x = max { P[r] : R[r] ≥ x },  P[r] = found[r] / read[r],  R[r] = found[r] / highlighted",
    paper=PAPER,
    cutoffs=("level",),
    exempt={"split": POINTS},
    official={"levels": "floor"},
)
def interpolated_precision(results: Results, cutoff: Cutoff, *, levels: Levels = "exact") -> Floats:
    """Highest precision, in characters, at or after a level of recall.

    Whether a level is reached is decided in whole numbers. `levels='floor'` compares rounded-down
    percentages in floating point, as the official program does.
    """
    precision = results.found / results.read
    if levels == "floor":
        reached = _percent(results, levels) >= round(100 * cutoff.value)
    else:
        reached = results.found >= results.spread(_needed(results.highlighted, cutoff.value))
    best = results.max(np.where(reached & (results.relevant > 0), precision, 0))
    return np.where(results.highlighted > 0, best, np.nan)


@list_score(
    "AiP",
    of="results",
    formula="AiP = 1/101 · Σ iP@x over x = 0.00, 0.01, …, 1.00",
    paper=PAPER,
    exempt={"split": POINTS},
    official={"levels": "floor"},
)
def average_interpolated_precision(
    results: Results, cutoff: Cutoff, *, levels: Levels = "exact"
) -> Floats:
    """Mean of interpolated precision at 101 levels of recall; its mean over topics is MAiP.

    A result settles all levels between the recall before it and the recall after it.
    """
    finds = results.relevant > 0
    steps = results.keep(finds)
    precision = results.found[finds] / results.read[finds]
    level = _percent(results, levels)[finds]
    settled = level - steps.before(level, first=-1)
    total = steps.sum(steps.best_to_come(precision) * settled)
    return np.where(results.highlighted > 0, total / 101, np.nan)


def _needed(total: Ints, level: Fraction) -> Ints:
    """The least number of characters that is a level of the total, in whole numbers of any size."""
    large = int(total.max(initial=0)) * level.numerator > np.iinfo(np.int64).max
    exact = total.astype(object) if large else total
    return as_ints(-(-exact * level.numerator // level.denominator))


def _percent(results: Results, levels: Levels) -> Ints:
    """Recall after each result, in whole percent, rounded down.

    Text that is counted each time it is shown cannot be recalled more than wholly.
    """
    total = np.maximum(results.spread(results.highlighted), 1)
    if levels == "exact":
        percent = as_ints(100 * results.found // total)
    else:
        percent = as_ints(np.floor(100.0 * (results.found / total)))
    return np.minimum(percent, 100)
