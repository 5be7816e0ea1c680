"""Runs written in every format: what comes back is what went in, or the writer says why it cannot."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import readpath as rp
from readpath.runs import FORMATS, WRITERS

DATA = Path(__file__).parent / "data"
PASSAGE_FORMATS = [format for format in WRITERS if format != "trec"]
READ_AS = {format: format if format in FORMATS else "records" for format in WRITERS}
SAMPLES = ("submission.xml", "chunks.jsonl", "chunks.csv")

Records = list[dict[str, Any]]

SCORED: Records = [
    {"topic": "01", "document": "tides", "start": 120, "end": 160, "score": 0.1},
    {"topic": "01", "document": "buoys", "start": 16, "end": 16, "score": 2.5},
    {"topic": "01", "document": "tides", "start": 0, "end": 9, "score": 0.5},
    {"topic": "007", "document": "pharos", "start": 10, "end": 45, "score": -1e-300},
]
UNSCORED: Records = [{k: v for k, v in row.items() if k != "score"} for row in SCORED]
DOCUMENTS: Records = [{"topic": "01", "document": name} for name in ("tides", "buoys")]


def passages(run: rp.Run) -> list[tuple[Any, ...]]:
    """Every result with its place, in the order in which they are read."""
    return run.results.select("topic", "document", "rank", "start", "end").rows()


def documents(run: rp.Run) -> list[tuple[str, str]]:
    """Every document at its first place, in the order in which they are read."""
    return list(dict.fromkeys(run.results.select("topic", "document").rows()))


def written(run: rp.Run, folder: Path, format: str) -> str:
    """The text that is written."""
    rp.write_run(run, folder / "out", format)
    return (folder / "out").read_text()


def refused(run: rp.Run, path: Path, format: str) -> str:
    """Why a run cannot be written; nothing if it can."""
    try:
        rp.write_run(run, path, format)
    except rp.ReadpathError as error:
        return str(error)
    return ""


def there_and_back(run: rp.Run, folder: Path, format: str) -> rp.Run:
    """A run, written in a format and read again."""
    rp.write_run(run, folder / "out", format)
    return rp.read_run(folder / "out", READ_AS[format])


@pytest.mark.parametrize("scored", [True, False])
@pytest.mark.parametrize("format", PASSAGE_FORMATS)
def test_passages_come_back(format: str, scored: bool, tmp_path: Path) -> None:
    run = rp.read_run(SCORED if scored else UNSCORED)
    found = there_and_back(run, tmp_path, format)
    assert passages(found) == passages(run)
    if scored:
        assert found.results["score"].to_list() == run.results["score"].to_list()


@pytest.mark.parametrize("format", ["trec", "jsonl", "csv", "parquet"])
def test_whole_documents_come_back(format: str, tmp_path: Path) -> None:
    found = there_and_back(rp.read_run(DOCUMENTS), tmp_path, format)
    assert not found.has_spans
    assert documents(found) == [("01", "tides"), ("01", "buoys")]


@pytest.mark.parametrize("format", WRITERS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_from_every_format_to_every_other(sample: str, format: str, tmp_path: Path) -> None:
    run = rp.read_run(DATA / sample)
    if sample == "submission.xml" and format in ("inex", "trec"):
        with pytest.raises(rp.ReadpathError, match="pharos & others"):
            rp.write_run(run, tmp_path / "out", format)
        return
    found = there_and_back(run, tmp_path, format)
    assert documents(found) == documents(run)
    if format != "trec":
        assert passages(found) == passages(run)
        assert found.results["score"].to_list() == run.results["score"].to_list()


def test_the_text_of_an_inex_run(tmp_path: Path) -> None:
    assert written(rp.read_run(SCORED, name="my run"), tmp_path, "inex") == (
        "01 Q0 tides 1 0.1 my_run 120 40\n"
        "01 Q0 buoys 2 2.5 my_run 16 0\n"
        "01 Q0 tides 3 0.5 my_run 0 9\n"
        "007 Q0 pharos 1 -1e-300 my_run 10 35\n"
    )


def test_missing_scores_become_reciprocal_ranks(tmp_path: Path) -> None:
    found = there_and_back(rp.read_run(UNSCORED), tmp_path, "inex")
    assert found.results["score"].to_list() == [1, 1 / 2, 1 / 3, 1]


def test_an_inex_run_keeps_elements_that_do_not_exist(tmp_path: Path) -> None:
    text = written(rp.read_run(DATA / "inex.run"), tmp_path, "inex")
    assert text.splitlines()[-1] == "02 Q0 lightships 2 0.5 ebb X 0"


@pytest.mark.parametrize("format", [f for f in PASSAGE_FORMATS if f != "inex"])
def test_elements_that_do_not_exist_are_kept_or_refused(format: str, tmp_path: Path) -> None:
    run = rp.read_run(DATA / "inex.run")
    refusal = refused(run, tmp_path / "out", format)
    if refusal:
        assert "inex" in refusal
    else:
        assert passages(rp.read_run(tmp_path / "out")) == passages(run)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param([3.0, 2.5, 1.0], "3.0 2.5 1.0", id="falling scores are kept"),
        pytest.param([3.0, 3.0, 1.0], "3.0 2.0 1.0", id="ties count down"),
        pytest.param([1.0, 3.0, 2.0], "3.0 2.0 1.0", id="rising scores count down"),
        pytest.param([2.0, 1.0 + 1e-12, 1.0], "3.0 2.0 1.0", id="equal in single precision"),
        pytest.param([None, None, None], "3.0 2.0 1.0", id="no scores"),
        pytest.param([2.0, None, 1.0], "3.0 2.0 1.0", id="a score is missing"),
    ],
)
def test_trec_scores_fall(scores: list[float | None], expected: str, tmp_path: Path) -> None:
    """Whoever sorts by score in single precision, as trec_eval does, finds the run's own order."""
    names = zip(("b", "a", "c"), scores, strict=True)
    rows = [{"topic": "1", "document": name, "score": score} for name, score in names]
    lines = written(rp.read_run(rows), tmp_path, "trec").splitlines()
    assert [line.split()[2:5:2] for line in lines] == [
        list(pair) for pair in zip("bac", expected.split(), strict=True)
    ]
    assert documents(rp.read_run(tmp_path / "out")) == [("1", "b"), ("1", "a"), ("1", "c")]


