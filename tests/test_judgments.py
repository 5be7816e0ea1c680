"""The formats of judgments: what is read from each, what is merged, and what is noted."""

from __future__ import annotations

import gzip
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import readpath as rp
from readpath.judgments import FORMATS

DATA = Path(__file__).parent / "data"

COLUMNS = ["topic", "document", "length", "entry_point", "grade", "relevant", "stated"]
INEX = [
    ("01", "tides", 2106, 120, 1, 60, 60),
    ("01", "buoys", 1895, None, 0, 0, 0),
    ("02", "pharos", 1180, 10, 1, 35, 35),
]
TREC = [
    ("01", "tides", None, None, 2, 0, None),
    ("01", "buoys", None, None, 0, 0, None),
    ("02", "pharos", None, None, 1, 0, None),
    ("02", "lightships", None, None, -2, 0, None),
]
GOLD = [
    ("01", "tides", 2106, 120, 1, 60, None),
    ("01", "buoys", None, None, 0, 0, None),
    ("02", "pharos", None, None, 1, 35, None),
]
HIGHLIGHTS = [("01", "tides", 120, 160), ("01", "tides", 300, 320), ("02", "pharos", 10, 45)]

SAMPLES = {
    "inex.qrels": ("inex", INEX, HIGHLIGHTS),
    "trec.qrels": ("trec", TREC, []),
    "gold.jsonl": ("records", GOLD, HIGHLIGHTS),
}


def written(folder: Path, text: str) -> Path:
    """A new file with this text."""
    path = folder / "file.qrels"
    path.write_text(text)
    return path


def notes(folder: Path, text: str) -> tuple[str, ...]:
    """What is noted about judgments, without the name of the file."""
    path = written(folder, text)
    return tuple(note.removeprefix(f"{path}:") for note in rp.read_judgments(path).notes)


@pytest.mark.parametrize("named", [False, True], ids=["recognised", "named"])
@pytest.mark.parametrize("sample", SAMPLES)
def test_what_is_read(sample: str, named: bool) -> None:
    format, documents, highlights = SAMPLES[sample]
    judgments = rp.read_judgments(DATA / sample, format if named else None)
    assert judgments.documents.columns == [*COLUMNS, "passages"]
    assert judgments.documents.select(COLUMNS).rows() == documents
    assert judgments.highlights.rows() == highlights
    assert judgments.topics == ["01", "02"]
    assert judgments.highlighted == (format != "trec")
    assert (judgments.source, judgments.notes) == (str(DATA / sample), ())


def test_every_format_has_a_sample() -> None:
    assert {format for format, *_ in SAMPLES.values()} == set(FORMATS)


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("format", FORMATS)
def test_the_wrong_format_is_refused(sample: str, format: str) -> None:
    if format != SAMPLES[sample][0]:
        with pytest.raises(rp.ReadpathError, match=sample):
            rp.read_judgments(DATA / sample, format)


def test_unknown_formats_and_files_in_none(tmp_path: Path) -> None:
    with pytest.raises(rp.ReadpathError, match=r"^unknown format 'terc'; did you mean trec\?$"):
        rp.read_judgments(DATA / "trec.qrels", "terc")
    with pytest.raises(rp.ReadpathError) as error:
        rp.read_judgments(written(tmp_path, "01 tides\n"))
    assert str(error.value) == (
        f"{tmp_path}/file.qrels:1: in none of the formats records, inex, trec: '01 tides'; "
        "name one with format"
    )


def test_a_run_in_the_place_of_judgments_is_refused() -> None:
    for sample in ("inex.run", "trec.run", "submission.xml"):
        with pytest.raises(rp.ReadpathError, match=sample):
            rp.read_judgments(DATA / sample)


