"""Scores as arrays: for each measure one value for each topic and run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from readpath.arrays import Bools, Floats, Ints, as_ints
from readpath.errors import MeasureError, OptionError, one_of
from readpath.measures import measure
from readpath.scores import Scores

DIGITS = 12
"""Scores are sums of fractions: what differs only after so many digits is equal."""


@dataclass(frozen=True, eq=False)
class Grid:
    """What every run reached on every topic with one measure: `values[topic, run]`, nan if nothing.

    Topics for which no run has a value are left out. Of an `effort` less is better.
    """

    measure: str
    runs: list[str]
    topics: list[str]
    values: Floats
    effort: bool

    @cached_property
    def gains(self) -> Floats:
        """The same, so that more is better."""
        return -self.values if self.effort else self.values

    @cached_property
    def means(self) -> Floats:
        """The mean of each run over the topics that it has values for."""
        return _means(self.values)

    @cached_property
    def complete(self) -> Floats:
        """Gains on the topics for which every run has a value."""
        return self.gains[~np.isnan(self.gains).any(axis=1)]

    @cached_property
    def order(self) -> Ints:
        """The runs from best to worst; those that are equal as they were given."""
        return as_ints(np.argsort(-_means(self.gains).round(DIGITS), kind="stable"))

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """Every two runs as they were given: all with the first, then all with the second, and so on."""
        first, second = np.triu_indices(len(self.runs), 1)
        return as_ints(first), as_ints(second)

    @cached_property
    def differences(self) -> Floats:
        """For each topic and pair, how much better the first run is; nan unless both have a value."""
        first, second = self.pairs
        return (self.gains[:, first] - self.gains[:, second]).round(DIGITS)


def grids(scores: Scores, measures: Iterable[str] | None = None) -> list[Grid]:
    """A grid for each measure, or for those that are wanted."""
    wanted = list(scores.measures if measures is None else measures)
    for name in wanted:
        one_of(scores.measures, name, "measure")
    topics = scores.by_topic["topic"].unique(maintain_order=True).to_list()
    place = [
        _numbered(scores.by_topic["measure"], wanted),
        _numbered(scores.by_topic["topic"], topics),
        _numbered(scores.by_topic["run"], scores.runs),
    ]
    values = scores.by_topic["value"].cast(pl.Float64).to_numpy()
    cube = np.full((len(wanted), len(topics), len(scores.runs)), np.nan)
    kept = place[0] >= 0
    cube[tuple(each[kept] for each in place)] = values[kept]
    return [
        _grid(name, scores.runs, topics, cube[number])
        for number, name in enumerate(dict.fromkeys(wanted))
    ]


def _numbered(column: pl.Series, names: list[str]) -> Ints:
    numbers = {name: number for number, name in reversed(list(enumerate(dict.fromkeys(names))))}
    return as_ints(column.replace_strict(numbers, default=-1, return_dtype=pl.Int64).to_numpy())


def _grid(name: str, runs: list[str], topics: list[str], values: Floats) -> Grid:
    filled = np.asarray(~np.isnan(values).all(axis=1))
    if not filled.any():
        raise OptionError(f"{name} is not defined for any topic")
    named = [topic for topic, there in zip(topics, filled.tolist(), strict=True) if there]
    return Grid(name, runs, named, values[filled], is_effort(name))


def is_effort(name: str) -> bool:
    """Whether less is better; a measure that readpath does not know is taken for a gain."""
    try:
        return measure(name).definition.effort
    except MeasureError:
        return False


def _means(values: Floats) -> Floats:
    there = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(there, values, 0.0).sum(axis=0) / there.sum(axis=0))


def blocks_without_gaps(values: Floats) -> Iterator[tuple[Bools, Ints]]:
    """Rows and columns such that these columns have values in exactly these rows.

    Nearly always that is one block. Only where runs answer different topics there are several.
    """
    there = ~np.isnan(values)
    if there.all():
        yield np.ones(len(values), dtype=bool), np.arange(values.shape[1])
        return
    _, first, kind = np.unique(
        np.packbits(there, axis=0), axis=1, return_index=True, return_inverse=True
    )
    for number, column in enumerate(first):
        yield there[:, column], np.flatnonzero(kind == number)
