"""The formats of runs: what is read from each, what ranks the results, what comes back when written."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import cast
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import readpath as rp
from readpath.runs import FORMATS
from readpath.runs.table import Order

DATA = Path(__file__).parent / "data"

PASSAGES = [
    ("01", "tides", 1, 2.5, 120, 160),
    ("01", "tides", 2, 2.25, 300, 320),
    ("01", "buoys", 3, 1.5, 16, 16),
    ("02", "pharos", 1, 0.75, 10, 45),
    ("02", "lightships", 2, 0.5, -1, -1),
]
DOCUMENTS = [
    ("01", "tides", 1, 2.5),
    ("01", "buoys", 2, 1.5),
    ("02", "pharos", 1, 0.75),
    ("02", "lightships", 2, 0.5),
]
SUBMISSION = [
    ("01", "tides", 1, 120, 160, 2.5),
    ("01", "buoys", 2, 16, 16, 1.5),
    ("02", "pharos & others", 1, 10, 45, 0.75),
]
CHUNKS = [*SUBMISSION[:2], ("02", "pharos", 1, 10, 45, 0.75)]
SPANS = ["topic", "document", "rank", "start", "end", "score"]

SAMPLES = {
    "inex.run": ("inex", "ebb", ["topic", "document", "rank", "score", "start", "end"], PASSAGES),
    "trec.run": ("trec", "flood", ["topic", "document", "rank", "score"], DOCUMENTS),
    "submission.xml": ("inex-xml", "spring", SPANS, SUBMISSION),
    "chunks.jsonl": ("records", "chunks", SPANS, CHUNKS),
    "chunks.csv": ("records", "chunks", SPANS, CHUNKS),
}


def written(folder: Path, text: str, name: str = "file.run") -> Path:
    """A new file with this text."""
    path = folder / name
    path.write_text(text, newline="")
    return path


def documents(run: rp.Run) -> list[str]:
    """The documents of a run in the order in which they are read."""
    return run.results["document"].to_list()


@pytest.mark.parametrize("named", [False, True], ids=["recognised", "named"])
@pytest.mark.parametrize("sample", SAMPLES)
def test_what_is_read(sample: str, named: bool) -> None:
    format, name, columns, rows = SAMPLES[sample]
    run = rp.read_run(DATA / sample, format if named else None)
    assert (run.format, run.name, run.source) == (format, name, str(DATA / sample))
    assert run.results.columns == columns
    assert run.results.rows() == rows
    assert run.topics == ["01", "02"]
    assert run.has_spans == (format != "trec")


def test_every_format_has_a_sample() -> None:
    assert {format for format, *_ in SAMPLES.values()} == set(FORMATS)


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("format", FORMATS)
def test_the_wrong_format_is_refused(sample: str, format: str) -> None:
    if format != SAMPLES[sample][0]:
        with pytest.raises(rp.ReadpathError, match=sample):
            rp.read_run(DATA / sample, format)


def test_unknown_formats_and_files_in_none() -> None:
    with pytest.raises(rp.ReadpathError, match=r"^unknown format 'inexx'; did you mean inex or"):
        rp.read_run(DATA / "inex.run", "inexx")
    with pytest.raises(rp.ReadpathError) as error:
        rp.read_run(DATA / "trec.qrels")
    assert str(error.value) == (
        f"{DATA}/trec.qrels:1: in none of the formats inex-xml, records, inex, trec: "
        "'01 0 tides 2'; name one with format"
    )


def test_a_run_may_be_given_another_name() -> None:
    assert rp.read_run(DATA / "inex.run", name="neap").name == "neap"
    assert rp.read_run([{"topic": "1", "document": "d"}]).name == "run"
    assert rp.read_run([{"topic": "1", "document": "d"}], name="neap").name == "neap"


@pytest.mark.parametrize("file", ["a.v2.csv", "a.v2.csv.gz"])
def test_records_are_named_after_their_file(file: str, tmp_path: Path) -> None:
    assert rp.read_run(written(tmp_path, "topic,document\n1,d\n", file)).name == "a.v2"


def test_several_run_names_are_noted(tmp_path: Path) -> None:
    run = rp.read_run(written(tmp_path, "01 Q0 a 1 3 ebb\n02 Q0 a 1 3 neap\n"))
    assert run.name == "ebb"
    assert run.notes == (
        f"{tmp_path}/file.run: holds 2 run names (ebb, neap …); all lines are read as one run, ebb",
    )


def test_a_result_of_no_length_is_an_entry_point() -> None:
    assert rp.read_run(DATA / "inex.run").spans.lengths.tolist() == [40, 20, 0, 35, 0]


@pytest.mark.parametrize("place", ["X 18", "-1 18", "X 0", "-1 -1"])
def test_an_element_that_does_not_exist(place: str, tmp_path: Path) -> None:
    text = f"01 Q0 tides 1 2.5 ebb {place}\n01 Q0 buoys 2 1.5 ebb {place}\n"
    run = rp.read_run(written(tmp_path, text))
    assert run.results.select("start", "end").rows() == [(-1, -1), (-1, -1)]
    assert run.notes == (
        f"{tmp_path}/file.run:1: the element of document tides does not exist; it retrieves "
        "nothing (2 such lines)",
    )


def test_x_is_an_ordinary_word_elsewhere(tmp_path: Path) -> None:
    run = rp.read_run(written(tmp_path, "X Q0 X 1 2.5 X X 18\nX Q0 -1 2 1.5 X 3 4\n"))
    assert run.name == "X"
    assert run.results.rows() == [("X", "X", 1, 2.5, -1, -1), ("X", "-1", 2, 1.5, 3, 7)]


IN_FILE_ORDER = "01 Q0 low 1 1 ebb 0 9\n01 Q0 high 2 3 ebb 0 9\n01 Q0 mid 3 2 ebb 0 9\n"
RECORDS = "topic,document,score,rank\n1,low,1,2\n1,high,3,3\n1,mid,2,1\n"


@pytest.mark.parametrize(
    ("text", "order", "expected"),
    [
        (IN_FILE_ORDER, None, ["low", "high", "mid"]),
        (IN_FILE_ORDER, "score", ["high", "mid", "low"]),
        (IN_FILE_ORDER.replace(" 0 9", ""), None, ["high", "mid", "low"]),
        (IN_FILE_ORDER.replace(" 0 9", ""), "file", ["low", "high", "mid"]),
        (RECORDS, None, ["mid", "low", "high"]),
        (RECORDS, "rank", ["mid", "low", "high"]),
        (RECORDS, "file", ["low", "high", "mid"]),
        (RECORDS, "score", ["high", "mid", "low"]),
        (RECORDS.replace("rank", "note"), None, ["low", "high", "mid"]),
    ],
)
def test_what_ranks_the_results(
    text: str, order: Order | None, expected: list[str], tmp_path: Path
) -> None:
    run = rp.read_run(written(tmp_path, text), order=order)
    assert documents(run) == expected
    assert run.results["rank"].to_list() == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "order", "message"),
    [
        (IN_FILE_ORDER, "rank", r"file.run: has no rank to order the results by"),
        (IN_FILE_ORDER, "bm25", r"unknown order 'bm25'; known: file, rank, score"),
        ("topic,document\n1,d\n", "score", r"file.run: has no score to order the results by"),
        ("topic,document,rank\n1,d,\n1,e,1\n", "rank", r"file.run:2: the rank is missing"),
        ("topic,document,score\n1,d,\n1,e,1\n", "score", r"file.run:2: the score is missing"),
    ],
)
def test_orders_that_cannot_be_had(text: str, order: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(rp.ReadpathError, match=f"{message}$"):
        rp.read_run(written(tmp_path, text), order=cast(Order, order))


def test_a_missing_rsv_cannot_order_a_submission(tmp_path: Path) -> None:
    text = (DATA / "submission.xml").read_text().replace("<rsv>1.5</rsv>", "")
    with pytest.raises(rp.ReadpathError, match="score is missing"):
        rp.read_run(written(tmp_path, text), order="score")


def trec_eval_order(scores: dict[str, float]) -> list[str]:
    """How trec_eval ranks documents, told by the reciprocal rank of each when it alone is relevant."""
    pytrec_eval = pytest.importorskip("pytrec_eval")
    judged = {name: {name: 1} for name in scores}
    evaluator = pytrec_eval.RelevanceEvaluator(judged, {"recip_rank"})
    found = evaluator.evaluate(dict.fromkeys(scores, scores))
    return sorted(scores, key=lambda name: -found[name]["recip_rank"])


def test_scores_are_compared_as_trec_eval_does(tmp_path: Path) -> None:
    """In single precision; documents of equal score by descending name."""
    scores = {"a": 1.0, "b": 1.00000000001, "c": 1.0, "d": 1.001, "10": 1.0, "9": 1.0, "é": 1.0}
    text = "".join(f"1 Q0 {name} 0 {score!r} ebb\n" for name, score in scores.items())
    expected = ["d", "é", "c", "b", "a", "9", "10"]
    assert documents(rp.read_run(written(tmp_path, text))) == expected
    assert trec_eval_order(scores) == expected


def test_scores_beyond_single_precision(tmp_path: Path) -> None:
    text = "1 Q0 a 1 -1e300 ebb\n1 Q0 b 2 1e300 ebb\n1 Q0 c 3 1e-300 ebb\n1 Q0 d 4 inf ebb\n"
    assert documents(rp.read_run(written(tmp_path, text))) == ["d", "b", "c", "a"]


def test_passages_of_equal_score_stand_by_document_then_start() -> None:
    places = [("a", 5), ("b", 9), ("a", 2), ("b", 1)]
    rows = [{"topic": "1", "document": d, "start": s, "length": 1, "score": 1} for d, s in places]
    run = rp.read_run(rows, order="score")
    assert run.results.select("document", "start").rows() == [
        ("b", 1),
        ("b", 9),
        ("a", 2),
        ("a", 5),
    ]


def test_equal_ranks_keep_the_order_of_the_file() -> None:
    run = rp.read_run([{"topic": "1", "document": name, "rank": 1} for name in "bac"])
    assert documents(run) == ["b", "a", "c"]


def test_topics_that_come_again_are_joined_and_noted(tmp_path: Path) -> None:
    text = "".join(f"{t} Q0 {d} 0 1 ebb 0 9\n" for t, d in zip("121321", "abcdef", strict=True))
    run = rp.read_run(written(tmp_path, text))
    assert run.topics == ["1", "2", "3"]
    assert run.results.select("topic", "document", "rank").rows() == [
        ("1", "a", 1), ("1", "c", 2), ("1", "f", 3), ("2", "b", 1), ("2", "e", 2), ("3", "d", 1)
    ]  # fmt: skip
    again = "comes again after other topics; its results are read on from where they stopped"
    assert run.notes == (
        f"{tmp_path}/file.run:3: topic 1 {again}",
        f"{tmp_path}/file.run:5: topic 2 {again}",
    )


ODD_NAMES = ["007", "7", "1e5", "1.0", "-1", "NaN", "null", "True", "X", "Q0", "tidé", "海", "𝄞"]
ODD_NAMES += ['"quoted"', "Paris,_Texas", "a:b", "#hash", "a\u00a0b", "a\u2028b", "a\x0bb", "\\N"]
NOT_IN_XML = ("inex-xml", "a\x0bb")


def as_csv(*fields: object) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(fields)
    return out.getvalue()


ONE_RESULT: dict[str, Callable[[str], str]] = {
    "inex": lambda name: f"{name} Q0 {name} 1 0.5 ebb 3 4\n",
    "trec": lambda name: f"{name} Q0 {name} 1 0.5 ebb\n",
    "inex-xml": lambda name: (
        f"<inex-submission run-id='ebb'><topic topic-id={quoteattr(name)}><result>"
        f"<file>{escape(name)}</file><fol offset='3' length='4'/></result></topic></inex-submission>"
    ),
    "jsonl": lambda name: json.dumps({"topic": name, "document": name, "start": 3, "end": 7}),
    "csv": lambda name: as_csv("topic", "document", "start", "end") + as_csv(name, name, 3, 7),
}


@pytest.mark.parametrize(
    ("format", "name"), [pair for pair in product(ONE_RESULT, ODD_NAMES) if pair != NOT_IN_XML]
)
def test_names_are_kept_as_they_are(format: str, name: str, tmp_path: Path) -> None:
    run = rp.read_run(written(tmp_path, ONE_RESULT[format](name)))
    assert (run.topics, documents(run)) == ([name], [name])


NAMES = st.one_of(
    st.sampled_from(ODD_NAMES),
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=6),
)
RESULTS = st.lists(
    st.tuples(NAMES, NAMES, st.integers(0, 10**10), st.integers(0, 10**9)), min_size=1, max_size=8
)


@given(rows=RESULTS, scores=st.lists(st.floats(allow_nan=False), min_size=8, max_size=8))
@example(rows=[("007", "é", 0, 0), ("7", "é", 10**10, 10**9)], scores=[5e-324, -0.0] * 4)
@settings(deadline=None, max_examples=100)
def test_a_line_is_a_result(
    rows: list[tuple[str, str, int, int]],
    scores: list[float],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Whatever stands in the columns of an INEX run is found in the table."""
    lines = [
        f"{topic} Q0 {document} 0 {score!r} ebb {start} {length}\n"
        for (topic, document, start, length), score in zip(rows, scores, strict=False)
    ]
    path = written(tmp_path_factory.getbasetemp(), "".join(lines))
    found = rp.read_run(path, "inex").results.select("topic", "document", "score", "start", "end")
    expected = [(t, d, x, s, s + n) for (t, d, s, n), x in zip(rows, scores, strict=False)]
    topics = list(dict.fromkeys(row[0] for row in rows))
    assert found.rows() == sorted(expected, key=lambda row: topics.index(row[0]))
