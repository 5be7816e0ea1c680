"""A table for the terminal: a line for each run, four digits, and over how many topics."""

from __future__ import annotations

import polars as pl

from readpath.plain import aligned
from readpath.scores import Scores


def render(scores: Scores, by_topic: bool) -> str:
    """The table, and below it how many topics the means are over."""
    return "\n".join([aligned(scores.wide(by_topic=by_topic)), "", *counts(scores), ""])


def counts(scores: Scores) -> list[str]:
    """Over how many topics each mean is, in as few lines as possible."""
    groups = scores.means.group_by("topics", "undefined", maintain_order=True).agg(
        pl.col("run").unique(maintain_order=True), pl.col("measure").unique(maintain_order=True)
    )
    return [
        f"{_whose(row, scores, len(groups))} over {row['topics']} topics{_left_out(row)}"
        for row in groups.iter_rows(named=True)
    ]


def _whose(row: dict[str, list[str]], scores: Scores, groups: int) -> str:
    if groups == 1:
        return "means"
    what = ["means"]
    if row["measure"] != scores.measures:
        what.append("of " + ", ".join(row["measure"]))
    if row["run"] != scores.runs:
        what.append("for " + ", ".join(row["run"]))
    return " ".join(what)


def _left_out(row: dict[str, int]) -> str:
    undefined = row["undefined"]
    return f"; not defined for {undefined} more, as nothing is relevant there" if undefined else ""
