"""What systems return: runs, and the formats that they are kept in."""

from __future__ import annotations

from collections.abc import Callable
from os import fspath
from pathlib import PurePath
from typing import BinaryIO, Protocol

from readpath.errors import one_of
from readpath.files.formats import Recogniser, chosen
from readpath.files.records import Records, as_table
from readpath.files.source import PathLikeText, Source, writing
from readpath.runs import inex, inex_xml, records, trec
from readpath.runs.table import Order, Run

__all__ = ["FORMATS", "WRITERS", "Run", "read_run", "write_run"]


class Format(Recogniser, Protocol):
    """What each module of a format offers."""

    def read(self, source: Source, order: Order = ..., /) -> Run:
        """Read a run in this format."""


FORMATS: dict[str, Format] = {
    "inex-xml": inex_xml,
    "records": records,
    "inex": inex,
    "trec": trec,
}
"""Formats to read, by name, in the order in which they are tried on a file's first line."""

WRITERS: dict[str, Callable[[Run, BinaryIO], None]] = {
    "inex": inex.write,
    "inex-xml": inex_xml.write,
    "trec": trec.write,
    "jsonl": records.write_jsonl,
    "csv": records.write_csv,
    "parquet": records.write_parquet,
}
"""Formats to write, by name."""

ENDINGS = {".xml": "inex-xml", ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv"} | {
    ".parquet": "parquet"
}


def read_run(
    source: PathLikeText | Source | Records,
    format: str | None = None,
    *,
    order: Order | None = None,
    name: str | None = None,
) -> Run:
    """A run from a file (`-` is standard input), a table, or a list of records.

    The format is recognised from the content unless it is named. `order` says what ranks the
    results: their order in the `file`, their `score` or their `rank`; each format has its own
    default. `name` is what the run is called in tables.
    """
    given = Source(name or "records")
    table = as_table(source, given)
    if table is not None:
        return records.from_table(table, name or "run", given, order)
    file = source if isinstance(source, Source) else Source.of(source)  # type: ignore[arg-type]
    module = FORMATS[chosen(FORMATS, file, format)]
    run = module.read(file) if order is None else module.read(file, order)
    return run if name is None else run.renamed(name)


def write_run(run: Run, path: PathLikeText, format: str | None = None) -> None:
    """Write a run to a file (`-` is standard output; `.gz` packs it).

    Without a format it is taken from the file's ending; else it is `inex`, or `trec` for a run of
    whole documents.
    """
    if format is None:
        ending = PurePath(fspath(path).removesuffix(".gz")).suffix
        format = ENDINGS.get(ending, "inex" if run.has_spans else "trec")
    write = WRITERS[one_of(WRITERS, format, "format")]
    with writing(path) as out:
        write(run, out)
