"""Every measure in the registry against the slow implementation, on thousands of random topics.

Many topics are scored in one call, so that the lists of all of them lie end to end. Results repeat,
overlap, touch, are empty or end past their document; documents come back, are not judged, or are
graded below 0; topics have no relevant text, no results, or no judgments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import get_args

import pytest

import slow
from readpath import Policy
from readpath.errors import RunError
from readpath.measures import ALIASES, DOCUMENT_SCORES, LIST_SCORES
from readpath.reading.policy import Overlap
from slow_effort import EFFORTS, GAINS
from support import (
    ENTRIES,
    Batch,
    Combination,
    Results,
    batch,
    chunking_of,
    combinations,
    firsts,
    judgments_of,
    ranking_of,
    run_of,
    value,
    values,
)

TOLERANCE = 1e-12
STRIDE = 4
"""Each topic is scored with every fourth measure, neighbours with different ones, to save time."""

OF_TEXT = {"P", "R", "F"}
"""Document scores of highlighted text, which judgments of whole documents do not have."""


def in_order_of_reading(measure: Combination) -> bool:
    """Whether a measure depends on the order of reading: see test_effort_against_slow.py."""
    inner = measure.inner
    return measure.outer.effort or measure.outer.name == "T2I" or bool(inner and inner.of == "path")


ALL = [c for c in combinations() if not in_order_of_reading(c)]
OF_ENTRIES = [c.name for c in ALL if c.inner and c.inner.name in ENTRIES]
BY_POLICY = [c.name for c in ALL if c.outer.name in ("iP", "AiP")]
OF_CHUNKS = [c.name for c in ALL if c.kind == "min" or c.outer.name == "PrecisionOmega"]
OF_SPANS = [c.name for c in ALL if c.name not in {*OF_ENTRIES, *OF_CHUNKS}]
OF_DOCUMENTS = [
    c.name
    for c in ALL
    if c.outer.of == "documents" and (not c.inner or c.inner.name not in OF_TEXT)
]


def grades_documents(judged: slow.Topic) -> bool:
    """Whether a topic makes sense among judgments of whole documents."""
    return all(not each.highlights and each.grade is not None for each in judged.values())


def disagreements(
    names: Iterable[str], given: Batch, policy: Policy | None = None, *, text: bool = True
) -> list[tuple[str, str, float | None, float | None]]:
    """Where the package and the slow implementation differ: measure, topic, and both values."""
    names, policy = list(names), policy or Policy()
    run, judgments = run_of(given.answers), judgments_of(given.assessed, text=text)
    found = values(run, judgments, names, policy, chunking_of(given.chunks))
    different = []
    for number, (topic, judged) in enumerate(given.assessed.items()):
        results = list(given.answers[topic])
        chunks = [chunk for chunk in given.chunks if chunk.document in judged]
        for name in names[number % STRIDE :: STRIDE]:
            fast = found[name][topic]
            exact = slow.score(name, results, judged, overlap=policy.overlap, chunks=chunks)
            close = fast is not None and exact is not None and abs(fast - exact) <= TOLERANCE
            if not close and fast is not exact:
                different.append((name, topic, fast, exact))
    return different


def first_blocks(results: Results) -> Results:
    """What is left of results when those that come back to a document are dropped."""
    blocks: dict[str, list[slow.Result]] = {}
    for document, block in groupby(results, key=lambda result: result.document):
        blocks.setdefault(document, list(block))
    return [result for block in blocks.values() for result in block]


@pytest.mark.parametrize("seed", range(3))
def test_measures_of_spans(seed: int) -> None:
    assert disagreements(OF_SPANS, batch(seed, topics=300)) == []


@pytest.mark.parametrize("overlap", ["new", "penalise", "naive", "thorough"])
def test_measures_of_text_that_is_shown_twice(overlap: Overlap) -> None:
    assert disagreements(BY_POLICY, batch(4, topics=600), Policy(overlap=overlap)) == []


@pytest.mark.parametrize("overlap", ["penalise", "naive", "thorough"])
def test_other_measures_count_text_once_whatever_the_policy(overlap: Overlap) -> None:
    names = [name for name in OF_SPANS if name not in BY_POLICY]
    run, judgments = run_of(batch(0).answers), judgments_of(batch(0).assessed)
    assert values(run, judgments, names, Policy(overlap=overlap)) == values(run, judgments, names)


@pytest.mark.parametrize(("seed", "topics", "own"), [(5, 250, True), (6, 25, False)])
def test_measures_that_need_the_chunks_of_the_collection(seed: int, topics: int, own: bool) -> None:
    """Also where several topics are about the same documents."""
    assert disagreements(OF_CHUNKS, batch(seed, topics=topics, own=own)) == []


def test_a_long_list_among_short_ones() -> None:
    """Thirty topics are joined into one."""
    short = batch(14, topics=60, own=True)
    parts = list(short.assessed)[:30]
    results = [result for topic in parts for result in short.answers[topic]]
    judged = {d: each for topic in parts for d, each in short.assessed[topic].items()}
    given = Batch({**short.answers, "t1": results}, {**short.assessed, "t1": judged}, short.chunks)
    names = ["AiP", "AgP(F)", "nDCG@10", "gP(R)", "RR", "bpref", "Recall@50", "IoU@500chars"]
    for start in range(STRIDE):
        assert disagreements(names[start:] + names[:start], given) == []


def test_measures_of_entry_points() -> None:
    assert disagreements(OF_ENTRIES, batch(7, topics=400).with_answers(firsts)) == []


def test_measures_of_graded_documents() -> None:
    given = batch(8, grades_documents).with_answers(firsts)
    assert disagreements(OF_DOCUMENTS, given, text=False) == []


def test_a_ranking_of_documents_scores_like_any_text_of_them() -> None:
    given = batch(9, grades_documents)
    ranked = {t: [r.document for r in firsts(results)] for t, results in given.answers.items()}
    names = [name for name in OF_DOCUMENTS if name not in OF_ENTRIES]
    judgments = judgments_of(given.assessed, text=False)
    assert values(ranking_of(ranked), judgments, names) == values(
        run_of(given.answers), judgments, names
    )


def test_results_that_come_back_to_a_document_can_be_dropped() -> None:
    names = [c.name for c in ALL if c.inner and c.inner.name in OF_TEXT]
    given = batch(10)
    judgments = judgments_of(given.assessed)
    dropped = values(run_of(given.answers), judgments, names, Policy(interleaved="drop"))
    left = given.with_answers(first_blocks)
    assert disagreements(names, left) == []
    assert dropped == values(run_of(left.answers), judgments, names)
    assert dropped != values(run_of(given.answers), judgments, names)


def test_text_that_is_shown_twice_is_refused_where_that_is_forbidden() -> None:
    forbid, refused = Policy(overlap="forbid"), 0
    given = batch(11, topics=60)
    for topic, judged in given.assessed.items():
        results = list(given.answers[topic])
        try:
            expected = slow.score("AiP", results, judged, overlap="forbid")
        except ValueError:
            refused += 1
            with pytest.raises(RunError, match="share text"):
                value("AiP", results, judged, forbid)
        else:
            found = value("AiP", results, judged, forbid)
            assert found == (None if expected is None else pytest.approx(expected, abs=TOLERANCE))
    assert 10 < refused < 50


@pytest.mark.parametrize("name", ALIASES)
def test_aliases(name: str) -> None:
    known = {"MAiP": "AiP", "MAgP": "AgP(F(0.25))", "MAP": "AP", "MRR": "RR"}
    given = batch(12)
    found = values(run_of(given.answers), judgments_of(given.assessed), [name])[name]
    for topic, judged in given.assessed.items():
        expected = slow.score(known.get(name, name), list(given.answers[topic]), judged)
        assert found[topic] == (
            None if expected is None else pytest.approx(expected, abs=TOLERANCE)
        )


def test_the_whole_registry_was_compared() -> None:
    """Here, or with the efforts."""
    assert set(get_args(Overlap)) == {"new", "penalise", "naive", "thorough", "forbid"}
    names = {*OF_SPANS, *OF_CHUNKS, *OF_ENTRIES}
    assert names == {c.name for c in ALL}
    elsewhere = set(re.findall(r"\w+", " ".join([*GAINS, *EFFORTS, "CE NCE ANCE T2I ESL"])))
    assert {c.outer.name for c in ALL} >= set(LIST_SCORES) - elsewhere
    assert {c.inner.name for c in ALL if c.inner} >= set(DOCUMENT_SCORES) - elsewhere
    assert {(c.outer.name, c.kind) for c in ALL} >= {
        (each.name, kind)
        for each in LIST_SCORES.values()
        for kind in each.cutoffs
        if each.name not in elsewhere
    }


@pytest.mark.parametrize("names", [OF_SPANS, OF_CHUNKS, OF_ENTRIES], ids=["s", "c", "e"])
def test_every_comparison_told_something(names: list[str]) -> None:
    """No measure was the same for every topic that it was compared on."""
    given = batch(13, own=True).with_answers(firsts)
    chunking = chunking_of(given.chunks)
    found = values(run_of(given.answers), judgments_of(given.assessed), names, None, chunking)
    assert [name for name in names if len({*found[name].values()} - {None}) < 2] == []


def test_the_topics_were_as_odd_as_promised() -> None:
    given = batch(0)
    pairs = [(given.answers[topic], judged) for topic, judged in given.assessed.items()]
    results = [(r, judged) for results, judged in pairs for r in results]
    assert any(not results for results, _ in pairs)
    assert len(given.assessed) < len(given.answers)
    assert any(len(set(results)) < len(results) for results, _ in pairs)
    assert any(firsts(results) != first_blocks(results) for results, _ in pairs)
    assert any(first_blocks(results) != results for results, _ in pairs)
    assert any(r.start == r.end for r, _ in results)
    assert any(r.end > 60 for r, _ in results)
    assert any(r.document not in judged for r, judged in results)
    assert any((each.grade or 0) < 0 for _, judged in pairs for each in judged.values())
    assert any(not slow.highlighted(judged) for _, judged in pairs)
