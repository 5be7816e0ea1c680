"""What a format cannot hold: a run that would not come back as it is, is not written."""

from __future__ import annotations

import polars as pl

from readpath.errors import InputError
from readpath.runs.table import ABSENT, Run

NAME = pl.col("name")
"""Stands for a topic or a document in the expressions that are given here."""

SPACED = NAME.str.contains(r"[\t-\r ]|^\x{feff}")
"""Names that cannot stand in columns parted by white space."""


def refuse_names(run: Run, bad: pl.Expr, problem: str) -> None:
    """Raise an error for the first topic or document that a format cannot hold."""
    for kind in ("topic", "document"):
        rows = run.results.select(pl.col(kind).alias("name")).with_row_index("row").filter(bad)
        for row, name in rows.head(1).iter_rows():
            advice = "convert to jsonl, csv or parquet instead"
            raise InputError(f"{kind} {name!r} {problem}; {advice}", source=run.place(row))


def refuse_spaced(run: Run) -> None:
    """Raise an error for a name that would be taken for several columns."""
    refuse_names(run, SPACED, "holds white space, which parts the columns of this format")


def refuse_documents(run: Run) -> None:
    """Raise an error for a run of whole documents where passages are to be written."""
    if not run.has_spans:
        raise InputError(
            f"run {run.name} returns whole documents; this format needs a start and a length. "
            "Convert to trec instead",
            source=run.source,
        )


def refuse_absent(run: Run) -> None:
    """Raise an error for an element that does not exist, for which most formats have no word."""
    if run.has_spans:
        absent = run.table["start"] == ABSENT
        for row in absent.arg_true().head(1):
            document = run.table["document"][row]
            raise InputError(
                f"the element of document {document} does not exist; only inex can say that",
                source=run.place(row),
            )


def has_scores(table: pl.DataFrame) -> bool:
    """Whether every result has a score."""
    return "score" in table.columns and not table["score"].null_count()