def test_documents_of_a_trec_run_stand_at_their_first_place(tmp_path: Path) -> None:
    assert written(rp.read_run(SCORED), tmp_path, "trec") == (
        "01 Q0 tides 1 2.0 run\n01 Q0 buoys 2 1.0 run\n007 Q0 pharos 1 1.0 run\n"
    )


@pytest.mark.parametrize("format", ["inex", "inex-xml"])
def test_whole_documents_are_no_passages(format: str, tmp_path: Path) -> None:
    run = rp.read_run(DATA / "trec.run")
    with pytest.raises(rp.ReadpathError) as error:
        rp.write_run(run, tmp_path / "out", format)
    assert str(error.value) == (
        f"{DATA}/trec.run: run flood returns whole documents; this format needs a start and a "
        "length. Convert to trec instead"
    )


def test_a_refusal_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    old, new = tmp_path / "old.run", tmp_path / "new.run"
    old.write_text("precious\n")
    for path in (old, new):
        with pytest.raises(rp.ReadpathError):
            rp.write_run(rp.read_run(DOCUMENTS), path, "inex")
    assert old.read_text() == "precious\n"
    assert not new.exists()


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("a.run", b"01 Q0 tides"),
        ("a", b"01 Q0 tides"),
        ("a.xml", b"<?xml"),
        ("a.jsonl", b'{"topic":"01"'),
        ("a.ndjson", b'{"topic":"01"'),
        ("a.csv", b"topic,document,rank,start,end,score\n"),
        ("a.parquet", b"PAR1"),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_the_ending_decides(name: str, start: bytes, packed: bool, tmp_path: Path) -> None:
    path = tmp_path / (f"{name}.gz" if packed else name)
    rp.write_run(rp.read_run(SCORED), path)
    data = path.read_bytes()
    assert (gzip.decompress(data) if packed else data).startswith(start)
    assert passages(rp.read_run(path)) == passages(rp.read_run(SCORED))


