"""All chunks of a collection: how they are read, and which of them hold evidence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import readpath as rp

DATA = Path(__file__).parent / "data"

HIGHLIGHTED = [("01", "tides", 10, 20), ("01", "pharos", 0, 5), ("02", "tides", 15, 30)]


def chunking(*chunks: tuple[str, int, int]) -> rp.Chunking:
    """Chunks from Python objects."""
    return rp.read_chunking([{"document": d, "start": s, "end": e} for d, s, e in chunks])


def judgments(*highlights: tuple[str, str, int, int]) -> rp.Judgments:
    """Evidence from Python objects."""
    names = ("topic", "document", "start", "end")
    return rp.read_judgments([dict(zip(names, row, strict=True)) for row in highlights])


@pytest.mark.parametrize("sample", ["chunks.jsonl", "chunks.csv"])
def test_what_is_read(sample: str) -> None:
    """Topics and scores, if there are any, say nothing about the collection."""
    table = rp.read_chunking(DATA / sample).table
    assert table.columns == ["document", "start", "end"]
    assert table.rows() == [("tides", 120, 160), ("buoys", 16, 16), ("pharos", 10, 45)]


def test_the_names_of_splitters_are_known() -> None:
    chunks = [
        {"document": "a", "start_index": 0, "end_index": 4, "text": "Flow", "token_count": 1},
        {"document": "b", "start_index": 4, "end_index": 8, "text": "tide", "token_count": 1},
    ]
    assert rp.read_chunking(chunks).table.rows() == [("a", 0, 4), ("b", 4, 8)]
    langchain = [{"page_content": "tide", "metadata": {"source": "b", "start_index": 4}}]
    assert rp.read_chunking(langchain).table.rows() == [("b", 4, 8)]


@pytest.mark.parametrize("start", [-1, None])
def test_a_chunk_that_its_splitter_lost_is_refused(start: int | None) -> None:
    lost: dict[str, object] = {"document": "tides", "start": start, "end": 19}
    chunks = [{"document": "tides", "start": 0, "end": 9}, lost]
    with pytest.raises(rp.ReadpathError) as error:
        rp.read_chunking(chunks)
    assert str(error.value).startswith(f"chunks:2: start is {start}: ")
    assert "add_start_index=True" in str(error.value)


@pytest.mark.parametrize(
    ("chunk", "message"),
    [
        ({"start": 0, "end": 9}, "chunks: no field for the document among start, end; call it"),
        ({"document": "a", "end": 9}, "chunks: no field says where the text lies; give start"),
        ({"document": "a", "start": 0}, "chunks: no field says where the text lies; give start"),
        ({"document": "", "start": 0, "end": 9}, "chunks:1: the document is missing"),
        ({"document": "a", "start": 9, "end": 0}, "chunks:1: length -9 is negative"),
        ({"document": "a", "start": -3, "end": 9}, "chunks:1: start -3 is negative"),
        ({"document": "a", "start": "x", "end": 9}, "chunks:1: start 'x' is not a whole number"),
    ],
)
def test_what_is_refused(chunk: dict[str, object], message: str) -> None:
    with pytest.raises(rp.ReadpathError) as error:
        rp.read_chunking([chunk])
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("sample", ["inex.run", "trec.qrels", "submission.xml"])
def test_other_formats_hold_no_chunks(sample: str) -> None:
    with pytest.raises(rp.ReadpathError, match=sample):
        rp.read_chunking(DATA / sample)


def test_no_chunks_are_refused() -> None:
    with pytest.raises(rp.ReadpathError, match=r"^chunks: "):
        rp.read_chunking([])


def test_evidence_is_shared_by_topics_and_counted_in_each() -> None:
    found = chunking(
        ("tides", 0, 16), ("tides", 16, 40), ("pharos", 0, 9), ("buoys", 0, 9)
    ).against(judgments(*HIGHLIGHTED))
    assert found.count.tolist() == [3, 2]
    size, inside = found.covered
    assert size.tolist() == [16 + 24 + 9, 40]
    assert inside.tolist() == [15, 15]


def test_a_chunk_that_only_touches_a_highlight_holds_none_of_it() -> None:
    found = chunking(("tides", 0, 10), ("tides", 20, 30), ("tides", 12, 12)).against(
        judgments(("01", "tides", 10, 20))
    )
    assert found.count.tolist() == [0]
    assert [sums.tolist() for sums in found.covered] == [[0], [0]]


def test_chunks_that_overlap_count_each_but_their_text_once() -> None:
    found = chunking(("tides", 0, 15), ("tides", 5, 25), ("tides", 5, 25)).against(
        judgments(("01", "tides", 10, 20))
    )
    assert found.count.tolist() == [3]
    assert [sums.tolist() for sums in found.covered] == [[25], [10]]


def test_measures_ask_for_chunks_that_are_not_given() -> None:
    run = rp.read_run([{"topic": "01", "document": "tides", "start": 0, "end": 9}])
    with pytest.raises(rp.ReadpathError, match="give them with chunks= or --chunks FILE"):
        rp.evaluate(run, judgments(*HIGHLIGHTED), "PrecisionOmega")


SPANS = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(0, 30), st.integers(0, 12)), min_size=1, max_size=6
)


@given(chunks=SPANS, marks=st.lists(SPANS, min_size=1, max_size=3))
@settings(deadline=None, max_examples=100)
def test_evidence_chunks_are_those_of_single_characters(
    chunks: list[tuple[str, int, int]], marks: list[list[tuple[str, int, int]]]
) -> None:
    """Counted with sets of characters, for each topic on its own."""

    def characters(spans: list[tuple[str, int, int]]) -> set[tuple[str, int]]:
        return {(d, at) for d, start, length in spans for at in range(start, start + length)}

    rows = [(f"t{n}", d, s, s + length) for n, topic in enumerate(marks) for d, s, length in topic]
    found = chunking(*((d, s, s + length) for d, s, length in chunks)).against(judgments(*rows))
    for number, topic in enumerate(marks):
        wanted = characters(topic)
        holding = [chunk for chunk in chunks if characters([chunk]) & wanted]
        assert found.count[number] == len(holding)
        assert found.covered[0][number] == len(characters(holding))
        assert found.covered[1][number] == len(characters(holding) & wanted)
