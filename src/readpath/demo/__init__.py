"""A small test collection of our own that ships with readpath: finding one's way at sea."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

from readpath.errors import InputError
from readpath.evaluation import evaluate
from readpath.files.source import PathLikeText
from readpath.judgments import Judgments, read_judgments
from readpath.report import table
from readpath.runs import Run, read_run

FOLDER = Path(__file__).parent
FILES = (
    "articles.run",
    "passages.run",
    "entries.run",
    "judgments.qrels",
    "topics.xml",
    "README.md",
)

EFFORT = ("AgP(T2IF(300))", "AgP(T2IF(2000))", "AgP(aveChP)", "ANCE(LE(300))@10")

STEPS = (
    (
        "1. As rankings of articles, the three runs are much alike.",
        ("articles", "passages", "entries"),
        ("P@5", "RR", "AP", "nDCG@10"),
    ),
    (
        "2. How much of the text that they return is relevant? (focused task)",
        ("articles", "passages", "entries"),
        ("iP[0.01]", "iP[0.10]", "MAiP"),
    ),
    (
        "3. And in each article, is it the right part? (relevant in context)",
        ("articles", "passages", "entries"),
        ("gP(P)@5", "gP(R)@5", "MAgP"),
    ),
    (
        "4. Do they send the reader to the right place? (best in context)",
        ("articles", "entries"),
        ("gP(BEP(500))@5", "AgP(BEP(500))"),
    ),
    (
        "5. How much must one read? (patience of 300 and of 2,000 irrelevant characters)",
        ("articles", "passages"),
        EFFORT,
    ),
    (
        "6. And from the place to begin at?",
        ("entries",),
        EFFORT,
    ),
)
"""What the demonstration shows: a sentence, the runs and the measures."""

NEXT = """\
Try next, with these files in a folder of your own:

  readpath demo --save sea
  readpath evaluate sea/judgments.qrels sea/*.run --task in-context --by-topic
  readpath evaluate sea/judgments.qrels sea/passages.run --task effort --baseline
  readpath path sea/judgments.qrels sea/passages.run --topic 01
  readpath evaluate sea/judgments.qrels sea/passages.run -m Recall@150words --texts sea/texts.jsonl
  readpath validate sea/passages.run --task focused
  readpath convert sea/passages.run passages.jsonl
  readpath measures
"""


def judgments() -> Judgments:
    """What is relevant for the twelve topics."""
    return read_judgments(FOLDER / "judgments.qrels")


def runs() -> list[Run]:
    """Three runs: whole articles, passages, entry points."""
    return [run(name) for name in ("articles", "passages", "entries")]


def run(name: str) -> Run:
    """One of the three runs."""
    return read_run(FOLDER / f"{name}.run")


def texts() -> dict[str, str]:
    """The text of each article: all character data of its XML."""
    files = sorted((FOLDER / "collection").glob("*.xml"))
    return {file.stem: "".join(ElementTree.parse(file).getroot().itertext()) for file in files}


def show() -> str:
    """The three runs evaluated in six ways, and what to try next."""
    judged = judgments()
    lines = [
        f"Forty articles on finding one's way at sea, {len(judged.topics)} topics, and "
        f"{len(judged.highlights)} passages highlighted as relevant.",
        "The same search engine made three runs: whole articles, their best paragraphs, and only",
        "the place where one should begin to read.",
        "",
    ]
    for title, names, measures in STEPS:
        reading = "entry" if names == ("entries",) else "document"
        scores = evaluate(map(run, names), judged, measures, reading=reading)
        lines += [title, "", table.render(scores, by_topic=False)]
    return "\n".join([*lines, NEXT])


def save(folder: PathLikeText) -> list[Path]:
    """Copy the collection's files to a new folder."""
    target = Path(folder)
    if target.exists():
        raise InputError("is there already; name a new folder", source=str(folder))
    shutil.copytree(FOLDER / "collection", target / "collection")
    with (target / "texts.jsonl").open("w", encoding="utf-8") as out:
        for name, text in texts().items():
            out.write(json.dumps({"document": name, "text": text}, ensure_ascii=False) + "\n")
    return [Path(shutil.copy(FOLDER / name, target / name)) for name in FILES]
