"""Scores: one long table of what every run reached on every topic with every measure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

import polars as pl

from readpath.errors import OptionError, one_of
from readpath.plain import aligned, counted, shown

ALL = "all"
"""Stands for the mean over topics where a topic is named."""


@dataclass(frozen=True, eq=False)
class Scores:
    """One value for each run, topic and measure.

    `by_topic` is the table `run, topic, measure, value`; the value is null where the measure is not
    defined for the topic, as recall is where nothing is relevant. `means` averages over the topics
    that have a value, and says how many they are. `notes` tells what a reader of the numbers should
    know. `baselines` names the run that each is compared with, if there is one.
    """

    by_topic: pl.DataFrame
    notes: tuple[str, ...] = ()
    baselines: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def runs(self) -> list[str]:
        """Names of the runs, in the order in which they were evaluated."""
        return self.by_topic["run"].unique(maintain_order=True).to_list()

    @cached_property
    def measures(self) -> list[str]:
        """Names of the measures, in the order in which they were asked for."""
        return self.by_topic["measure"].unique(maintain_order=True).to_list()

    @cached_property
    def means(self) -> pl.DataFrame:
        """The table `run, measure, value, topics, undefined`: means, and over how many topics."""
        return self.by_topic.group_by("run", "measure", maintain_order=True).agg(
            pl.col("value").mean(),
            pl.col("value").count().alias("topics"),
            pl.col("value").null_count().alias("undefined"),
        )

    def value(self, run: str, measure: str, topic: str = ALL) -> float | None:
        """One number: a run's mean, or its score on one topic; None where it is not defined."""
        one_of([*self.runs, *self.differences["run"].unique()], run, "run")
        one_of(self.measures, measure, "measure")
        row = (pl.col("run") == run) & (pl.col("measure") == measure)
        found = self.long(by_topic=True).filter(row & (pl.col("topic") == topic))
        if found.is_empty():
            raise OptionError(f"run {run} has no score for topic {topic!r}")
        value: float | None = found["value"].item()
        return value

    @cached_property
    def differences(self) -> pl.DataFrame:
        """By topic, each run less its baseline, as the table `run, topic, measure, value`."""
        pairs = {"run": list(self.baselines), "baseline": list(self.baselines.values())}
        against = pl.DataFrame(pairs, schema={"run": pl.String, "baseline": pl.String})
        both = self.by_topic.join(against, on="run", maintain_order="left").join(
            self.by_topic.rename({"run": "baseline"}),
            on=["baseline", "topic", "measure"],
            maintain_order="left",
        )
        name = pl.format("{} − {}", "run", "baseline").alias("run")
        return both.select(name, "topic", "measure", pl.col("value") - pl.col("value_right"))

    def long(self, *, by_topic: bool = False) -> pl.DataFrame:
        """The table `run, topic, measure, value` with means as topic `all`, after the topics.

        A run's difference to its baseline, if it has one, follows the two.
        """
        table = pl.concat((self.by_topic, self.differences))
        means = table.group_by("run", "measure", maintain_order=True).agg(pl.col("value").mean())
        means = means.select("run", pl.lit(ALL).alias("topic"), "measure", "value")
        order = {run: 2 * place for place, run in enumerate(self.runs)}
        for run, baseline in self.baselines.items():
            order[f"{run} − {baseline}"] = order[baseline] + 1
        both = pl.concat((table, means)) if by_topic else means
        place = pl.col("run").replace_strict(order, return_dtype=pl.Int64)
        return both.sort(place, pl.col("topic") == ALL, maintain_order=True)

    def wide(self, *, by_topic: bool = False) -> pl.DataFrame:
        """The same with a column for each measure: easy to read, hard to compute with."""
        table = self.long(by_topic=by_topic).pivot(
            "measure", index=["run", "topic"], values="value", maintain_order=True
        )
        return table if by_topic else table.drop("topic")

    @property
    def counts(self) -> list[str]:
        """Over how many topics each mean is, in as few sentences as possible."""
        groups = self.means.group_by("topics", "undefined", maintain_order=True).agg(
            pl.col("run").unique(maintain_order=True), pl.col("measure").unique(maintain_order=True)
        )
        return [self._count(row, len(groups)) for row in groups.iter_rows(named=True)]

    def _count(self, row: Mapping[str, Any], groups: int) -> str:
        words = ["means"]
        if groups > 1 and row["measure"] != self.measures:
            words.append("of " + ", ".join(row["measure"]))
        if groups > 1 and row["run"] != self.runs:
            words.append("for " + ", ".join(row["run"]))
        words.append(f"over {counted(row['topics'], 'topic')}")
        undefined = f"; not defined for {row['undefined']} more, as nothing is relevant there"
        return " ".join(words) + undefined * bool(row["undefined"])

    def _repr_html_(self) -> str:
        table = self.wide()
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(shown(value))}</td>" for value in row) + "</tr>"
            for row in table.iter_rows()
        )
        notes = "".join(f"<p>{escape(count)}</p>" for count in self.counts)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>\n{notes}"

    def __str__(self) -> str:
        notes = [f"note: {note}" for note in self.notes]
        return "\n".join([aligned(self.wide()), "", *self.counts, *notes])
