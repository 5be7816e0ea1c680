"""Statistics of judgments, counted again from the judgments one document at a time."""

from __future__ import annotations

import json
import statistics as plain
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

import readpath as rp
from readpath import demo

QRELS = """\
1 Q0 a 300 1000 40 50:100 700:200
1 Q0 b 0 500 -1
1 Q0 c 500 500 0 0:500
2 Q0 a 10 1000 1200 990:10
2 Q0 d 0 400 -1
2 Q0 e 5 2600 2500 2595:5
"""


@pytest.fixture
def judged(tmp_path: Path) -> rp.Statistics:
    """Two topics with three documents each."""
    file = tmp_path / "some.qrels"
    file.write_text(QRELS)
    return rp.statistics(file)


def test_topics_are_counted(judged: rp.Statistics) -> None:
    assert judged.by_topic.rows() == [("1", 3, 2, 3, 800), ("2", 3, 2, 2, 15)]


def test_table_1_summarises_topics(judged: rp.Statistics) -> None:
    rows = {row["what"]: row for row in judged.topics.iter_rows(named=True)}
    assert rows["judged documents"]["total"] == 6
    assert rows["highlighted characters"] == {
        "what": "highlighted characters", "total": 815, "topics": 2, "min": 15, "max": 800,
        "median": 407.5, "mean": 407.5, "st.dev.": pytest.approx(plain.stdev([15, 800])),
    }  # fmt: skip


def test_documents_tell_where_the_relevant_text_stands(judged: rp.Statistics) -> None:
    assert judged.by_document.drop("topic", "length").rows() == [
        ("a", 2, 300, 40, 50, -10, 0.3),
        ("c", 1, 500, 0, 0, 0, 1.0),
        ("a", 1, 10, 1200, 990, 210, 0.01),
        ("e", 1, 5, 2500, 2595, -95, 5 / 2600),
    ]


def test_table_2_summarises_relevant_documents(judged: rp.Statistics) -> None:
    rows = {row["what"]: row for row in judged.documents.iter_rows(named=True)}
    distance = rows["entry point less first relevant character"]
    assert distance["number"] == 4
    assert distance["median"] == -5
    assert distance["mean"] == 105 / 4
    assert distance["st.dev."] == pytest.approx(plain.stdev([-10, 0, 210, -95]))
    assert rows["highlighted share of the document, %"]["max"] == 100


def test_figures(judged: rp.Statistics) -> None:
    assert judged.passages.rows() == [(1, 3), (2, 1)]
    assert judged.entry_points.rows() == [(0, 1000, 2), (1000, 2000, 1), (2000, 3000, 1)]
    assert judged.first_relevant.rows() == [(0, 1000, 3), (1000, 2000, 0), (2000, 3000, 1)]
    assert judged.entry_and_first.rows() == [
        (0, 0, 1),
        (40, 50, 1),
        (1200, 990, 1),
        (2500, 2595, 1),
    ]
    shares = {row[0]: row[2] for row in judged.fractions.rows()}
    assert shares == {0: 2, 10: 0, 20: 0, 30: 1, 40: 0, 50: 0, 60: 0, 70: 0, 80: 0, 90: 1}


def test_whole_documents_have_no_passages_and_no_places(tmp_path: Path) -> None:
    file = tmp_path / "trec.qrels"
    file.write_text("1 0 a 1\n1 0 b 0\n2 0 a 2\n2 0 c -1\n")
    judged = rp.statistics(file)
    assert judged.topics["what"].to_list() == ["judged documents", "relevant documents"]
    assert judged.topics["total"].to_list() == [4, 2]
    assert judged.documents.is_empty()
    assert judged.entry_points.rows() == [(0, 1000, 0)]
    assert "per topic" in str(judged)


def test_records_without_lengths_and_entry_points() -> None:
    judged = rp.statistics([{"topic": "1", "document": "a", "start": 5, "end": 9}])
    assert judged.documents["what"].to_list() == ["first relevant character"]
    assert judged.by_document["fraction"].to_list() == [None]
    assert judged.topics["st.dev."].is_null().all()
    assert "–" in str(judged)


def test_the_demonstration_counted_one_by_one() -> None:
    judgments = demo.judgments()
    judged = rp.statistics(judgments)
    for topic, documents, relevant, passages, characters in judged.by_topic.rows():
        rows = judgments.documents.filter(topic=topic)
        marks = judgments.highlights.filter(topic=topic)
        assert (documents, relevant) == (len(rows), len(rows.filter(pl.col("relevant") > 0)))
        assert (passages, characters) == (len(marks), (marks["end"] - marks["start"]).sum())
    firsts = [
        judgments.highlights.filter(topic=row["topic"], document=row["document"])["start"].min()
        for row in judged.by_document.iter_rows(named=True)
    ]
    assert judged.by_document["first_relevant"].to_list() == firsts
    assert judged.passages["documents"].sum() == len(judged.by_document)
    assert judged.fractions["documents"].sum() == len(judged.by_document)


def test_passages_that_mark_nothing_are_told(tmp_path: Path) -> None:
    file = tmp_path / "odd.qrels"
    file.write_text("1 Q0 a 10 100 0 0:10 50:0\n")
    judged = rp.statistics(file)
    assert "passage 50:0 marks no character" in str(judged)
    assert json.loads(judged.json())["notes"] == judged.remarks


def test_passages_are_counted_as_the_judgments_came_where_that_is_known() -> None:
    judgments = demo.judgments()
    first = pl.int_range(pl.len()) == 0
    marks = judgments.highlights.group_by("topic", "document").len("passages")
    documents = judgments.documents.drop("passages", strict=False).join(
        marks, on=["topic", "document"], how="left", maintain_order="left"
    )
    counted = pl.col("passages").fill_null(0).cast(pl.Int64) + first.cast(pl.Int64) * 2
    judged = rp.statistics(replace(judgments, documents=documents.with_columns(counted)))
    assert judged.by_topic["passages"].sum() == len(judgments.highlights) + 2
    assert judged.remarks[0] == ("2 of 102 passages mark no character, or touch or overlap another")


def test_tables_for_people(judged: rp.Statistics) -> None:
    assert "| highlighted characters | 815 | 2 | 15 | 800 | 407.5 | 407.5 | 555.1 |" in (
        judged.markdown()
    )
    assert r"highlighted characters & 815 & 2 & 15 & 800 & 407.5" in judged.latex("topics")
    assert " from     to  documents\n    0  1,000          2" in judged.rendered(
        "table", ["entry-points"]
    )
    assert "<td>highlighted passages</td><td>5</td>" in judged._repr_html_()
    for name, frame in judged.frames.items():
        assert judged.csv(name).splitlines()[0] == ",".join(frame().columns)
