"""Input that cannot be used: what is refused, and that the message says where, what and why."""

from __future__ import annotations

import contextlib
import gzip
import io
import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import readpath as rp
from readpath.spans import STRETCH

DATA = Path(__file__).parent / "data"

Reader = Callable[[Path], object]
READERS: list[Reader] = [rp.read_run, rp.read_judgments, rp.read_chunking]


def told(reader: Reader, folder: Path, data: bytes | str) -> str:
    """What is said about a file, without its name."""
    path = folder / "file"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    with pytest.raises(rp.ReadpathError) as error:
        reader(path)
    assert str(error.value).startswith(f"{path}:")
    return str(error.value).removeprefix(f"{path}:")


INEX_RUN = "01 Q0 tides 1 2.5 ebb 0 10"
TREC_RUN = "01 Q0 tides 1 2.5 ebb"
INEX_QRELS = "01 Q0 tides 30 2106 120 120:30"
TREC_QRELS = "01 0 tides 1"

EIGHT = "columns where 8 are expected (topic q0 document rank score name start length):"
SIX = "columns where 6 are expected (topic q0 document rank score name):"
FOUR = "columns where 4 are expected (topic iteration document grade):"
PASSAGE = "is not start:length with two whole numbers from 0"
TOO_FEW = (
    "fewer than 6 columns (topic Q0 document relevant_chars document_chars entry_point "
    "start:length …):"
)

BAD_LINES: dict[str, tuple[Reader, list[tuple[str, str]]]] = {
    INEX_RUN: (rp.read_run, [
        ("01 Q0 buoys 2 1.5 ebb 5 -4", "length -4 is negative"),
        ("01 Q0 buoys 2 1.5 ebb -5 4", "start -5 is negative; offsets count from 0"),
        ("01 Q0 buoys 2 1.5 ebb five 4", "start 'five' is not a whole number"),
        ("01 Q0 buoys 2 1.5 ebb 5.0 4", "start '5.0' is not a whole number"),
        ("01 Q0 buoys 2 1.5 ebb 1_0 4", "start '1_0' is not a whole number"),
        ("01 Q0 buoys 2 1.5 ebb ５ 4", "start '５' is not a whole number"),
        ("01 Q0 buoys 2 1.5 ebb x 4", "start 'x' is not a whole number"),
        ("01 Q0 buoys 2 1.5 ebb 5 X", "length 'X' is not a whole number"),
        ("01 Q0 buoys 2 nan ebb 5 4", "score 'nan' is not a number"),
        ("01 Q0 buoys 2 X ebb 5 4", "score 'X' is not a number"),
        ("01 Q0 buoys 2 1.5 ebb 5", f"7 {EIGHT} '01 Q0 buoys 2 1.5 ebb 5'"),
        ("x" * 10**6, f"1 {EIGHT} '{'x' * 60}…'"),
    ]),
    TREC_RUN: (rp.read_run, [
        ("01 Q0 buoys 2 1_5 ebb", "score '1_5' is not a number"),
        ("01 Q0 buoys 2 ١٫٥ ebb", "score '١٫٥' is not a number"),
        ("01 Q0 buoys 2 ١ ebb", "score '١' is not a number"),
        ("01 Q0 buoys 2 0x10 ebb", "score '0x10' is not a number"),
        ("01 Q0 buoys 2 1.5\0 ebb", r"score '1.5\x00' is not a number"),
        ("01 Q0 buoys 2 1.5", f"5 {SIX} '01 Q0 buoys 2 1.5'"),
        ("01 Q0 buoys 2 1.5 ebb x", f"7 {SIX} '01 Q0 buoys 2 1.5 ebb x'"),
        ("01 Q0 buoys 2 1.5 ebb true", f"7 {SIX} '01 Q0 buoys 2 1.5 ebb true'"),
        ("01 Q0 buoys  1.5 ebb", f"5 {SIX} '01 Q0 buoys 1.5 ebb'"),
        ("01  buoys 2 1.5 ebb", f"5 {SIX} '01 buoys 2 1.5 ebb'"),
        ("01 Q0 buoys 2 1.5 ebb  02 Q0", f"8 {SIX} '01 Q0 buoys 2 1.5 ebb 02 Q0'"),
    ]),
    TREC_QRELS: (rp.read_judgments, [
        ("01 0 buoys 1.5", "grade '1.5' is not a whole number"),
        ("01 0 buoys 1_0", "grade '1_0' is not a whole number"),
        ("01 0 buoys", f"3 {FOUR} '01 0 buoys'"),
        ("01  buoys 1", f"3 {FOUR} '01 buoys 1'"),
    ]),
    INEX_QRELS: (rp.read_judgments, [
        ("01 Q0 buoys 5 -1 0 0:5", "document_chars '-1' is not a whole number from 0"),
        ("01 Q0 buoys -5 9 0 0:5", "relevant_chars '-5' is not a whole number from 0"),
        ("01 Q0 buoys 5 9 -2 0:5", "entry_point '-2' is not a whole number from -1"),
        ("01 Q0 buoys 5 9 0 0:-5", f"passage '0:-5' {PASSAGE}"),
        ("01 Q0 buoys 5 9 0 0-5", f"passage '0-5' {PASSAGE}"),
        ("01 Q0 buoys 5 9 0 ５:5", f"passage '５:5' {PASSAGE}"),
        ("01 Q0 buoys 0 9", f"{TOO_FEW} '01 Q0 buoys 0 9'"),
    ]),
}  # fmt: skip
EACH_BAD_LINE = [(good, *case) for good, (_, cases) in BAD_LINES.items() for case in cases]


