"""Scores as text: for people, for papers and for other programs."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from readpath.report import latex, records, table, trec
from readpath.scores import Scores

FORMATS: dict[str, Callable[[Scores, bool], str]] = {
    "table": table.render,
    "latex": latex.render,
    "trec": trec.render,
    "csv": records.render_csv,
    "json": records.render_json,
}
"""Formats by name; each makes text of scores, with or without the single topics."""

CURVES: dict[str, Callable[[pl.DataFrame], str]] = {
    "csv": pl.DataFrame.write_csv,
    "json": records.render_rows,
}
"""The same for the table of a curve."""
