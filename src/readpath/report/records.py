"""The long table for other programs, with all digits: `run, topic, measure, value`.

Means have the topic `all`. A value that is not defined is empty in CSV and null in JSON.
"""

from __future__ import annotations

import json

import polars as pl

from readpath.scores import Scores


def render_csv(scores: Scores, by_topic: bool) -> str:
    """CSV with a header."""
    return scores.long(by_topic=by_topic).write_csv()


def render_json(scores: Scores, by_topic: bool) -> str:
    """An object with `scores`, a list of records; `means`, with counts of topics; and `notes`."""
    content = {
        "scores": scores.long(by_topic=by_topic).to_dicts(),
        "means": scores.means.to_dicts(),
        "notes": list(scores.notes),
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def render_rows(table: pl.DataFrame) -> str:
    """A list of records."""
    return json.dumps(table.to_dicts(), ensure_ascii=False, indent=1) + "\n"
