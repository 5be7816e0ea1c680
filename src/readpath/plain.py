"""Tables for people: columns side by side, words to the left and numbers to the right."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

DIGITS = 4
NOTHING = "–"


def shown(value: object) -> str:
    """A value as people read it; – where there is none."""
    if value is None:
        return NOTHING
    if isinstance(value, float):
        return f"{round(value, DIGITS) + 0.0:.{DIGITS}f}"
    return printable(str(value))


def printable(text: str) -> str:
    """A name from a stranger, without line breaks and what else a terminal would obey."""
    return "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text)


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 topic, 2 topics."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def some(names: Sequence[str], most: int = 5) -> str:
    """The first few of many names."""
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")


def aligned(table: pl.DataFrame) -> str:
    """A table as lines of text."""
    columns = [[name, *map(shown, table[name])] for name in table.columns]
    widths = [max(map(len, column)) for column in columns]
    left = [not table[name].dtype.is_numeric() for name in table.columns]
    cells = zip(*columns, strict=True)
    return "\n".join(
        "  ".join(
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(row, widths, left, strict=True)
        ).rstrip()
        for row in cells
    )