def test_without_an_ending_whole_documents_are_trec(tmp_path: Path) -> None:
    rp.write_run(rp.read_run(DOCUMENTS), tmp_path / "a")
    assert rp.read_run(tmp_path / "a").format == "trec"


def test_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    rp.write_run(rp.read_run(DOCUMENTS), "-", "trec")
    assert capsysbinary.readouterr().out == b"01 Q0 tides 1 2.0 run\n01 Q0 buoys 2 1.0 run\n"


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    run = rp.read_run(SCORED)
    with pytest.raises(rp.ReadpathError, match="unknown format 'jsnol'; did you mean jsonl"):
        rp.write_run(run, tmp_path / "a", "jsnol")
    with pytest.raises(rp.ReadpathError) as error:
        rp.write_run(run, tmp_path / "none" / "a.run")
    assert (
        str(error.value) == f"{tmp_path}/none/a.run: cannot be written: No such file or directory"
    )
    with pytest.raises(rp.ReadpathError, match="cannot be written: Is a directory"):
        rp.write_run(run, tmp_path)


@pytest.mark.parametrize("format", WRITERS)
@pytest.mark.parametrize("scores", [[1.0, None], [float("inf"), float("-inf")], [1e308, -1e308]])
def test_odd_scores_come_back_or_are_refused(
    scores: list[float | None], format: str, tmp_path: Path
) -> None:
    rows = [{**SCORED[0], "document": d, "score": s} for d, s in zip("ab", scores, strict=True)]
    run = rp.read_run(rows)
    if not refused(run, tmp_path / "out", format):
        found = rp.read_run(tmp_path / "out", READ_AS[format])
        assert documents(found) == documents(run)
        if None not in scores and format != "trec":
            assert found.results["score"].to_list() == scores


PLAIN = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=5)
NUMBERLIKE = st.sampled_from(["007", "1e5", "NaN", "null", "-1", "True", "X", "𝄞", '"', "a,b", "#"])
SCORES = st.floats(allow_nan=False, allow_infinity=False, width=32)


def results(names: st.SearchStrategy[str]) -> st.SearchStrategy[Records]:
    """Runs with these names, results of one topic standing together."""
    result = st.fixed_dictionaries(
        {"topic": names, "document": names, "start": st.integers(0, 2**35 - 1), "score": SCORES}
        | {"length": st.integers(0, 2**35 - 1)}
    )
    return st.lists(result, min_size=1, max_size=6)


@pytest.mark.parametrize("format", WRITERS)
@given(rows=results(PLAIN | NUMBERLIKE))
@settings(deadline=None, max_examples=60)
def test_ordinary_runs_come_back(
    format: str, rows: Records, tmp_path_factory: pytest.TempPathFactory
) -> None:
    run = rp.read_run(rows)
    found = there_and_back(run, tmp_path_factory.getbasetemp(), format)
    assert documents(found) == documents(run)
    if format != "trec":
        assert passages(found) == passages(run)
        assert found.results["score"].to_list() == run.results["score"].to_list()


@pytest.mark.parametrize("format", WRITERS)
@given(rows=results(st.text(min_size=1, max_size=4)))
@example(rows=[{**SCORED[0], "topic": "what is a tide?"}])
@example(rows=[{**SCORED[0], "document": " tides"}])
@example(rows=[{**SCORED[0], "document": "ti\tdes\n"}])
@example(rows=[{**SCORED[0], "document": "ti\rdes"}])
@example(rows=[{**SCORED[0], "topic": "a\x00b"}])
@settings(deadline=None, max_examples=60)
def test_names_that_a_format_cannot_hold_are_refused(
    format: str, rows: Records, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever the names are: a file that is written holds the run that was given."""
    run, path = rp.read_run(rows), tmp_path_factory.getbasetemp() / "out"
    if not refused(run, path, format):
        assert documents(rp.read_run(path, READ_AS[format])) == documents(run)
