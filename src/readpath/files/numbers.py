"""Columns as numbers: the one place that says what a number is.

A whole number is written with the digits 0 to 9 alone, after a sign if need be; a number may have a
point and an exponent, or be `inf`. Digits of other scripts, `1_000` and `0x10` are none, and no whole
number is larger than the longest text.
"""

from __future__ import annotations

import polars as pl

from readpath.files.problems import sound
from readpath.files.source import Source
from readpath.spans import STRETCH

WHOLE = r"^[+-]?[0-9]+$"
REAL = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$|(?i)^[+-]?inf(inity)?$"


def whole_numbers(
    table: pl.DataFrame,
    name: str,
    source: Source,
    *,
    shown: str = "",
    lowest: int | None = None,
) -> pl.DataFrame:
    """The table with a column of text, numbers or truth values as whole numbers.

    A value that is none is an error, which shows it as `shown` says, with the name by default.
    """
    shown = shown or f"{name} {{{name}!r}}"
    value, number = pl.col(name), pl.col(name).cast(pl.Int64, strict=False)
    if table[name].dtype == pl.String:
        whole = value.str.contains(WHOLE)
    else:
        real = value.cast(pl.Float64, strict=False)
        whole = real.is_finite() & (real == real.floor())
    limit = "" if lowest is None else f" from {lowest}"
    low = pl.lit(False) if lowest is None else (number < lowest).fill_null(False)
    table = sound(table, ~whole | low, f"{shown} is not a whole number{limit}", source)
    large = value.is_not_null() & ~number.is_between(-STRETCH, STRETCH).fill_null(False)
    table = sound(table, large, f"{shown} is too large; the largest number is {STRETCH:,}", source)
    return table.with_columns(number)


def real_numbers(
    table: pl.DataFrame, name: str, source: Source, *, shown: str = "", nan: bool = False
) -> pl.DataFrame:
    """The table with a column of text, numbers or truth values as numbers; `nan` may be one."""
    shown = shown or f"{name} {{{name}!r}}"
    if table[name].dtype == pl.String:
        real = pl.col(name).str.contains(REAL)
        if nan:
            real = real | (pl.col(name).str.to_lowercase() == "nan")
        table = sound(table, ~real, f"{shown} is not a number", source)
    return table.with_columns(pl.col(name).cast(pl.Float64))
