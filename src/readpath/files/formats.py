"""Which format a file is in: the one that was named, or the one its first line looks like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from readpath.errors import InputError, one_of
from readpath.files.source import Source, shortened


class Recogniser(Protocol):
    """What each format module offers."""

    def recognise(self, line: str, /) -> bool:
        """Whether a first line looks like this format."""


def chosen(formats: Mapping[str, Recogniser], source: Source, name: str | None) -> str:
    """The name of the format to read a source in."""
    source.refuse_empty()
    if name is not None:
        return one_of(formats, name, "format")
    line = source.first_line
    for found, module in formats.items():
        if module.recognise(line):
            return found
    raise InputError(
        f"in none of the formats {', '.join(formats)}: {shortened(line)!r}; name one with format",
        source=source.name,
        line=1,
    )
