"""Tables from files whose columns are parted by white space.

A byte order mark, Windows line ends and runs of spaces or tabs are accepted; anything else that does
not fit is refused with file, line, value and what was expected there. The fast reader runs first;
only a file that it cannot read without doubt is gone through line by line.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping
from pathlib import Path

import polars as pl

from readpath.errors import InputError
from readpath.files.problems import LINE
from readpath.files.source import SHOWN, Source

Columns = dict[str, pl.DataType]


def read_columns(
    source: Source, columns: Columns, stand_ins: Mapping[str, Mapping[str, str]]
) -> pl.DataFrame:
    """A table of columns parted by white space; `stand_ins[column]` are words for other values.

    Only columns whose name does not begin with `_` are kept; all must be there on every line.
    """
    table = None
    if source.path is not None and not source.packed and b"\r" not in source.head:
        table = _fast(source.path, columns)
    if table is None:
        table = _fast(io.BytesIO(_single_spaced(source.data)), columns)
    if table is None:
        table = _line_by_line(source, columns, stand_ins)
    return table


def _single_spaced(data: bytes) -> bytes:
    """Columns parted by one space each; every line keeps its number."""
    data = re.sub(rb"[ \t]+", b" ", data.replace(b"\r\n", b"\n"))
    return data.replace(b"\n ", b"\n").strip(b" ").rstrip() + b"\n"


def _fast(data: Path | io.BytesIO, columns: Columns) -> pl.DataFrame | None:
    """What Polars reads, if it is beyond doubt: no field missing, none left over."""
    kept = [name for name in columns if not name.startswith("_")]
    last = next(reversed(columns))
    names = list(dict.fromkeys([*kept, last]))
    try:
        table = (
            pl.scan_csv(
                data,
                has_header=False,
                separator=" ",
                quote_char=None,
                glob=False,
                schema={**columns, "_more": pl.Boolean()},
                missing_columns="insert",
            )
            .select(*names, "_more")
            .collect()
        )
    except (pl.exceptions.PolarsError, OSError):
        return None
    if table["_more"].null_count() < len(table) or any(table[name].null_count() for name in names):
        return None
    floats = [name for name in kept if columns[name] == pl.Float64()]
    if any(table[name].is_nan().any() for name in floats):
        return None
    return table.select(kept)


def _line_by_line(
    source: Source, columns: Columns, stand_ins: Mapping[str, Mapping[str, str]]
) -> pl.DataFrame:
    """The same table with line numbers, or an error that names the first line that does not fit."""
    rows, lines, problems = [], [], []
    for number, line in source.lines():
        fields = re.split("[ \t]+", line.strip(" \t"))
        for at, name in enumerate(columns):
            if name in stand_ins and at < len(fields):
                fields[at] = stand_ins[name].get(fields[at], fields[at])
        problem = _problem(fields, columns)
        if problem:
            problems.append(InputError(problem, source=source.name, line=number))
        else:
            rows.append(fields)
            lines.append(number)
    source.refuse(problems)
    table = pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String()), orient="row")
    kept = [pl.col(n).cast(kind) for n, kind in columns.items() if not n.startswith("_")]
    return table.select(kept).with_columns(pl.Series(LINE, lines, dtype=pl.UInt32))


def _problem(fields: list[str], columns: Columns) -> str:
    if len(fields) != len(columns):
        expected = " ".join(name.strip("_") for name in columns)
        return (
            f"{len(fields)} columns where {len(columns)} are expected ({expected}): {_cut(fields)}"
        )
    for value, (name, kind) in zip(fields, columns.items(), strict=True):
        label = name.strip("_")
        if kind == pl.Int64() and not re.fullmatch(r"[+-]?\d{1,18}", value):
            return f"{label} {value!r} is not a whole number"
        if kind == pl.Float64() and not _is_number(value):
            return f"{label} {value!r} is not a number"
    return ""


def _is_number(value: str) -> bool:
    try:
        return not math.isnan(float(value))
    except ValueError:
        return False


def _cut(fields: list[str]) -> str:
    line = " ".join(fields)
    return repr(line if len(line) <= SHOWN else line[:SHOWN] + "…")
