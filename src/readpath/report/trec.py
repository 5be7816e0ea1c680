"""Lines as trec_eval prints them: measure, topic and value, parted by tabs.

Each run begins with a line `runid  all  NAME`. Values have four digits; a value that is not defined
is left out.
"""

from __future__ import annotations

import polars as pl

from readpath.scores import Scores


def render(scores: Scores, by_topic: bool) -> str:
    """One line for each value."""
    lines = []
    table = scores.long(by_topic=by_topic).drop_nulls("value")
    for run in table["run"].unique(maintain_order=True):
        lines.append(f"{'runid':<22}\tall\t{run}")
        rows = table.filter(pl.col("run") == run).select("measure", "topic", "value").iter_rows()
        lines += [f"{measure:<22}\t{topic}\t{value:.4f}" for measure, topic, value in rows]
    return "\n".join([*lines, ""])
