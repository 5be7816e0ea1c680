r"""Tables from files whose columns are parted by white space.

Columns are parted by spaces and tabs, lines by `\n` or `\r\n`; every other character belongs to a
field. A byte order mark, several spaces, and spaces around a line or on a blank one are accepted;
anything else that does not fit is refused with file, line, value and what was expected there. The
fast reader runs first; only a file that it cannot read without doubt is gone through line by line.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import polars as pl

from readpath.files.numbers import real_numbers, whole_numbers
from readpath.files.problems import LINE, sound
from readpath.files.source import Source
from readpath.spans import STRETCH

Columns = dict[str, pl.DataType]
BLOCK = 1 << 18


def words(line: str) -> list[str]:
    """The fields of one line."""
    return re.findall(r"[^ \t]+", line)


def read_columns(
    source: Source, columns: Columns, stand_ins: Mapping[str, Mapping[str, str]]
) -> pl.DataFrame:
    """A table of columns parted by white space; `stand_ins[column]` are words for other values.

    Only columns whose name does not begin with `_` are kept; all must be there on every line.
    """
    table = None
    if source.path is not None and not source.packed and _parted_by_one_space(source.path):
        table = _fast(source.path, columns)
    if table is None:
        table = _fast(io.BytesIO(_single_spaced(source.data)), columns)
    if table is None:
        table = _line_by_line(source, columns, stand_ins)
    return table


def _parted_by_one_space(path: Path) -> bool:
    """Whether a file has neither tabs nor two spaces in a row, so that each field is a column."""
    after_space = False
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            space = np.frombuffer(block, np.uint8) == ord(" ")
            twice = (after_space and space[0]) or (space[1:] & space[:-1]).any()
            if twice or b"\t" in block:
                return False
            after_space = space[-1]
    return True


def _single_spaced(data: bytes) -> bytes:
    """Columns parted by one space each; every line keeps its number."""
    data = re.sub(rb"[ \t]+", b" ", data)
    return data.replace(b"\n ", b"\n").strip(b" ").rstrip(b" \n") + b"\n"


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
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        return None
    if table["_more"].null_count() < len(table) or any(table[name].null_count() for name in names):
        return None
    return table.select(kept) if all(_in_range(table[name]) for name in kept) else None


def _in_range(column: pl.Series) -> bool:
    if column.dtype == pl.Float64():
        return not column.is_nan().any()
    return column.dtype != pl.Int64() or bool(column.is_between(-STRETCH, STRETCH).all())


def split_lines(source: Source) -> pl.DataFrame:
    """The `words` of each line that is not blank, with the line's number and `shown`, its text."""
    lines = pl.DataFrame({"line": source.text.split("\n")}).with_row_index(LINE, offset=1)
    found = pl.col("line").str.strip_suffix("\r").str.extract_all(r"[^ \t]+")
    table = lines.select(LINE, found.alias("words")).filter(pl.col("words").list.len() > 0)
    return table.with_columns(
        pl.col("words").list.join(" ").alias("shown"), pl.col("words").list.len().alias("count")
    )


def named_words(table: pl.DataFrame, names: Iterable[str]) -> pl.DataFrame:
    """The first words of each line as columns of their own."""
    return table.with_columns(
        pl.col("words").list.get(at, null_on_oob=True).alias(name) for at, name in enumerate(names)
    )


def _line_by_line(
    source: Source, columns: Columns, stand_ins: Mapping[str, Mapping[str, str]]
) -> pl.DataFrame:
    """The same table with line numbers, or an error that names the first line that does not fit."""
    expected = " ".join(name.strip("_") for name in columns)
    table = sound(
        split_lines(source),
        pl.col("count") != len(columns),
        f"{{count}} columns where {len(columns)} are expected ({expected}): {{shown!r}}",
        source,
    )
    kept = [name for name in columns if not name.startswith("_")]
    table = named_words(table, columns).select(*kept, LINE)
    table = table.with_columns(pl.col(name).replace(dict(stand_ins[name])) for name in stand_ins)
    for name in kept:
        if columns[name] == pl.Int64():
            table = whole_numbers(table, name, source)
        elif columns[name] == pl.Float64():
            table = real_numbers(table, name, source)
    return table.cast({name: columns[name] for name in kept})
