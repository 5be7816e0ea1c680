"""A table for the terminal: a line for each run, four digits, and over how many topics."""

from __future__ import annotations

from readpath.plain import aligned
from readpath.scores import Scores


def render(scores: Scores, by_topic: bool) -> str:
    """The table, and below it how many topics the means are over."""
    return "\n".join([aligned(scores.wide(by_topic=by_topic)), "", *scores.counts, ""])
