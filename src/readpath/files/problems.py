"""What is wrong or odd in a table that was read, with the line of each row."""

from __future__ import annotations

import polars as pl

from readpath.errors import InputError
from readpath.files.source import Source, shortened

LINE = "_line"
"""The column that holds a row's line in its file, where that is not simply row + 1."""


def sound(table: pl.DataFrame, bad: pl.Expr, problem: str, source: Source) -> pl.DataFrame:
    """The table, if none of its rows is bad; `problem` may name columns, as in `length {length}`.

    Where the source collects what is wrong with it, bad rows are noted there and left out.
    """
    if not table.select(bad.any()).item():
        return table
    source.refuse(_each(table, bad, problem, source))
    return with_lines(table).filter(~bad.fill_null(False))


def remark(table: pl.DataFrame, odd: pl.Expr, text: str, source: Source) -> list[str]:
    """A note that counts rows that were accepted but deserve a look, with the first one's place."""
    if not table.select(odd.any()).item():
        return []
    found = _each(table, odd, text, source)
    more = f" ({len(found):,} such lines)" if len(found) > 1 else ""
    return [f"{found[0]}{more}"]


def _each(table: pl.DataFrame, which: pl.Expr, text: str, source: Source) -> list[InputError]:
    rows = with_lines(table).filter(which)
    return [
        InputError(
            text.format(**{name: shortened(value) for name, value in row.items()}),
            source=source.name,
            line=row[LINE],
        )
        for row in rows.iter_rows(named=True)
    ]


def with_lines(table: pl.DataFrame) -> pl.DataFrame:
    """The table with the line of each row, before rows are moved or left out."""
    return table if LINE in table.columns else table.with_row_index(LINE, offset=1)


def line_of(table: pl.DataFrame, row: int) -> int:
    """The line in its file that a row of a table came from."""
    return int(table[LINE][row]) if LINE in table.columns else row + 1
