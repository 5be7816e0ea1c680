"""Records: Python objects, tables and files of chunks and evidence, as libraries give them out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import polars as pl
import pytest

import readpath as rp

DATA = Path(__file__).parent / "data"

Record = dict[str, Any]
Records = list[Record]

COAST: Record = {"topic": "01", "document": "pharos", "start": 4, "end": 13, "score": 0.8}
SMOKE: Record = {"topic": "01", "document": "pharos", "start": 340, "end": 352, "score": 0.5}
CHUNKS: Records = [COAST, SMOKE, {**COAST, "topic": "007", "start": 7, "end": 7}]
NESTED: Records = [
    {
        "topic": "01",
        "page_content": "The coast",
        "metadata": {"source": "pharos", "start_index": 4},
    },
    {"topic": "01", "page_content": "by day", "metadata": {"source": "tides", "start_index": 346}},
]


def pandas_frame(records: Records, _: Path) -> object:
    return pytest.importorskip("pandas").DataFrame(records)


def polars_frame(records: Records, _: Path) -> object:
    return pl.DataFrame(records)


def parquet(records: Records, folder: Path) -> object:
    pl.DataFrame(records).write_parquet(folder / "file")
    return folder / "file"


def json_lines(records: Records, folder: Path) -> object:
    (folder / "file").write_text("\n".join(map(json.dumps, records)))
    return folder / "file"


def json_array(records: Records, folder: Path) -> object:
    (folder / "file").write_text(json.dumps(records, indent=2))
    return folder / "file"


def csv_file(records: Records, folder: Path) -> object:
    pl.DataFrame(records).write_csv(folder / "file")
    return folder / "file"


def tsv_file(records: Records, folder: Path) -> object:
    pl.DataFrame(records).write_csv(folder / "file", separator="\t")
    return folder / "file"


CONTAINERS: dict[str, Callable[[Records, Path], object]] = {
    "list": lambda records, _: records,
    "tuple": lambda records, _: tuple(records),
    "Polars": polars_frame,
    "pandas": pandas_frame,
    "Parquet": parquet,
    "JSON lines": json_lines,
    "JSON array": json_array,
}
FLAT = CONTAINERS | {"CSV": csv_file, "TSV": tsv_file}


def results(data: object) -> list[tuple[str, str, int, int]]:
    """A run as topic, document, start and end."""
    run = rp.read_run(cast(Records, data))
    return run.results.select("topic", "document", "start", "end").rows()


@pytest.mark.parametrize("container", FLAT)
def test_one_run_from_every_container(container: str, tmp_path: Path) -> None:
    data: Any = FLAT[container](CHUNKS, tmp_path)
    run = rp.read_run(data)
    assert run.results.select("topic", "document", "rank", "start", "end", "score").rows() == [
        ("01", "pharos", 1, 4, 13, 0.8),
        ("01", "pharos", 2, 340, 352, 0.5),
        ("007", "pharos", 1, 7, 7, 0.8),
    ]


@pytest.mark.parametrize("container", CONTAINERS)
def test_nested_fields_in_every_container(container: str, tmp_path: Path) -> None:
    assert results(CONTAINERS[container](NESTED, tmp_path)) == [
        ("01", "pharos", 4, 13),
        ("01", "tides", 346, 352),
    ]


@pytest.mark.parametrize("container", FLAT)
def test_judgments_and_chunkings_from_every_container(container: str, tmp_path: Path) -> None:
    data: Any = FLAT[container](CHUNKS, tmp_path)
    assert rp.read_judgments(data).highlights.rows() == [
        ("01", "pharos", 4, 13),
        ("01", "pharos", 340, 352),
    ]
    assert rp.read_chunking(data).table.rows() == [
        ("pharos", 4, 13),
        ("pharos", 340, 352),
        ("pharos", 7, 7),
    ]


def test_identifiers_are_text() -> None:
    rows = [{"topic": topic, "document": 7} for topic in (1, "1", "01", 2**70)]
    assert rp.read_run(rows).results.select("topic", "document").rows() == [
        ("1", "7"), ("1", "7"), ("01", "7"), (str(2**70), "7")
    ]  # fmt: skip


def test_the_end_may_be_told_by_a_length_or_by_the_text_itself() -> None:
    """Text is measured in code points: 𝄞 is one, and so are é and a line end."""
    base = {"topic": "01", "document": "d", "start": 5}
    rows = [{**base, "length": 3}, {**base, "text": "𝄞é\n"}, {**base, "end": 8}]
    assert [end for *_, end in results(rows)] == [8, 8, 8]


def test_a_record_says_more_than_the_objects_in_it() -> None:
    rows = [{**COAST, "metadata": {"start": 99, "document": "inner", "topic": "inner"}}]
    assert results(rows) == [("01", "pharos", 4, 13)]


def test_the_plainest_of_several_names_wins() -> None:
    """`file_path` and `source` often name a folder on somebody's disk beside a proper name."""
    row = {**COAST, "query": "where?", "source": "/tmp/x", "file_path": "/tmp/y", "start_index": 99}
    assert results([row]) == [("01", "pharos", 4, 13)]