@pytest.mark.parametrize(
    ("text", "document", "highlights", "noted"),
    [
        pytest.param(
            "01 Q0 tides 40 100 5 5:20 15:20\n",
            ("01", "tides", 100, 5, 1, 30, 40),
            [(5, 35)],
            ("1: passage 15:20 overlaps another; shared characters count once",),
            id="overlapping passages are merged",
        ),
        pytest.param(
            "01 Q0 tides 20 100 5 15:10 5:10\n",
            ("01", "tides", 100, 5, 1, 20, 20),
            [(5, 25)],
            (),
            id="touching passages become one",
        ),
        pytest.param(
            "01 Q0 tides 10 100 5 5:10 50:0\n",
            ("01", "tides", 100, 5, 1, 10, 10),
            [(5, 15)],
            ("1: passage 50:0 marks no character",),
            id="a passage of length 0",
        ),
        pytest.param(
            "01 Q0 tides 12 100 5 5:10\n",
            ("01", "tides", 100, 5, 1, 10, 12),
            [(5, 15)],
            (
                "1: relevant_chars is 12, but the passages of document tides hold 10 characters; "
                "the passages count, except under official rules",
            ),
            id="relevant_chars differs from the passages",
        ),
        pytest.param(
            "01 Q0 tides 10 100 5\n",
            ("01", "tides", 100, 5, 0, 0, 10),
            [],
            (
                "1: relevant_chars is 10, but the passages of document tides hold 0 characters; "
                "the passages count, except under official rules",
            ),
            id="relevant_chars without passages",
        ),
        pytest.param(
            "01 Q0 tides 30 100 90 90:30\n",
            ("01", "tides", 100, 90, 1, 30, 30),
            [(90, 120)],
            ("1: passage 90:30 ends past the document's 100 characters",),
            id="a passage past the document's end",
        ),
        pytest.param(
            "01 Q0 tides 10 100 -1 5:10\n",
            ("01", "tides", 100, None, 1, 10, 10),
            [(5, 15)],
            (),
            id="no entry point",
        ),
        pytest.param(
            "01 Q0 tides 0 100 0\n",
            ("01", "tides", 100, None, 0, 0, 0),
            [],
            (),
            id="judged and not relevant",
        ),
    ],
)
def test_inex_passages(
    text: str,
    document: tuple[object, ...],
    highlights: list[tuple[int, int]],
    noted: tuple[str, ...],
    tmp_path: Path,
) -> None:
    judgments = rp.read_judgments(written(tmp_path, text))
    assert judgments.documents.select(COLUMNS).rows() == [document]
    assert judgments.highlights.select("start", "end").rows() == highlights
    assert notes(tmp_path, text) == noted


def test_passages_need_no_stated_size_to_have_an_entry_point(tmp_path: Path) -> None:
    """`relevant_chars` is not believed, so it cannot take the entry point away either."""
    judgments = rp.read_judgments(written(tmp_path, "01 Q0 tides 0 100 5 5:10\n"))
    assert judgments.documents["entry_point"].to_list() == [5]


def test_notes_of_one_kind_are_counted(tmp_path: Path) -> None:
    text = "01 Q0 a 5 9 0 0:5 7:0\n01 Q0 b 5 9 0 0:5\n01 Q0 c 5 9 0 0:5 8:0 9:0\n"
    assert notes(tmp_path, text) == ("1: passage 7:0 marks no character (3 such lines)",)


@pytest.mark.parametrize(
    "text",
    [
        "01 Q0 tides 5 9 0 0:5\n02 Q0 tides 5 9 0 0:5\n01 Q0 tides 0 9 0\n",
        "01 0 tides 1\n02 0 tides 1\n01 1 tides 1\n",
    ],
)
def test_a_document_judged_twice_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(rp.ReadpathError) as error:
        rp.read_judgments(written(tmp_path, text))
    assert str(error.value) == (
        f"{tmp_path}/file.qrels:3: document tides is judged a second time for topic 01; "
        "merge the lines"
    )


