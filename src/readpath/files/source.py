"""The bytes of a file, plain or gzipped, or of standard input (`-`), and what is wrong with them."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO

from readpath.errors import InputError
from readpath.plain import counted

PathLikeText = str | PathLike[str]
GZIP = b"\x1f\x8b"
MARK = b"\xef\xbb\xbf"
HEAD = 65_536
SHOWN = 60
"""How many characters of an offending line a message shows."""


@dataclass(frozen=True)
class Source:
    """Where data comes from: a file, standard input, or Python objects under a name.

    What is wrong with it is raised at once. With a list of `problems` it is collected there instead,
    and reading goes on with the lines that are sound, so that everything can be told at once.
    """

    name: str
    path: Path | None = None
    problems: list[InputError] | None = None

    @classmethod
    def of(cls, path: PathLikeText, problems: list[InputError] | None = None) -> Source:
        """The source that a user named; `-` is standard input."""
        if fspath(path) == "-":
            return cls("<stdin>", None, problems)
        found = Path(path)
        if found.is_dir():
            raise InputError("is a folder; name a file", source=str(path))
        if not found.exists():
            raise InputError("no such file", source=str(path))
        return cls(str(path), found, problems)

    def refuse(self, found: list[InputError]) -> None:
        """Raise the first of the problems, with the number of the others; or collect them all."""
        if self.problems is not None:
            self.problems.extend(found)
        elif found:
            first, others = found[0], len(found) - 1
            more = f" (and {counted(others, 'more problem')})" if others else ""
            raise InputError(f"{first.problem}{more}", source=first.source, line=first.line)

    @cached_property
    def packed(self) -> bool:
        """Whether the bytes must be unpacked or held in memory, instead of mapped from the disk."""
        if self.path is None or not self.path.is_file():
            return True
        with self.path.open("rb") as file:
            return file.read(2) == GZIP

    @cached_property
    def data(self) -> bytes:
        """All bytes, unpacked, without a byte order mark."""
        raw = sys.stdin.buffer.read() if self.path is None else self.path.read_bytes()
        if raw[:2] == GZIP:
            try:
                raw = gzip.decompress(raw)
            except (OSError, EOFError, zlib.error) as error:
                raise InputError(f"broken gzip file: {error}", source=self.name) from error
        return raw.removeprefix(MARK)

    @cached_property
    def head(self) -> bytes:
        """The first bytes, unpacked: enough to recognise a format."""
        if self.packed or self.path is None:
            return self.data[:HEAD]
        with self.path.open("rb") as file:
            return file.read(HEAD).removeprefix(MARK)

    @cached_property
    def first_line(self) -> str:
        """The first line that is not blank; empty for an empty file."""
        lines = self.head.decode("utf-8", errors="replace").splitlines()
        return next((line for line in lines if line.strip()), "")

    @property
    def text(self) -> str:
        """All text; an InputError names the line that is not UTF-8."""
        try:
            return self.data.decode()
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            byte = self.data[error.start]
            raise InputError(
                f"byte 0x{byte:02x} is not UTF-8; convert the file, "
                "for example with: iconv -f latin1 -t utf-8",
                source=self.name,
                line=line,
            ) from error

    def lines(self) -> list[tuple[int, str]]:
        """Lines that are not blank, with their numbers from 1."""
        numbered = enumerate(self.text.split("\n"), start=1)
        return [(number, line.rstrip("\r")) for number, line in numbered if line.strip()]


IN_MEMORY = Source("records")
"""Python objects that came without a name."""


@contextmanager
def writing(path: PathLikeText) -> Iterator[BinaryIO]:
    """A file to write, gzipped if its name ends in .gz; `-` is standard output."""
    if fspath(path) == "-":
        yield sys.stdout.buffer
        return
    open_file = gzip.open if fspath(path).endswith(".gz") else open
    try:
        with open_file(path, "wb") as file:
            yield file  # type: ignore[misc]
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from error
