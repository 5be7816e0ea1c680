"""Where bytes come from, and how they may look: files, gzip, pipes, encodings and line ends."""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import readpath as rp

DATA = Path(__file__).parent / "data"
MARK = b"\xef\xbb\xbf"

IN_COLUMNS = ("inex.run", "trec.run", "inex.qrels", "trec.qrels")
IN_LINES = (*IN_COLUMNS, "chunks.jsonl", "chunks.csv", "gold.jsonl")
SAMPLES = (*IN_LINES, "submission.xml")

Rows = list[tuple[Any, ...]]


def read(sample: str, path: str | Path) -> Rows:
    """All that is read from a file which holds what a sample holds."""
    if sample in ("inex.qrels", "trec.qrels", "gold.jsonl"):
        judgments = rp.read_judgments(path)
        return [*judgments.documents.rows(), *judgments.highlights.rows()]
    return rp.read_run(path).results.rows()


def outcome(sample: str, path: Path) -> Rows | str:
    """What is read, or what is said instead."""
    try:
        return read(sample, path)
    except rp.ReadpathError as error:
        return str(error)


def saved(folder: Path, data: bytes, name: str = "file") -> Path:
    """A new file with these bytes."""
    path = folder / name
    path.write_bytes(data)
    return path


Disguise = Callable[[bytes], bytes]

DISGUISES: dict[str, Disguise] = {
    "byte order mark": lambda data: MARK + data,
    "Windows line ends": lambda data: data.replace(b"\n", b"\r\n"),
    "no final newline": lambda data: data.rstrip(),
    "blank lines": lambda data: data.replace(b"\n", b"\n\n"),
    "gzip": gzip.compress,
    "gzip in two members": lambda data: gzip.compress(data[:40]) + gzip.compress(data[40:]),
    "gzip, byte order mark, Windows": lambda data: gzip.compress(
        MARK + data.replace(b"\n", b"\r\n")
    ),
}
SPACINGS: dict[str, Disguise] = {
    "tabs": lambda data: data.replace(b" ", b"\t"),
    "runs of spaces and tabs": lambda data: data.replace(b" ", b"  \t "),
    "indented": lambda data: b"  " + data.replace(b"\n", b"\n\t"),
    "spaces at the end": lambda data: data.replace(b"\n", b" \t\n"),
    "blank lines around": lambda data: b"\n \n" + data + b"\t\n\n",
}


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_looks_do_not_matter(sample: str, disguise: str, tmp_path: Path) -> None:
    path = saved(tmp_path, DISGUISES[disguise]((DATA / sample).read_bytes()))
    assert read(sample, path) == read(sample, DATA / sample)


@pytest.mark.parametrize("spacing", SPACINGS)
@pytest.mark.parametrize("sample", IN_COLUMNS)
def test_any_white_space_parts_columns(sample: str, spacing: str, tmp_path: Path) -> None:
    path = saved(tmp_path, SPACINGS[spacing]((DATA / sample).read_bytes()))
    assert read(sample, path) == read(sample, DATA / sample)


def test_windows_line_ends_far_down_the_file(tmp_path: Path) -> None:
    lines = b"".join(b"01 Q0 d%d 1 1 ebb 0 9\n" % number for number in range(5000))
    path = saved(tmp_path, lines + b"02 Q0 pharos 1 1 ebb 0 9\r\n02 Q0 tides 2 1 ebb 0 9\r\n")
    assert rp.read_run(path).results.tail(2).rows() == [
        ("02", "pharos", 1, 1.0, 0, 9),
        ("02", "tides", 2, 1.0, 0, 9),
    ]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("sample", SAMPLES)