def test_records_that_disagree_on_a_document_are_refused() -> None:
    rows = [{"topic": "01", "document": "tides", "grade": grade} for grade in (2, 0)]
    with pytest.raises(rp.ReadpathError, match=r"records:2: .*tides"):
        rp.read_judgments(rows)


COAST: dict[str, object] = {"topic": "01", "document": "pharos", "start": 4, "end": 13}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"grade": 1.5}, "grade 1.5 is not a whole number"),
        ({"grade": "yes"}, "grade 'yes' is not a whole number"),
        ({"start": -1}, "start .*-1"),
        ({"entry_point": -5}, "entry_point"),
        ({"document_length": -5}, "document_length"),
    ],
)
def test_wrong_judgments_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(rp.ReadpathError, match=f"^records:1: .*{message}"):
        rp.read_judgments([COAST | change])


def test_grades_of_1_and_more_are_relevant_and_below_0_unjudged() -> None:
    judged = rp.read_judgments(DATA / "trec.qrels").judged
    assert judged.relevant.tolist() == [True, False, True, False]
    assert judged.nonrelevant.tolist() == [False, True, False, False]


def test_topics_that_come_again_are_joined(tmp_path: Path) -> None:
    lines = ["01 0 tides 1", "02 0 tides 1", "01 0 buoys 0", "03 0 pharos 1", "02 0 pharos 1"]
    judgments = rp.read_judgments(written(tmp_path, "\n".join(lines)))
    assert judgments.topics == ["01", "02", "03"]
    assert judgments.documents.select("topic", "document").rows() == [
        ("01", "tides"),
        ("01", "buoys"),
        ("02", "tides"),
        ("02", "pharos"),
        ("03", "pharos"),
    ]


@pytest.mark.parametrize(
    "name", ["007", "1e5", "NaN", "-1", "X", "海", "𝄞", "Paris,_Texas", "a\u00a0b"]
)
@pytest.mark.parametrize("line", ["{0} Q0 {0} 5 9 0 0:5\n", "{0} 0 {0} 1\n"])
def test_names_are_kept_as_they_are(line: str, name: str, tmp_path: Path) -> None:
    judgments = rp.read_judgments(written(tmp_path, line.format(name)))
    assert judgments.documents.select("topic", "document").rows() == [(name, name)]


def test_some_of_the_topics() -> None:
    judgments = rp.read_judgments(DATA / "inex.qrels").only(["02"])
    assert judgments.topics == ["02"]
    assert judgments.highlights.rows() == HIGHLIGHTS[2:]
    with pytest.raises(rp.ReadpathError) as error:
        judgments.only(["03"])
    assert str(error.value) == (f"topic 03 is not judged in {DATA}/inex.qrels; known: 02")


PASSAGES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=6)


@given(documents=st.lists(PASSAGES, min_size=1, max_size=5), packed=st.booleans())
@settings(deadline=None, max_examples=100)
def test_highlights_hold_the_marked_characters(
    documents: list[list[tuple[int, int]]], packed: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Checked against sets of single characters; highlights are disjoint and do not touch."""
    lines = [
        f"01 Q0 d{number} {sum(n for _, n in passages)} 80 -1 "
        + " ".join(f"{start}:{length}" for start, length in passages)
        for number, passages in enumerate(documents)
    ]
    data = "\n".join(lines).encode()
    path = tmp_path_factory.getbasetemp() / "random.qrels"
    path.write_bytes(gzip.compress(data) if packed else data)
    judgments = rp.read_judgments(path)
    for number, passages in enumerate(documents):
        marked = {c for start, length in passages for c in range(start, start + length)}
        spans = judgments.highlights.filter(document=f"d{number}").select("start", "end").rows()
        assert {c for start, end in spans for c in range(start, end)} == marked
        assert all(end < start for (_, end), (start, _) in pairwise(spans))
        assert judgments.documents["relevant"][number] == len(marked)
        assert judgments.documents["grade"][number] == (1 if marked else 0)