@pytest.mark.parametrize(("good", "bad", "message"), EACH_BAD_LINE, ids=lambda text: text[:40])
def test_one_bad_line(good: str, bad: str, message: str, tmp_path: Path) -> None:
    """Next to a good line, and below a blank one, which only the careful reader takes."""
    reader, _ = BAD_LINES[good]
    assert told(reader, tmp_path, f"{good}\n{bad}\n") == f"2: {message}"
    assert told(reader, tmp_path, f"{good}\n\n{bad}\n") == f"3: {message}"


def test_several_bad_lines_are_counted(tmp_path: Path) -> None:
    bad = "\n01 Q0 buoys 2 high ebb"
    message = "2: score 'high' is not a number (and 1 more problem)"
    assert told(rp.read_run, tmp_path, TREC_RUN + 2 * bad) == message
    bad = "\n" + INEX_RUN.replace("10", "-4")
    message = "2: length -4 is negative (and 2 more problems)"
    assert told(rp.read_run, tmp_path, INEX_RUN + 3 * bad) == message


HUGE = 2**63 - 1
TOO_LARGE = [(10**18, 10**18), (HUGE, HUGE), (5, HUGE), (HUGE, 5), (10**30, 1), (1, 10**30)]
TOO_LARGE += [(STRETCH, 1), (STRETCH + 1, 0)]

PLACED: dict[str, tuple[Reader, str]] = {
    "inex": (rp.read_run, "01 Q0 buoys 2 1.5 ebb {} {}"),
    "qrels": (rp.read_judgments, "01 Q0 buoys 5 9 0 {}:{}"),
    "xml": (
        rp.read_run,
        "<inex-submission><topic topic-id='1'><result><file>d</file>"
        "<fol offset='{}' length='{}'/></result></topic></inex-submission>",
    ),
    "run": (rp.read_run, '{{"topic": 1, "document": 2, "start": {}, "length": {}}}'),
    "gold": (rp.read_judgments, '{{"topic": 1, "document": 2, "start": {}, "length": {}}}'),
    "chunks": (rp.read_chunking, '{{"document": 2, "start": {}, "length": {}}}'),
}


@pytest.mark.parametrize("format", PLACED)
@pytest.mark.parametrize(("start", "length"), TOO_LARGE)
def test_numbers_beyond_any_text(start: int, length: int, format: str, tmp_path: Path) -> None:
    reader, line = PLACED[format]
    message = told(reader, tmp_path, line.format(start, length))
    assert message.startswith("1: ")
    assert any(str(number) in message for number in (start, length, start + length))