def test_standard_input(sample: str, packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    data = (DATA / sample).read_bytes()
    stream = io.BytesIO(gzip.compress(data) if packed else data)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    assert read(sample, "-") == read(sample, DATA / sample)


def test_errors_in_standard_input_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO(b"01 Q0 tides 1 2.5 ebb 0 9\n01 Q0 buoys 1 1.5 ebb 5 -4\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    with pytest.raises(rp.ReadpathError, match=r"^<stdin>:2: length -4 is negative$"):
        rp.read_run("-")


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_pipe_is_read_once(sample: str, tmp_path: Path) -> None:
    """As in `readpath evaluate <(zcat judgments.qrels.gz) …`."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    data = (DATA / sample).read_bytes()
    writer = threading.Thread(target=pipe.write_bytes, args=[data], daemon=True)
    writer.start()
    assert read(sample, pipe) == read(sample, DATA / sample)
    writer.join(timeout=10)


def test_paths_may_be_text_or_path_objects() -> None:
    assert read("inex.run", str(DATA / "inex.run")) == read("inex.run", DATA / "inex.run")


@pytest.mark.parametrize(
    ("sample", "line"),
    [
        ("inex.run", 3),
        ("trec.run", 1),
        ("chunks.jsonl", 2),
        ("chunks.csv", 3),
        ("inex.qrels", 2),
        ("trec.qrels", 2),
        ("gold.jsonl", 3),
    ],
)
def test_latin_1_is_refused_with_its_line(sample: str, line: int, tmp_path: Path) -> None:
    path = saved(tmp_path, (DATA / sample).read_bytes().replace(b"buoys", b"bou\xe9es"))
    with pytest.raises(rp.ReadpathError) as error:
        read(sample, path)
    assert str(error.value) == (
        f"{path}:{line}: byte 0xe9 is not UTF-8; convert the file, "
        "for example with: iconv -f latin1 -t utf-8"
    )


def test_latin_1_far_down_the_file(tmp_path: Path) -> None:
    lines = [b"01 Q0 d%d 1 1 ebb\n" % number for number in range(9000)]
    lines[8000] = b"01 Q0 caf\xe9 1 1 ebb\n"
    with pytest.raises(rp.ReadpathError, match="file:8001: byte 0xe9 is not UTF-8"):
        rp.read_run(saved(tmp_path, b"".join(lines)))


@pytest.mark.parametrize("sample", IN_LINES)
def test_utf_16_is_refused_with_the_right_advice(sample: str, tmp_path: Path) -> None:
    path = saved(tmp_path, (DATA / sample).read_text().encode("utf-16"))
    with pytest.raises(rp.ReadpathError, match=r"file:1: .*iconv -f utf-16 -t utf-8"):
        read(sample, path)


def reading_as(kind: str, format: str) -> Callable[[Path], object]:
    """A reader that is told the format."""
    if kind == "run":
        return partial(rp.read_run, format=format)
    return partial(rp.read_judgments, format=format)


READERS: dict[str, Callable[[Path], object]] = {
    "run": rp.read_run,
    "judgments": rp.read_judgments,
    "chunking": rp.read_chunking,
    **{f"run as {f}": reading_as("run", f) for f in ("inex", "inex-xml", "trec", "records")},
    **{f"judgments as {f}": reading_as("judgments", f) for f in ("inex", "trec", "records")},
}

NOTHING = {
    "no byte": b"",
    "white space": b" \n\t\r\n",
    "a byte order mark": MARK,
    "gzip of nothing": gzip.compress(b"", mtime=0),
}


@pytest.mark.parametrize("nothing", NOTHING)
@pytest.mark.parametrize("reader", READERS)
def test_empty_files_say_so(reader: str, nothing: str, tmp_path: Path) -> None:
    path = saved(tmp_path, NOTHING[nothing])
    with pytest.raises(rp.ReadpathError, match=f"^{re.escape(str(path))}: is empty$"):
        READERS[reader](path)


@pytest.mark.parametrize("reader", READERS)
def test_folders_and_missing_files(reader: str, tmp_path: Path) -> None:
    with pytest.raises(rp.ReadpathError) as error:
        READERS[reader](tmp_path)
    assert str(error.value) == f"{tmp_path}: is a folder; name a file"
    with pytest.raises(rp.ReadpathError) as error:
        READERS[reader](tmp_path / "ebb.run")
    assert str(error.value) == f"{tmp_path}/ebb.run: no such file"


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(rp.ReadpathError):
        rp.read_run("x" * 5000)


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = saved(tmp_path, b"01 Q0 tides 1 2.5 ebb 0 9\n", "ebb.run")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(rp.ReadpathError, match=r"ebb\.run: .*Permission denied"):
        rp.read_run(path)


PACKED = gzip.compress(b"01 Q0 tides 1 2.5 ebb 0 9\n", mtime=0)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(PACKED[:-9], id="cut short"),
        pytest.param(PACKED[:2], id="nothing but the first two bytes"),
        pytest.param(PACKED[:-8] + b"\0\0\0\0" + PACKED[-4:], id="wrong checksum"),
        pytest.param(PACKED[:12] + b"\xff" + PACKED[13:], id="wrong inside"),
        pytest.param(PACKED + b"more", id="something else after the end"),
    ],
)
@pytest.mark.parametrize("reader", READERS)
def test_broken_gzip(reader: str, data: bytes, tmp_path: Path) -> None:
    path = saved(tmp_path, data)
    with pytest.raises(rp.ReadpathError, match=f"^{re.escape(str(path))}: broken gzip file: "):
        READERS[reader](path)


def test_gzip_is_known_by_its_content_not_its_name(tmp_path: Path) -> None:
    plain = (DATA / "inex.run").read_bytes()
    assert read("inex.run", saved(tmp_path, plain, "ebb.gz")) == read("inex.run", DATA / "inex.run")


PIECES = [
    b"",
    b" ",
    b"  ",
    b"\t",
    b" \t",
    b"\n",
    b"\r",
    b"X",
    b"-1",
    b"1_0",
    b"nan",
    b"X  y",
    b"\0",
]
EDITS = st.lists(st.tuples(st.integers(0, 40), st.sampled_from(PIECES)), min_size=1, max_size=3)


def edited(data: bytes, edits: list[tuple[int, bytes]]) -> bytes:
    """The same columns with some words or blanks exchanged for others."""
    words = re.split(rb"([ \n])", data)
    for place, piece in edits:
        words[place % len(words)] = piece
    return b"".join(words)


@pytest.mark.parametrize("sample", IN_COLUMNS)
@given(edits=EDITS)
@settings(deadline=None, max_examples=200)
def test_fast_and_careful_reading_agree(
    sample: str, edits: list[tuple[int, bytes]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Plain files may be read by a faster way than packed ones; nobody should be able to tell."""
    data = edited((DATA / sample).read_bytes(), edits)
    folder = tmp_path_factory.getbasetemp()
    plain = outcome(sample, saved(folder, data, "edited"))
    assert plain == outcome(sample, saved(folder, gzip.compress(data), "edited"))
