"""Files of records: JSON lines, a JSON array, CSV with a header, or Parquet.

CSV is parted by commas, or by tabs if its header holds one. Each row must have as many columns as the
header, a field at most 131,072 characters; an empty field is no value.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import polars as pl

from readpath.errors import InputError
from readpath.files.problems import LINE
from readpath.files.records import Numbered, from_frame, from_records
from readpath.files.source import Source, shortened


def read_records(source: Source) -> pl.DataFrame:
    """A table of records from a file."""
    source.refuse_empty()
    start = source.head.lstrip()
    if start.startswith(b"PAR1"):
        return from_frame(_parquet(source), source)
    if start.startswith((b"{", b"[")):
        return from_records(_objects(source, array=start.startswith(b"[")), source)
    return from_frame(_csv(source), source)


def _wrong(problem: str, source: Source, line: int | None = None) -> InputError:
    return InputError(problem, source=source.name, line=line)


def _parquet(source: Source) -> pl.DataFrame:
    try:
        return pl.read_parquet(io.BytesIO(source.data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        said = shortened(str(error).split("\n", maxsplit=1)[0])
        raise _wrong(f"broken Parquet file: {said}", source) from error


def _objects(source: Source, array: bool) -> Numbered:
    for line, record in _elements(source) if array else _json_lines(source):
        if isinstance(record, dict):
            yield line, record
        else:
            text = shortened(json.dumps(record))
            source.refuse([_wrong(f"a record must be a JSON object, not {text}", source, line)])


def _json_lines(source: Source) -> Iterator[tuple[int, Any]]:
    for number, line in source.lines():
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            source.refuse([_not_json(error, source, number)])
        else:
            yield number, record


def _elements(source: Source) -> Iterator[tuple[int, Any]]:
    """The elements of a JSON array, each with the line on which it begins."""
    text, decode = source.text, json.JSONDecoder().raw_decode
    line, counted, at = 1, 0, _next(text, text.index("[") + 1)
    try:
        while not text.startswith("]", at):
            line, counted = line + text.count("\n", counted, at), at
            record, at = decode(text, at)
            yield line, record
            at = _next(text, at)
            if text.startswith(",", at):
                at = _next(text, at + 1)
            elif not text.startswith("]", at):
                raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
        if _next(text, at + 1) < len(text):
            raise json.JSONDecodeError("Extra data", text, at + 1)
    except (ValueError, RecursionError) as error:
        raise _not_json(error, source, line) from error


def _next(text: str, at: int) -> int:
    """The next place that is no white space."""
    while text[at : at + 1].isspace():
        at += 1
    return at


def _not_json(error: Exception, source: Source, line: int) -> InputError:
    """What is wrong with JSON, as an error of its line."""
    if isinstance(error, json.JSONDecodeError):
        line = line if error.lineno == 1 else error.lineno
        return _wrong(f"not JSON: {error.msg} (column {error.colno})", source, line)
    if isinstance(error, RecursionError):
        return _wrong("not JSON: lists or objects nest too deep", source, line)
    return _wrong(f"not JSON: {error}", source, line)


def _csv(source: Source) -> pl.DataFrame:
    """CSV as text, by the names in its header; of two columns with one name, the first counts."""
    rows = list(_csv_rows(source))
    places: dict[str, int] = {}
    for at, name in enumerate(rows[0][1] if rows else ()):
        places.setdefault(name.strip(), at)
    columns = {
        name: pl.Series([row[at] or None for _, row in rows[1:]], dtype=pl.String)
        for name, at in places.items()
    }
    return pl.DataFrame(columns | {LINE: pl.Series([n for n, _ in rows[1:]], dtype=pl.UInt32)})


def _csv_rows(source: Source) -> Iterator[tuple[int, list[str]]]:
    """The header and the rows that are as wide, each with the line on which it begins."""
    separator = "\t" if "\t" in source.first_line else ","
    reader = csv.reader(io.StringIO(source.text, newline=""), delimiter=separator, strict=True)
    width, begin = 0, 1
    try:
        for row in reader:
            line, begin = begin, reader.line_num + 1
            if len(row) <= 1 and not "".join(row).strip():
                continue
            width = width or len(row)
            if len(row) == width:
                yield line, row
            else:
                text = shortened(separator.join(row))
                problem = f"{len(row)} columns where the header has {width}: {text!r}"
                source.refuse([_wrong(problem, source, line)])
    except csv.Error as error:
        problem = f"not CSV: {error}; JSON lines and Parquet hold any text"
        raise _wrong(problem, source, max(reader.line_num, 1)) from error
