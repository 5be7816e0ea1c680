"""The collection that ships with readpath is whole, and says what it seems to say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import polars as pl
import pytest

from readpath import demo
from readpath.evaluation import evaluate
from readpath.validation import validate

ROOT = Path(__file__).parent.parent
TEXTS = {
    path.stem: "".join(ET.parse(path).getroot().itertext())
    for path in (demo.FOLDER / "collection").glob("*.xml")
}


def within(table: pl.DataFrame) -> bool:
    """Whether every span of a table lies in the text of its document."""
    return all(
        0 <= row["start"] <= row["end"] <= len(TEXTS[row["document"]])
        for row in table.iter_rows(named=True)
    )


def test_size() -> None:
    assert len(TEXTS) == 40
    assert len(demo.judgments().topics) == 12
    assert all(len(text) > 500 for text in TEXTS.values())


def test_judgments_fit_the_texts() -> None:
    judgments = demo.judgments()
    assert judgments.notes == ()
    assert within(judgments.highlights)
    for row in judgments.documents.iter_rows(named=True):
        assert row["length"] == len(TEXTS[row["document"]])
        assert (row["entry_point"] is None) == (row["relevant"] == 0)


def test_highlights_begin_and_end_at_words() -> None:
    for row in demo.judgments().highlights.iter_rows(named=True):
        text = TEXTS[row["document"]]
        for border in (row["start"], row["end"]):
            assert not re.fullmatch(r"\w\w", text[max(0, border - 1) : border + 1]), row
        marked = text[row["start"] : row["end"]]
        assert marked == marked.strip()


@pytest.mark.parametrize(
    ("name", "task"),
    [("articles", "in-context"), ("passages", "in-context"), ("entries", "best-in-context")],
)
def test_runs_fit_the_texts_and_their_tasks(name: str, task: str) -> None:
    assert within(demo.run(name).results)
    verdict = validate(demo.FOLDER / f"{name}.run", task, demo.judgments())
    assert (verdict.errors, verdict.notes) == ((), ())


def test_whole_articles_passages_and_entry_points_differ_in_character() -> None:
    articles, passages, entries = demo.runs()
    assert (articles.spans.lengths == [len(TEXTS[d]) for d in articles.table["document"]]).all()
    assert passages.spans.lengths.max() < 1500
    assert (entries.spans.lengths == 0).all()


def test_topics_of_all_files_are_the_same() -> None:
    topics = [topic.attrib["id"] for topic in ET.parse(demo.FOLDER / "topics.xml").getroot()]
    assert topics == demo.judgments().topics
    assert all(run.topics == topics for run in demo.runs())


def test_what_it_shows_is_what_evaluate_says() -> None:
    shown = demo.show()
    for measure in ("AP", "MAiP", "MAgP"):
        scores = evaluate(demo.run("articles"), demo.judgments(), measure)
        assert f"{scores.value('articles', measure):.4f}" in shown


def test_files_are_what_the_assessments_make() -> None:
    build = ROOT / "tools" / "demo" / "build.py"
    done = subprocess.run(
        [sys.executable, build, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
