"""Whether measures agree on which runs are better, and would say the same on other topics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import polars as pl

from readpath.analysis.comparison import Comparison, compare
from readpath.analysis.draws import Draws
from readpath.analysis.grids import DIGITS, Grid
from readpath.analysis.presented import Frames, Presented, Sections
from readpath.analysis.ranks import CORRELATIONS, orders
from readpath.analysis.tables import Cell, Table
from readpath.arrays import Floats
from readpath.errors import OptionError
from readpath.plain import counted, shown, some
from readpath.scores import Scores

SAMPLES = 100
"""How often the topics are halved."""


@dataclass(frozen=True, eq=False, repr=False)
class Agreement(Presented):
    """How far measures agree, and how far each can be trusted.

    `matrices` has a table of measures by measures for each correlation: kendall, ap, spearman and
    pearson. `power` tells how many pairs of runs each measure tells apart; `stability` how alike the
    rankings from two halves of the topics are: the mean τ, the τ that 5 % of the halvings do not
    reach, and the share of pairs of runs that change places.
    """

    matrices: Mapping[str, pl.DataFrame]
    stability: pl.DataFrame
    comparison: Comparison
    samples: Draws
    left_out: list[str]

    usual = ("kendall", "ap", "power", "stability")

    @property
    def power(self) -> pl.DataFrame:
        """How many pairs each measure tells apart: `measure, pairs, significant, share`."""
        return self.comparison.power

    @property
    def correlations(self) -> pl.DataFrame:
        """All matrices as one table: `measure, other, kendall, ap, spearman, pearson`."""
        long = [
            matrix.unpivot(index="measure", variable_name="other", value_name=name)
            for name, matrix in self.matrices.items()
        ]
        return pl.concat(long, how="align_left").sort(
            pl.col("measure").cast(pl.Enum(self.comparison.measures)),
            pl.col("other").cast(pl.Enum(self.comparison.measures)),
        )

    @property
    def remarks(self) -> list[str]:
        """How runs were ranked, told apart and topics halved."""
        runs = len(self.comparison.runs) - len(self.left_out)
        notes = [
            f"rankings of {counted(runs, 'run')} by their means",
            f"told apart by: {self.comparison.settings}",
            f"stability: {counted(self.samples.count, 'random halving')} of the topics, seed "
            f"{self.samples.seed}",
            *self.comparison.warnings,
        ]
        if self.left_out:
            notes.append(f"without a mean on some measure and left out: {some(self.left_out)}")
        return notes

    @property
    def sections(self) -> Sections:
        """Tables for people: one for each correlation, power and stability."""
        return {
            **{name: partial(self._matrix, name) for name in CORRELATIONS},
            "power": self.comparison.sections["power"],
            "stability": lambda: [Table.of("two halves of the topics", self.stability)],
        }

    @property
    def frames(self) -> Frames:
        """Tables for programs: correlations, power and stability."""
        return {
            "correlations": lambda: self.correlations,
            "power": lambda: self.power,
            "stability": lambda: self.stability,
        }

    def _matrix(self, name: str) -> list[Table]:
        frame = self.matrices[name]
        rows = [
            [Cell(str(label)), *(Cell(shown(value)) for value in values)]
            for label, *values in frame.iter_rows()
        ]
        return [Table(CORRELATIONS[name].title, ["", *frame.columns[1:]], rows)]


def agreement(
    scores: Scores,
    *,
    test: str = "t",
    tail: str = "two",
    correction: str = "holm",
    level: float = 0.05,
    seed: int = 0,
    samples: int = SAMPLES,
) -> Agreement:
    """How far the measures agree on which runs are better, and how stable each ranking is.

    Correlations are between the means of all runs. How many pairs of runs a measure tells apart
    depends on the test, tail, correction and level, which mean the same as for `compare`.
    """
    if samples < 1:
        raise OptionError(f"samples {samples} is not a whole number from 1")
    comparison = compare(
        scores, test=test, tail=tail, correction=correction, level=level, seed=seed
    )
    grids = comparison.grids
    means = np.stack([-g.means if g.effort else g.means for g in grids.values()]).round(DIGITS)
    known = np.asarray(~np.isnan(means).any(axis=0))
    if known.sum() < 2:
        raise OptionError("fewer than two runs have a mean on every measure")
    names = list(grids)
    matrices = {
        name: _frame(names, correlation.matrix(means[:, known]))
        for name, correlation in CORRELATIONS.items()
    }
    draws = Draws(seed, samples)
    stable = pl.DataFrame([_stability(grid, draws) for grid in grids.values()])
    left_out = [run for run, there in zip(scores.runs, known.tolist(), strict=True) if not there]
    return Agreement(matrices, stable, comparison, draws, left_out)


def _frame(names: list[str], matrix: Floats) -> pl.DataFrame:
    columns = {name: matrix[:, number] for number, name in enumerate(names)}
    table = pl.DataFrame({"measure": names, **columns})
    return table.with_columns(pl.col(pl.Float64).fill_nan(None))


def _stability(grid: Grid, draws: Draws) -> dict[str, object]:
    """How alike the rankings by two halves of the topics are."""
    taus, swaps = half_against_half(grid.gains, draws)
    known = taus[~np.isnan(taus)]
    return {
        "measure": grid.measure,
        "topics": len(grid.topics),
        "τ": float(known.mean()) if len(known) else None,
        "τ at 5 %": float(np.quantile(known, 0.05)) if len(known) else None,
        "swaps": float(swaps.mean()) if len(grid.topics) > 1 else None,
    }


def half_against_half(gains: Floats, draws: Draws) -> tuple[Floats, Floats]:
    """For each random halving of topics: τ-b of the two rankings, and the share of pairs swapped."""
    half = np.stack(list(draws.halves(len(gains)))).astype(float)
    first, second = (orders(_means(part, gains)) for part in (half, 1 - half))
    agreeing, either = (first * second).sum(axis=1), first * second < 0
    with np.errstate(divide="ignore", invalid="ignore"):
        taus = agreeing / np.sqrt((first**2).sum(axis=1) * (second**2).sum(axis=1))
    return taus, np.asarray(either.mean(axis=1))


def _means(samples: Floats, gains: Floats) -> Floats:
    """The mean of each run in each sample of topics; what it has no value for counts 0 without any."""
    there = ~np.isnan(gains)
    sums = samples @ np.where(there, gains, 0.0)
    return np.asarray((sums / np.maximum(samples @ there, 1)).round(DIGITS))
