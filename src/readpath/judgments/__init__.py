"""What is relevant: judgments of highlighted text, entry points and graded documents."""

from __future__ import annotations

from typing import Protocol

from readpath.files.formats import Recogniser, chosen
from readpath.files.records import Records, as_table
from readpath.files.source import IN_MEMORY, PathLikeText, Source
from readpath.judgments import inex, records, trec
from readpath.judgments.table import Judgments

__all__ = ["FORMATS", "Judgments", "read_judgments"]


class Format(Recogniser, Protocol):
    """What each module of a format offers."""

    def read(self, source: Source, /) -> Judgments:
        """Read judgments in this format."""


FORMATS: dict[str, Format] = {"records": records, "inex": inex, "trec": trec}
"""Formats by name, in the order in which they are tried on a file's first line."""


def read_judgments(
    source: PathLikeText | Source | Records,
    format: str | None = None,
) -> Judgments:
    """Judgments from a file (`-` is standard input), a table, or a list of records.

    The format is recognised from the content unless it is named.
    """
    table = as_table(source, IN_MEMORY)
    if table is not None:
        return records.from_table(table, IN_MEMORY)
    file = source if isinstance(source, Source) else Source.of(source)  # type: ignore[arg-type]
    return FORMATS[chosen(FORMATS, file, format)].read(file)
