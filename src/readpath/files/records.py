"""Records, as Python has them, as one table with a column for each field.

An object inside a record, such as `metadata`, gives its fields to the record; the outermost value of
a name counts. `span` is a list of a start and an end. The fields that are used must hold text or
numbers; of the others only the names are kept. Two objects that both give a start, as an answer and
the chunk that it was found in do, are refused: one of them does not count from the document's start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import compress
from numbers import Real
from typing import Any

import polars as pl

from readpath.errors import InputError
from readpath.files.fields import NAMES, found
from readpath.files.problems import LINE, with_lines
from readpath.files.source import IN_MEMORY, Source, is_text, shortened

Records = pl.DataFrame | Sequence[Mapping[str, Any]]
"""Tables that Python users have at hand; pandas frames are taken too, but not imported for it."""

Numbered = Iterable[tuple[int, Mapping[str, Any]]]
"""Records, each with its line."""

DEEPEST = 64
KNOWN = frozenset(name for others in NAMES.values() for name in others.split())
STARTS = frozenset(NAMES["start"].split())


def from_records(records: Numbered, source: Source) -> pl.DataFrame:
    """A table of records with the line of each."""
    flat, lines = [], []
    for line, record in records:
        try:
            flat.append(_flattened(record))
            lines.append(line)
        except InputError as error:
            source.refuse([InputError(error.problem, source=source.name, line=line)])
    names = dict.fromkeys(name for record in flat for name in record)
    used = set(found(names).values())
    misfits = [_misfit(record, used) for record in flat]
    told = [(text, line) for text, line in zip(misfits, lines, strict=True) if text]
    source.refuse([InputError(text, source=source.name, line=line) for text, line in told])
    fitting = [not text for text in misfits]
    flat, lines = list(compress(flat, fitting)), list(compress(lines, fitting))
    values = {name: [record.get(name) for record in flat] for name in names}
    columns = {
        name: _column(column if name in used or _are_plain(column) else [None] * len(flat))
        for name, column in values.items()
    }
    return pl.DataFrame(columns | {LINE: pl.Series(lines, dtype=pl.UInt32)})


def _are_plain(values: list[Any]) -> bool:
    return all(value is None or isinstance(value, str | int | float) for value in values)


def _flattened(record: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record and of the objects in it."""
    flat: dict[str, Any] = {}
    objects: list[tuple[tuple[str, ...], Mapping[str, Any]]] = [((), record)]
    for path, fields in objects:
        if len(path) > DEEPEST:
            raise InputError(f"objects nest deeper than {DEEPEST} levels")
        for name, value in fields.items():
            whole = ".".join((*path[-2:], str(name))) if path else str(name)
            known = whole if whole in KNOWN else str(name)
            if not (known.isascii() or is_text(known)):
                raise InputError(f"the field {name!a} has half a character in its name")
            if isinstance(value, Mapping):
                objects.append(((*path, str(name)), value))
            elif flat.get(known) is None:
                flat[known] = value
    if len(objects) > 1:
        _refuse_two_starts(objects)
    return _with_span(flat) if flat.get("span") is not None else flat


def _refuse_two_starts(objects: list[tuple[tuple[str, ...], Mapping[str, Any]]]) -> None:
    starting = [
        path
        for path, fields in objects
        if any(fields.get(name) is not None for name in STARTS & fields.keys())
    ]
    if len(starting) > 1 and () not in starting:
        places = " and ".join(".".join(path) for path in starting)
        raise InputError(f"both {places} give a start; keep the one that counts in the document")


def _with_span(flat: dict[str, Any]) -> dict[str, Any]:
    span = flat.pop("span")
    if isinstance(span, list | tuple) and len(span) == 2 and None not in span:
        given = zip(("start", "end"), span, strict=True)
        return flat | {name: value for name, value in given if flat.get(name) is None}
    raise InputError(f"span {shortened(repr(span))} is not a start and an end")


def _misfit(record: Mapping[str, Any], used: Iterable[str]) -> str:
    """What is wrong with the values of a record that are used; nothing if they fit."""
    for name in used:
        value = record.get(name)
        if not isinstance(value, str | int | float | None | Decimal | Real):
            return f"{name} {shortened(repr(value))} is neither text nor a number"
        if isinstance(value, str) and not (value.isascii() or is_text(value)):
            return f"{name} {shortened(ascii(value))} holds half a character"
    return ""


def _column(values: list[Any]) -> pl.Series:
    """A column of one type; mixed types become text, as identifiers must."""
    try:
        column = pl.Series(values, strict=True)
        if column.dtype != pl.Object():
            return column
    except (TypeError, OverflowError, pl.exceptions.PolarsError):
        pass
    return pl.Series([None if value is None else str(value) for value in values])


def are_records(data: object) -> bool:
    """Whether Python data is one table: a Polars or pandas frame, or a list of dicts."""
    if isinstance(data, list | tuple):
        return bool(data) and isinstance(data[0], Mapping)
    return hasattr(data, "columns") and hasattr(data, "to_dict")


def as_table(data: object, source: Source = IN_MEMORY) -> pl.DataFrame | None:
    """Python data as a table: a Polars or pandas frame or a list of dicts; None for a file's name."""
    if isinstance(data, pl.DataFrame):
        return from_frame(data, source)
    if isinstance(data, list | tuple):
        for number, record in enumerate(data, start=1):
            if not isinstance(record, Mapping):
                kind = type(record).__name__
                raise InputError(f"record {number} is a {kind}; give a list of dicts")
        return from_records(enumerate(data, start=1), source)
    return from_records(_pandas_rows(data), source) if are_records(data) else None


def from_frame(frame: pl.DataFrame, source: Source) -> pl.DataFrame:
    """A frame as it is, if the fields that are used hold text or numbers; else its rows as records."""
    kinds = {name: frame[name].dtype for name in found(frame.columns).values()}
    nested = "span" in frame.columns or any(kind == pl.Struct for kind in frame.dtypes)
    if not nested and all(_is_plain(kind) for kind in kinds.values()):
        return frame
    lines = with_lines(frame)[LINE].to_list()
    return from_records(zip(lines, frame.iter_rows(named=True), strict=True), source)


def _is_plain(kind: pl.DataType) -> bool:
    return kind.is_numeric() or kind in (pl.String, pl.Boolean, pl.Null, pl.Categorical, pl.Enum)


def _pandas_rows(frame: Any) -> Numbered:  # noqa: ANN401
    """The rows of a pandas frame, in which NaN is what pandas has for nothing."""
    frame = frame.loc[:, ~frame.columns.duplicated()]
    names = [str(name) for name in frame.columns]
    columns = [
        [
            None if nothing else value
            for value, nothing in zip(each.tolist(), each.isna(), strict=True)
        ]
        for each in (frame.iloc[:, at] for at in range(len(names)))
    ]
    rows = zip(*columns, strict=True)
    return enumerate((dict(zip(names, row, strict=True)) for row in rows), start=1)
