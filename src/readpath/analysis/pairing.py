"""All pairs of runs on one measure: the numbers behind a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from readpath.analysis.corrections import CORRECTIONS, Family
from readpath.analysis.draws import Draws
from readpath.analysis.effects import cohens_d, wins_ties_losses
from readpath.analysis.grids import Grid, blocks_without_gaps
from readpath.analysis.significance import BOOTSTRAP, TAILS, TESTS, p_values
from readpath.arrays import Bools, Floats
from readpath.errors import OptionError, one_of
from readpath.plain import counted

NUMBERS = (
    "mean", "other_mean", "difference", "low", "high", "p", "effect", "wins", "ties", "losses",
    "topics",
)  # fmt: skip
COUNTS = ("wins", "ties", "losses", "topics")


@dataclass(frozen=True)
class Settings:
    """How runs are compared."""

    test: str = "t"
    tail: str = "two"
    correction: str = "holm"
    level: float = 0.05
    seed: int = 0
    resamples: int | None = None

    def __post_init__(self) -> None:
        one_of(TESTS, self.test, "test")
        one_of(TAILS, self.tail, "tail")
        one_of(CORRECTIONS, self.correction, "correction")
        if not 0 < self.level < 1:
            raise OptionError(f"level {self.level} is not between 0 and 1; 0.05 is usual")
        if self.seed < 0:
            raise OptionError(f"seed {self.seed} is negative; take a whole number from 0")
        if self.resamples is not None and self.resamples < 1:
            raise OptionError(f"resamples {self.resamples} is not a whole number from 1")
        if CORRECTIONS[self.correction].decides and self.tail != "two":
            raise OptionError(
                f"correction {self.correction} knows no one-tailed question; take tail two, or "
                "correction holm"
            )

    @cached_property
    def draws(self) -> Draws:
        """Chance for the test."""
        return Draws(self.seed, self.resamples or TESTS[self.test].draws or BOOTSTRAP)

    @cached_property
    def interval_draws(self) -> Draws:
        """Chance for the intervals."""
        return Draws(self.seed, self.resamples or BOOTSTRAP)

    @cached_property
    def correction_draws(self) -> Draws:
        """Chance for the correction."""
        return Draws(self.seed, self.resamples or CORRECTIONS[self.correction].draws or BOOTSTRAP)

    def __str__(self) -> str:
        test, correction = TESTS[self.test], CORRECTIONS[self.correction]
        most = "at most " if self.test == "permutation" else ""
        drawn = [
            f"{most}{counted(draws.count, 'resample')}, seed {self.seed}"
            for draws, used in (
                (self.draws, test.draws),
                (self.correction_draws, correction.draws and not test.draws),
            )
            if used
        ]
        words = [test.title, TAILS[self.tail], f"level {self.level:g}", correction.title, *drawn]
        return ", ".join(words)


def pair_table(grid: Grid, settings: Settings) -> pl.DataFrame:
    """A row for each pair of runs: means, difference, p and adjusted p, effect, topics won."""
    first, second = grid.pairs
    found = {name: np.full(len(first), np.nan) for name in NUMBERS}
    differences = grid.differences
    for rows, columns in blocks_without_gaps(differences):
        means = [_mean(grid.values[rows][:, runs[columns]]) for runs in (first, second)]
        block = _block(differences[rows][:, columns], grid.effort, settings)
        block |= {"mean": means[0], "other_mean": means[1], "difference": means[0] - means[1]}
        for name, values in block.items():
            found[name][columns] = values
    correction = CORRECTIONS[settings.correction]
    family = Family(found["p"], grid.complete, grid.pairs, settings.correction_draws)
    adjusted = correction.adjusted(family)
    names = pl.Series(grid.runs, dtype=pl.String)
    table = pl.DataFrame(
        {"measure": grid.measure, "run": names[first], "other": names[second]}
        | {name: found[name] for name in NUMBERS[:6]}
        | {"adjusted": adjusted, "significant": adjusted < settings.level}
        | {name: found[name] for name in NUMBERS[6:]}
    )
    return table.with_columns(pl.col(pl.Float64).fill_nan(None)).with_columns(
        pl.col(COUNTS).cast(pl.Int64)
    )


def _block(differences: Floats, effort: bool, settings: Settings) -> dict[str, Floats]:
    """Pairs that have the same topics; differences are gains, intervals are of the measure itself."""
    test, pairs = TESTS[settings.test], differences.shape[1]
    wins, ties, losses = wins_ties_losses(differences)
    low = high = np.full(pairs, np.nan)
    if len(differences) > 1:
        shown = -differences if effort else differences
        low, high = test.interval(shown, settings.level, settings.interval_draws)
    return {
        "low": low,
        "high": high,
        "p": p_values(test, differences, settings.tail, settings.draws),
        "effect": cohens_d(differences),
        "wins": wins.astype(float),
        "ties": ties.astype(float),
        "losses": losses.astype(float),
        "topics": np.full(pairs, float(len(differences))),
    }


def run_table(grid: Grid, settings: Settings, letters: list[str]) -> pl.DataFrame:
    """A row for each run, the best first: its mean with an interval, and its groups."""
    ends = np.full((2, len(grid.runs)), np.nan)
    for rows, columns in blocks_without_gaps(grid.values):
        if rows.sum() > 1:
            values = grid.values[rows][:, columns]
            test = TESTS[settings.test]
            ends[:, columns] = test.interval(values, settings.level, settings.interval_draws)
    there = (~np.isnan(grid.values)).sum(axis=0)
    order = grid.order
    return pl.DataFrame(
        {
            "measure": grid.measure,
            "rank": np.arange(1, len(order) + 1),
            "run": [grid.runs[number] for number in order],
            "mean": grid.means[order],
            "low": ends[0, order],
            "high": ends[1, order],
            "topics": there[order],
            "groups": letters,
        }
    ).with_columns(pl.col(pl.Float64).fill_nan(None))


def moved_table(grid: Grid, most: int) -> pl.DataFrame:
    """For each pair the topics on which the two runs are furthest apart."""
    sizes = np.nan_to_num(np.abs(grid.differences), nan=-1.0)
    topic = np.argsort(-sizes, axis=0, kind="stable")[:most].T
    pair = np.repeat(np.arange(len(topic)), topic.shape[1])
    topic = topic.ravel()
    kept = sizes[topic, pair] > 0
    topic, pair = topic[kept], pair[kept]
    first, second = (runs[pair] for runs in grid.pairs)
    names = pl.Series(grid.runs, dtype=pl.String)
    values = grid.values[topic, first], grid.values[topic, second]
    return pl.DataFrame(
        {
            "measure": pl.repeat(grid.measure, len(topic), dtype=pl.String, eager=True),
            "run": names.gather(first),
            "other": names.gather(second),
            "topic": pl.Series(grid.topics, dtype=pl.String).gather(topic),
            "value": values[0],
            "other_value": values[1],
            "difference": values[0] - values[1],
        }
    )


def beaten(grid: Grid, pairs: pl.DataFrame) -> Bools:
    """`beaten[i, j]`: run i is significantly better than run j; in the order of the grid."""
    first, second = grid.pairs
    better = np.zeros((len(grid.runs),) * 2, dtype=bool)
    significant = pairs["significant"].fill_null(False).to_numpy()
    ahead = pairs["difference"].fill_null(0.0).to_numpy() * (-1 if grid.effort else 1)
    better[first, second] = significant & (ahead > 0)
    better[second, first] = significant & (ahead < 0)
    return better


def _mean(values: Floats) -> Floats:
    return values.mean(axis=0) if len(values) else np.full(values.shape[1], np.nan)