@pytest.mark.parametrize("numbers", [f"{HUGE} 0", f"99 {HUGE}", f"{10**30} 0"])
def test_documents_longer_than_any_text(numbers: str, tmp_path: Path) -> None:
    text = f"{INEX_QRELS}\n01 Q0 buoys 5 {numbers} 0:5\n"
    assert told(rp.read_judgments, tmp_path, text).startswith("2: ")


def test_the_farthest_place_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "file").write_text(f"01 Q0 tides 1 2.5 ebb {STRETCH - 2} 1\n")
    assert rp.read_run(tmp_path / "file").spans.ends.tolist() == [STRETCH - 1]


COAST = {"topic": "01", "document": "pharos", "start": 4, "end": 13, "score": 0.8}
NO_NUMBERS = [["1"], {"1"}, b"\xff", Ellipsis, 1j, Decimal("4.5"), date(2026, 1, 1), 10**40]


@pytest.mark.parametrize(
    ("field", "value"),
    [("topic", value) for value in NO_NUMBERS[:5]] + [("start", value) for value in NO_NUMBERS],
    ids=repr,
)
def test_values_of_no_use_are_refused(field: str, value: object) -> None:
    with pytest.raises(rp.ReadpathError, match=f"^records:1: .*{field}"):
        rp.read_run([{**COAST, field: value}])


@pytest.mark.parametrize("span", [[4], [], "4-13", 4, [4, "x"], [None, 13], [[4, 13]]], ids=str)
def test_a_span_is_a_start_and_an_end(span: object) -> None:
    with pytest.raises(rp.ReadpathError):
        rp.read_judgments([{"topic": "01", "document": "pharos", "span": span}])


@pytest.mark.parametrize("text", ['{"document": "d", "chunk": 3}\n', "document,chunk\nd,3\n"])
def test_missing_fields_are_named_with_what_would_do(text: str, tmp_path: Path) -> None:
    assert told(rp.read_run, tmp_path, text) == (
        " no field for the topic among document, chunk; call it 'topic' (also accepted: "
        "topic topic_id query_id query-id qid question_id question query)"
    )


def test_only_records_are_accepted() -> None:
    with pytest.raises(rp.ReadpathError, match=r"^record 2 is a str; give a list of dicts$"):
        rp.read_run([COAST, "tides"])  # type: ignore[list-item]
    with pytest.raises(rp.ReadpathError, match=r"holds no re(cords|sults)"):
        rp.read_run([])
    with pytest.raises(rp.ReadpathError, match=r"holds no (records|judgments)"):
        rp.read_judgments([])


def parquet(start: object) -> bytes:
    table = pl.DataFrame({"topic": ["01"], "document": ["tides"], "start": start, "end": [9]})
    table.write_parquet(out := io.BytesIO())
    return out.getvalue()


RECORD = '{"topic": "01", "document": "tides", "start": 0, "end": 9}'
HEADER = "topic,document,start,end,text"
ROW = "01,tides,0,9,a"
PLACE_OF_5 = "4: start 'five' is not a whole number"