def test_text_that_does_not_fill_its_span_is_noted() -> None:
    run = rp.read_run([COAST, {**COAST, "text": "Thé coast"}, {**COAST, "end": 14, "text": "Thé"}])
    assert run.notes == (
        "records:3: the text has 3 characters, but its span goes from 4 to 14; offsets must count "
        "characters (code points), not bytes or tokens",
    )


def test_records_without_places_are_whole_documents() -> None:
    run = rp.read_run([{"topic": "1", "document": "a", "text": "words"}])
    assert not run.has_spans


@pytest.mark.parametrize("field", ["end", "end_index"])
def test_an_end_without_a_start_is_no_whole_document(field: str) -> None:
    with pytest.raises(rp.ReadpathError, match="no field says where the text lies; give start"):
        rp.read_run([{"topic": "1", "document": "a", field: 9}])


LOST = (
    "this chunk's place in document pharos is not known. Let the splitter record offsets "
    "(LangChain: add_start_index=True), or leave the chunk out"
)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start": -1}, f"start is -1: {LOST}"),
        ({"start": None}, f"start is None: {LOST}"),
        ({"start": -5}, "start -5 is negative; offsets count from 0"),
        ({"start": "four"}, "start 'four' is not a whole number"),
        ({"start": 4.5}, "start 4.5 is not a whole number"),
        ({"start": float("inf")}, "start inf is not a whole number"),
        ({"end": 3}, "length -1 is negative"),
        ({"end": None}, "start 4 has no end, length or text beside it"),
        ({"score": float("nan")}, "score is NaN"),
        ({"score": "NaN"}, "score is NaN"),
        ({"score": "high"}, "score 'high' is not a number"),
        ({"topic": None}, "the topic is missing"),
        ({"document": ""}, "the document is missing"),
    ],
)
def test_wrong_values_are_refused_with_their_record(change: Record, message: str) -> None:
    with pytest.raises(rp.ReadpathError) as error:
        rp.read_run([{**COAST, **change}])
    assert str(error.value) == f"records:1: {message}"


def test_evidence_without_a_place_is_judged_and_not_relevant() -> None:
    judgments = rp.read_judgments([COAST, {"topic": "01", "document": "tides"}])
    assert judgments.documents.select("document", "grade").rows() == [("pharos", 1), ("tides", 0)]


@pytest.mark.parametrize(
    "record",
    [
        {"topic": "01", "document": "tides"},
        {"topic": "01", "document": "tides", "text": "Smoke by day"},
        {"question": "where?", "document": "pharos", "answers": [{"answer_start": 4}]},
    ],
)
def test_evidence_under_unknown_names_is_not_taken_for_none(record: Record) -> None:
    """Else all documents would be judged and none relevant, and every score undefined."""
    with pytest.raises(rp.ReadpathError, match=r"grade|start"):
        rp.read_judgments([record])


LIBRARIES = [json.loads(line) for line in (DATA / "libraries.jsonl").read_text().splitlines()]
"""A chunk [4, 13) of a document as each library gives it out, with all the fields that it writes."""


