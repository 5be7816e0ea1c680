"""Which run is better, by how much, and whether that could be chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

import readpath.analysis.comparison_tables as tables
from readpath.analysis.corrections import CORRECTIONS
from readpath.analysis.grids import Grid, grids
from readpath.analysis.groups import lettered
from readpath.analysis.pairing import Settings, beaten, moved_table, pair_table, run_table
from readpath.analysis.presented import Frames, Presented, Sections
from readpath.analysis.significance import TESTS
from readpath.analysis.tables import Table
from readpath.arrays import Bools
from readpath.errors import OptionError, one_of
from readpath.evaluation import Runlike, evaluate
from readpath.files.records import Records
from readpath.files.source import PathLikeText
from readpath.judgments import Judgments
from readpath.plain import counted
from readpath.scores import Scores

FEWEST = 5
"""With fewer topics a comparison carries a warning."""

MOVED = 5
"""So many topics are listed for each pair."""


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Presented):
    """Runs compared with each other on each measure.

    `pairs` is the table `measure, run, other, mean, other_mean, difference, low, high, p, adjusted,
    significant, effect, wins, ties, losses, topics`, with a row for each two runs. All of a pair's
    numbers are over the topics that both runs have scores for. `difference` with its interval from
    `low` to `high` is the run's mean less the other's. A positive `effect` (Cohen's d of the paired
    differences) and `wins` speak for the run, also where less is better.
    """

    pairs: pl.DataFrame
    scores: Scores
    settings: Settings
    grids: Mapping[str, Grid]

    usual = ("means", "pairs")

    @property
    def measures(self) -> list[str]:
        """Names of the measures."""
        return list(self.grids)

    @property
    def runs(self) -> list[str]:
        """Names of the runs."""
        return self.scores.runs

    @cached_property
    def beaten(self) -> dict[str, Bools]:
        """For each measure: `[i, j]` tells whether run i is significantly better than run j."""
        parts = self.pairs.partition_by("measure", as_dict=True)
        return {name: beaten(grid, parts[name,]) for name, grid in self.grids.items()}

    def triangle(self, measure: str | None = None) -> pl.DataFrame:
        """★ where a run is significantly better than one of lower rank, – where it is not."""
        name = self._one(measure)
        return tables.triangle(self.grids[name], self.beaten[name])

    @cached_property
    def groups(self) -> pl.DataFrame:
        """Runs by rank: `measure, rank, run, mean, low, high, topics, groups`.

        Two runs have a letter in common if, and only if, they do not differ significantly.
        """
        parts = []
        for name, grid in self.grids.items():
            won = self.beaten[name][grid.order[:, None], grid.order]
            parts.append(run_table(grid, self.settings, lettered(~(won | won.T))))
        return pl.concat(parts)

    @cached_property
    def moved(self) -> pl.DataFrame:
        """Of each pair the topics that moved most: `…, topic, value, other_value, difference`."""
        return pl.concat([moved_table(grid, MOVED) for grid in self.grids.values()])

    @cached_property
    def power(self) -> pl.DataFrame:
        """How many pairs each measure tells apart: `measure, pairs, significant, share`."""
        return self.pairs.group_by("measure", maintain_order=True).agg(
            pl.len().alias("pairs"),
            pl.col("significant").sum(),
            pl.col("significant").mean().alias("share"),
        )

    @property
    def remarks(self) -> list[str]:
        """The test with what it assumes, the number of topics, and warnings."""
        test, correction = TESTS[self.settings.test], CORRECTIONS[self.settings.correction]
        papers = "; ".join(filter(None, (test.paper, correction.paper)))
        per_measure = len(self.pairs) // len(self.grids)
        return [
            f"{self.settings}; {counted(per_measure, 'pair')} of runs, each measure by itself",
            f"assumes: {test.assumes} ({papers})",
            f"topics: {self._topics()}",
            *self.warnings,
        ]

    @property
    def warnings(self) -> list[str]:
        """What makes these results doubtful."""
        return [*self._few(), *self._coarse(), *self._gaps()]

    def _topics(self) -> str:
        spans = sorted(set(self.pairs["topics"]))
        if len(spans) == 1:
            return f"{spans[0]}"
        return f"{spans[0]} to {spans[-1]}; each pair is compared on those that both runs have"

    def _few(self) -> list[str]:
        least = min(self.pairs["topics"])
        if least >= FEWEST:
            return []
        untested = self.pairs["p"].null_count()
        none = f"; {counted(untested, 'pair')} not tested at all" if untested else ""
        return [f"warning: {counted(least, 'topic')} cannot show much; take {FEWEST} or more{none}"]

    def _coarse(self) -> list[str]:
        """Whether resampling is too coarse for anything to be found."""
        pairs = len(self.pairs) // len(self.grids)
        count = self.settings.draws.count
        if not TESTS[self.settings.test].draws or self.settings.correction != "holm":
            return []
        if pairs / (count + 1) < self.settings.level:
            return []
        return [
            f"warning: no p is below 1/{count + 1:,}, too much for Holm's correction over "
            f"{counted(pairs, 'pair')}; take more resamples, or correction randomised-tukey"
        ]

    def _gaps(self) -> list[str]:
        if not CORRECTIONS[self.settings.correction].decides:
            return []
        shared = {name: len(grid.complete) for name, grid in self.grids.items()}
        return [
            f"warning: {name}: the correction uses only the {counted(count, 'topic')} that all runs "
            "have"
            for name, count in shared.items()
            if count < len(self.grids[name].topics)
        ]

    @property
    def sections(self) -> Sections:
        """Tables for people: means, pairs, groups, triangle, moved and power."""
        return {
            "means": lambda: [tables.means(self.grids, self.beaten)],
            "pairs": lambda: tables.pairs(self.pairs),
            "groups": lambda: tables.groups(self.groups),
            "triangle": lambda: [
                Table.of(
                    f"{name}: significant differences",
                    self.triangle(name),
                    words=len(self.runs) + 1,
                )
                for name in self.grids
            ],
            "moved": lambda: [Table.of("topics that moved most", self.moved)],
            "power": lambda: [tables.power(self.power)],
        }

    @property
    def frames(self) -> Frames:
        """Tables for programs: pairs, groups, moved and power."""
        return {
            "pairs": lambda: self.pairs,
            "groups": lambda: self.groups,
            "moved": lambda: self.moved,
            "power": lambda: self.power,
        }

    def _one(self, measure: str | None) -> str:
        if measure is None and len(self.grids) > 1:
            raise OptionError(f"name one of the measures: {', '.join(self.grids)}")
        return one_of(self.grids, measure or self.measures[0], "measure")


def compare(
    runs: Scores | Runlike | Iterable[Runlike] | Mapping[str, Runlike],
    judgments: Judgments | Records | PathLikeText | None = None,
    measures: str | Sequence[str] | None = None,
    *,
    test: str = "t",
    tail: str = "two",
    correction: str = "holm",
    level: float = 0.05,
    seed: int = 0,
    resamples: int | None = None,
    **options: Any,  # noqa: ANN401
) -> Comparison:
    """Compare every two runs on every measure: by how much they differ, and whether by chance.

    `runs` are scores, or what `evaluate` scores with its options. `test` is t, wilcoxon, sign,
    permutation or bootstrap. `tail` is two, or one (is the better run better?), or greater or less
    for a direction that was fixed beforehand. `correction` for the number of pairs is holm, bh,
    tukey, randomised-tukey or none. Whatever is drawn by chance follows from `seed`.
    """
    settings = Settings(test, tail, correction, level, seed, resamples)
    scores = scores_of(runs, judgments, measures, options)
    if len(scores.runs) < 2:
        raise OptionError("there is only one run; compare two or more")
    names = [measures] if isinstance(measures, str) else measures
    wanted = names if isinstance(runs, Scores) else None
    found = {grid.measure: grid for grid in grids(scores, wanted)}
    table = pl.concat([pair_table(grid, settings) for grid in found.values()])
    return Comparison(table, scores, settings, found)


def scores_of(
    runs: Scores | Runlike | Iterable[Runlike] | Mapping[str, Runlike],
    judgments: Judgments | Records | PathLikeText | None,
    measures: str | Sequence[str] | None,
    options: Mapping[str, Any],
) -> Scores:
    """Scores as they are, or runs evaluated."""
    if isinstance(runs, Scores):
        if judgments is not None or options:
            raise OptionError("scores are evaluated already: give no judgments and no options")
        return runs
    if judgments is None:
        raise OptionError("runs need judgments to be compared; or give scores")
    return evaluate(runs, judgments, measures, **options)
