"""The bytes of a file, plain or gzipped, or of standard input (`-`), and what is wrong with them."""

from __future__ import annotations

import gzip
import io
import shutil
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from stat import S_ISDIR
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, TypeVar

from readpath.errors import InputError
from readpath.plain import counted

PathLikeText = str | PathLike[str]
GZIP = b"\x1f\x8b"
MARK = b"\xef\xbb\xbf"
HEAD = 65_536
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
LARGEST = 2**32
"""No packed file may hold more bytes: a small one could fill all memory."""

SHOWN = 60
"""How many characters of an offending value a message shows."""
IN_MEMORY_LIMIT = 1 << 26
"""How many bytes of a new file are held in memory before it is known to be complete."""

Value = TypeVar("Value")


def shortened(value: Value) -> Value | str:
    """A value for a message: the beginning of a long text, all else as it is."""
    if isinstance(value, str) and len(value) > SHOWN:
        return value[:SHOWN] + "…"
    return value


def is_text(value: str) -> bool:
    """Whether all characters are whole; Python and JSON can hold half a character, no file can."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


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
        with _told(shortened(str(path)), "cannot be read"):
            try:
                mode = found.stat().st_mode
            except (FileNotFoundError, NotADirectoryError):
                raise InputError("no such file", source=str(path)) from None
        if S_ISDIR(mode):
            raise InputError("is a folder; name a file", source=str(path))
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
        with _told(self.name, "cannot be read"), self.path.open("rb") as file:
            return file.read(2) == GZIP

    @cached_property
    def data(self) -> bytes:
        """All bytes, unpacked, without a byte order mark."""
        with _told(self.name, "cannot be read"):
            raw = sys.stdin.buffer.read() if self.path is None else self.path.read_bytes()
        if raw[:2] == GZIP:
            try:
                with gzip.open(io.BytesIO(raw)) as packed:
                    raw = packed.read(LARGEST + 1)
            except (OSError, EOFError, zlib.error) as error:
                raise InputError(f"broken gzip file: {error}", source=self.name) from error
        if len(raw) > LARGEST:
            raise InputError(
                f"holds more than {LARGEST:,} bytes; unpack or split it", source=self.name
            )
        return raw.removeprefix(MARK)

    @cached_property
    def head(self) -> bytes:
        """The first bytes, unpacked: enough to recognise a format."""
        if self.packed or self.path is None:
            return self.data[:HEAD]
        with _told(self.name, "cannot be read"), self.path.open("rb") as file:
            return file.read(HEAD).removeprefix(MARK)

    def refuse_empty(self) -> None:
        """Raise an error for a file that holds nothing but white space."""
        if not self.head.strip() and not self.data.strip():
            raise InputError("is empty", source=self.name)

    @cached_property
    def first_line(self) -> str:
        """The first line that is not blank; empty for an empty file."""
        if self.head.startswith(UTF_16):
            raise self._wrong_encoding(0)
        lines = self.head.decode("utf-8", errors="replace").split("\n")
        return next((line.removesuffix("\r") for line in lines if line.strip()), "")

    @property
    def text(self) -> str:
        """All text; an InputError names the line that is not UTF-8."""
        try:
            return self.data.decode()
        except UnicodeDecodeError as error:
            raise self._wrong_encoding(error.start) from error

    def _wrong_encoding(self, place: int) -> InputError:
        encoding = "utf-16" if self.data.startswith(UTF_16) else "latin1"
        return InputError(
            f"byte 0x{self.data[place]:02x} is not UTF-8; convert the file, "
            f"for example with: iconv -f {encoding} -t utf-8",
            source=self.name,
            line=self.data.count(b"\n", 0, place) + 1,
        )

    def lines(self) -> list[tuple[int, str]]:
        """Lines that are not blank, with their numbers from 1."""
        numbered = enumerate(self.text.split("\n"), start=1)
        return [(number, line.removesuffix("\r")) for number, line in numbered if line.strip()]


IN_MEMORY = Source("records")
"""Python objects that came without a name."""


@contextmanager
def _told(name: str, what: str) -> Iterator[None]:
    """What the system says against a file becomes an error of that file."""
    try:
        yield
    except InputError:
        raise
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise InputError(f"{what}: {said}", source=name) from error


def _to_standard_output(draft: BinaryIO) -> None:
    """Copy to standard output; a reader who has seen enough (a closed pipe) is no error."""
    if sys.stdout is None:
        raise InputError("is closed", source="<stdout>")
    try:
        shutil.copyfileobj(draft, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source="<stdout>") from error


@contextmanager
def writing(path: PathLikeText) -> Iterator[BinaryIO]:
    """A file to write, gzipped if its name ends in .gz; `-` is standard output.

    Nothing is opened before all is written: who fails half-way leaves an older file as it was.
    """
    with SpooledTemporaryFile(IN_MEMORY_LIMIT) as draft:
        yield draft  # type: ignore[misc]
        draft.seek(0)
        if fspath(path) == "-":
            _to_standard_output(draft)  # type: ignore[arg-type]
            return
        open_file = gzip.open if fspath(path).endswith(".gz") else open
        with _told(str(path), "cannot be written"), open_file(path, "wb") as file:
            shutil.copyfileobj(draft, file)