@pytest.mark.parametrize("given", LIBRARIES, ids=lambda given: given["source"])
def test_runs_from_libraries(given: Record) -> None:
    records = [{"topic": "01", **given["record"]}]
    assert results(records) == [("01", given["document"], 4, 13)]
    assert rp.read_run(records).notes == ()


JUDGED: dict[str, tuple[Record, str]] = {
    "SQuAD, one answer": (
        {"question": "where?", "document": "Pharos", "text": "The coast", "answer_start": 4},
        "Pharos",
    ),
    "LegalBench-RAG, snippet": (
        {"query": "where?", "file_path": "a/b.txt", "span": [4, 13], "answer": "The coast"},
        "a/b.txt",
    ),
    "Chroma chunking evaluation, reference": (
        {"question": "where?", "corpus_id": "p", "start_index": 4, "end_index": 13},
        "p",
    ),
}


@pytest.mark.parametrize("source", JUDGED)
def test_evidence_from_collections(source: str) -> None:
    record, document = JUDGED[source]
    assert rp.read_judgments([record]).highlights.rows() == [("where?", document, 4, 13)]


REFERENCE = {"content": "The coast", "start_index": 4, "end_index": 13}
NOT_FLAT: dict[str, Record] = {
    "Chroma, references": {"question": "q", "references": [REFERENCE], "corpus_id": "pharos"},
    "Chroma, CSV": {"question": "q", "references": json.dumps([REFERENCE]), "corpus_id": "pharos"},
    "LegalBench-RAG, test": {"query": "q", "snippets": [{"file_path": "a", "span": [4, 13]}]},
    "SQuAD, file": {"version": "2.0", "data": [{"title": "Pharos", "paragraphs": []}]},
    "SQuAD, answers": {"question": "q", "document": "d", "answers": [{"answer_start": 4}]},
    "SQuAD, columns": {"question": "q", "document": "d", "text": ["a"], "answer_start": [4]},
    "BEIR, qrels": {"query-id": "1", "corpus-id": "d", "score": 1},
}


@pytest.mark.parametrize("source", NOT_FLAT)
def test_collections_are_read_rightly_or_refused(source: str) -> None:
    """Lists inside records may be unfolded one day; what they mark must never get lost."""
    try:
        judgments = rp.read_judgments([NOT_FLAT[source]])
    except rp.ReadpathError:
        return
    assert judgments.judged.relevant.any()


@pytest.mark.parametrize(
    "record",
    [
        pytest.param({"start": 4, "end": 13, "text": "x", "sources": [{"id": "1"}]}, id="cohere"),
        pytest.param({"start_index": 4, "end_index": 13, "url": "u", "title": "t"}, id="openai"),
        pytest.param({"segment": {"start_index": 4, "end_index": 13, "text": "x"}}, id="gemini"),
    ],
)
def test_offsets_into_an_answer_are_no_run(record: Record) -> None:
    with pytest.raises(rp.ReadpathError, match="no field for the document among"):
        rp.read_run([{"topic": "01", **record}])


def test_offsets_in_bytes_are_noted() -> None:
    """google-genai counts bytes of UTF-8; text with other than ASCII shows it."""
    segment = {"part_index": 0, "start_index": 4, "end_index": 14, "text": "Thé coast"}
    run = rp.read_run([{"topic": "01", "document": "pharos", "segment": segment}])
    assert "the text has 9 characters, but its span goes from 4 to 14" in run.notes[0]


def test_an_answer_in_a_chunk_lies_in_the_document_not_in_the_chunk() -> None:
    """Haystack's ExtractedAnswer counts from the start of the chunk that it was found in."""
    chunk = {"content": "The coast", "meta": {"source_id": "pharos.txt", "split_idx_start": 100}}
    offsets = {"document_offset": {"start": 4, "end": 9}, "context_offset": {"start": 4, "end": 9}}
    record = {"query": "where?", "data": "coast", "score": 0.9, "document": chunk, **offsets}
    try:
        found = results([record])
    except rp.ReadpathError:
        return
    assert found == [("where?", "pharos.txt", 104, 109)]