BROKEN: dict[str, tuple[str | bytes, str]] = {
    "JSON cut short": (f"{RECORD}\n\n{RECORD[:20]}", "3: not JSON: "),
    "a list among JSON lines": (f"{RECORD}\n[1]", "2: a record must be a JSON object, not [1]"),
    "null among JSON lines": (f"{RECORD}\nnull", "2: a record must be a JSON object, not null"),
    "NaN": (f'{RECORD}\n{RECORD[:-1]}, "score": NaN}}', "2: score is NaN"),
    "5,000 digits": (f"{RECORD}\n{RECORD.replace('9', '9' * 5000)}", "2: "),
    "half a character": (f"{RECORD}\n{RECORD.replace('tides', chr(92) + 'ud800')}", "2: "),
    "half a character in a name": (f'{RECORD}\n{RECORD[:-1]}, "\\ud800": 1}}', "2: "),
    "nested lists": (f'{RECORD}\n{RECORD[:-1]}, "x": {"[" * 10**5}', "2: "),
    "nested objects": ('{"a":' * 10**5 + "1" + "}" * 10**5, "1: "),
    "nested arrays": ("[" * 10**5, ""),
    "array of numbers": ("[1, 2]", ""),
    "array with null": (f"[{RECORD}, null]", ""),
    "array with an error": (f"[{RECORD},\n{RECORD},\n{{'topic'}}]", "3: not JSON: "),
    "too few fields": (f"{HEADER}\n{ROW}\n01,tides,0,9\n{ROW}\n", "3: "),
    "too many fields": (f"{HEADER}\n{ROW}\n{ROW},b\n{ROW}\n", "3: "),
    "open quotes": (f'{HEADER}\n{ROW}\n01,tides,0,9,"a\n', ""),
    "a bad row": (f"{HEADER}\n{ROW}\n{ROW}\n01,tides,five,9,a\n", PLACE_OF_5),
    "after two lines of text": (f'{HEADER}\n01,tides,0,3,"a\nb"\n01,tides,five,9,a\n', PLACE_OF_5),
    "header without a start": (f"{HEADER.replace('start', 'begin')}\n{ROW}\n", " no field says where"),
    "Parquet: text": (parquet(["zero"]), "1: start 'zero' is not a whole number"),
    "Parquet: lists": (parquet([[0]]), ""),
    "Parquet: bytes": (parquet([b"\xff"]), ""),
    "Parquet: cut short": (parquet([0])[:-20], ""),
    "Parquet: four bytes": (b"PAR1", ""),
    "Parquet: nothing inside": (b"PAR1" + bytes(100) + b"PAR1", ""),
    "binary junk": (bytes(range(256)), ""),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_broken_records(case: str, tmp_path: Path) -> None:
    data, start = BROKEN[case]
    message = told(rp.read_run, tmp_path, data)
    assert message.startswith(start)
    assert "line 1 " not in message  # of the record, that is; the file's line stands in front
    assert len(message) < 400


def test_damage_inside_parquet_is_an_error_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Polars panics on some damaged files, with an exception that is no `Exception`."""

    def panic(*_: object, **__: object) -> None:
        raise pl.exceptions.PanicException("assertion failed")

    monkeypatch.setattr(pl, "read_parquet", panic)
    assert told(rp.read_run, tmp_path, parquet([0])).startswith(" ")


PIECES = (
    b"| |  |\t|\n|\r|\0|\xef\xbc\x95|\xe2\x80\xa8|\xc2\xa0|\xff|\x1f\x8b|\\ud800|9223372036854775807|-1|"
    b'1_0|1e999|nan|X|,|"|{|}|[|]|[1]|null|true|span|document|start|<|>|&x;|<!DOCTYPE|<path>|utf-7|PAR1'
).split(b"|")
EDIT = st.tuples(st.integers(0, 150), st.sampled_from(PIECES) | st.binary(max_size=3))
EDITS = st.lists(EDIT, min_size=1, max_size=6)
SAMPLES = sorted(path.name for path in DATA.iterdir() if path.name != "libraries.jsonl")


def edited(sample: str, edits: list[tuple[int, bytes]]) -> bytes:
    """A sample with some words, or what stands between words, exchanged."""
    words = re.split(rb"([^0-9A-Za-z.]+)", (DATA / sample).read_bytes())
    for place, piece in edits:
        words[place % len(words)] = piece
    return b"".join(words)


def try_all(data: bytes, path: Path) -> None:
    """Read by every reader; anything but a result or a ReadpathError comes through."""
    path.write_bytes(data)
    for reader in (*READERS, rp.validate):
        with contextlib.suppress(rp.ReadpathError):
            reader(path)


@pytest.mark.parametrize("sample", SAMPLES)
@given(edits=EDITS, packed=st.booleans())
@settings(deadline=None, max_examples=200)
def test_damaged_samples_are_read_or_refused(
    sample: str,
    edits: list[tuple[int, bytes]],
    packed: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Parquet is not among them: damage can make Polars ask for all memory, which ends the process."""
    data = edited(sample, edits)
    try_all(gzip.compress(data) if packed else data, tmp_path_factory.getbasetemp() / "damaged")


@given(data=st.binary(max_size=300))
@settings(deadline=None, max_examples=200)
def test_any_bytes_are_read_or_refused(
    data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    try_all(data, tmp_path_factory.getbasetemp() / "junk")
