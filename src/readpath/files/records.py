"""Tables of records: JSON lines, a JSON array, CSV with a header, Parquet, or Python objects."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from readpath.errors import InputError
from readpath.files.problems import LINE
from readpath.files.source import SHOWN, Source

Records = pl.DataFrame | Sequence[Mapping[str, Any]]
"""Tables that Python users have at hand; pandas frames are taken too, but not imported for it."""


def read_records(source: Source) -> pl.DataFrame:
    """A table of records from JSON lines, a JSON array, CSV with a header, or Parquet."""
    start = source.head.lstrip()
    try:
        if start.startswith(b"PAR1"):
            return pl.read_parquet(io.BytesIO(source.data))
        if start.startswith(b"["):
            return from_records(json.loads(source.text))
        if start.startswith(b"{"):
            return _read_json_lines(source)
        separator = "\t" if "\t" in source.first_line else ","
        return pl.read_csv(
            io.BytesIO(source.text.encode()), separator=separator, infer_schema=False
        ).with_row_index(LINE, offset=2)
    except (pl.exceptions.PolarsError, json.JSONDecodeError) as error:
        raise InputError(str(error).splitlines()[0], source=source.name) from error


def _read_json_lines(source: Source) -> pl.DataFrame:
    records, lines, problems = [], [], []
    for number, line in source.lines():
        try:
            record, problem = json.loads(line), ""
        except json.JSONDecodeError as error:
            record, problem = None, f"not JSON: {error}"
        if not problem and not isinstance(record, dict):
            problem = f"a record must be a JSON object, not {line[:SHOWN]}"
        if problem:
            problems.append(InputError(problem, source=source.name, line=number))
        else:
            records.append(record)
            lines.append(number)
    source.refuse(problems)
    return from_records(records).with_columns(pl.Series(LINE, lines, dtype=pl.UInt32))


def from_records(records: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """A table of flat records; an object inside a record gives its fields to the record."""
    flat = [_flattened(record) for record in records]
    names = dict.fromkeys(name for record in flat for name in record)
    return pl.DataFrame({name: _column([record.get(name) for record in flat]) for name in names})


def _flattened(record: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of nested objects (`metadata`, `meta`, `node`, `document_offset`) move one level up."""
    flat: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, Mapping):
            inner = _flattened(value)
            flat = {**inner, **flat}
        else:
            flat[name] = value
    return flat


def _column(values: list[Any]) -> pl.Series:
    """A column of one type; mixed types become text, as identifiers must."""
    try:
        return pl.Series(values, strict=True)
    except (TypeError, pl.exceptions.PolarsError):
        return pl.Series([None if value is None else str(value) for value in values])


def are_records(data: object) -> bool:
    """Whether Python data is one table: a Polars or pandas frame, or a list of dicts."""
    if isinstance(data, list | tuple):
        return bool(data) and isinstance(data[0], Mapping)
    return hasattr(data, "columns") and hasattr(data, "to_dict")


def as_table(data: object) -> pl.DataFrame | None:
    """Python data as a table: a Polars or pandas frame or a list of dicts; None for a file's name."""
    if isinstance(data, pl.DataFrame):
        return data
    if isinstance(data, list | tuple):
        for number, record in enumerate(data, start=1):
            if not isinstance(record, Mapping):
                kind = type(record).__name__
                raise InputError(f"record {number} is a {kind}; give a list of dicts")
        return from_records(data)
    if are_records(data):
        frame: Any = data
        return pl.DataFrame({str(name): _column(list(frame[name])) for name in frame.columns})
    return None
