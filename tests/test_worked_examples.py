"""Numbers that papers print, and small examples worked out by hand.

Papers: Kamps, Lalmas & Pehcevski (2007), Evaluating Relevant in Context; Kamps et al. (2008),
Overview of the INEX 2008 Ad Hoc Track; Arvola, Kekäläinen & Junkkari (2010), Expected reading effort
in focused retrieval evaluation. What names none of them is worked out here, step by step.
"""

from __future__ import annotations

from math import log2

import pytest

import slow
from readpath import Policy
from readpath.errors import RunError
from readpath.reading.policy import Interleaved, Overlap
from support import chunking_of, judgments_of, marked, ranking_of, run_of, shown, value, values


def close(expected: float) -> object:
    """A number worked out in other steps may differ in its last digits."""
    return pytest.approx(expected, abs=1e-12)


# Focused task


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("iP[0.00]", 1),
        ("iP[0.10]", 1),
        ("iP[0.11]", 60 / 70),
        ("iP[0.60]", 60 / 70),
        ("iP[0.61]", 0),
        ("AiP", (11 * 1 + 50 * 60 / 70) / 101),
    ],
)
def test_interpolated_precision_is_the_best_at_or_after_a_level(name: str, expected: float) -> None:
    """P is 10/10, 10/20, 60/70 and R 0.1, 0.1, 0.6 after the three results."""
    judged = {"a": marked((0, 100))}
    assert value(name, shown("a:0-10 b:0-10 a:10-60"), judged) == close(expected)


def test_the_best_precision_may_come_later() -> None:
    """P is 5/10, then 95/100."""
    results, judged = shown("a:5-15 a:15-105"), {"a": marked((10, 105))}
    assert value("iP[0.01]", results, judged) == close(95 / 100)


def test_a_level_of_recall_is_reached_exactly() -> None:
    """In doubles, floor(100.0 · recall) is one too low for three levels, as in the official program."""
    run = run_of({str(level): shown(f"a:0-{level}") for level in range(101)})
    judgments = judgments_of({str(level): {"a": marked((0, 100))} for level in range(101)})
    names = [f"iP@{level / 100:.2f}" for level in range(101)]
    floors = [name.replace("@", "(levels='floor')@") for name in names]
    found = values(run, judgments, [*names, *floors, "AiP", "AiP(levels='floor')"])
    for level in range(1, 101):
        reached, low = level + 1, level in (29, 57, 58)
        recalls = [1] * reached + [0] * (101 - reached)
        assert [found[name][str(level)] for name in names] == recalls
        assert found["AiP"][str(level)] == close(reached / 101)
        recalls[level] -= low
        assert [found[name][str(level)] for name in floors] == recalls
        assert found["AiP(levels='floor')"][str(level)] == close((reached - low) / 101)
    assert {found[name]["0"] for name in found} == {0}


@pytest.mark.parametrize(
    ("overlap", "expected"),
    [
        ("new", 20 / (5 + 5 + 5 + 0 + 10)),
        ("penalise", 20 / (5 + 10 + 5 + 5 + 10)),
        ("naive", (5 + 10 + 10) / (5 + 10 + 5 + 5 + 10)),
        ("thorough", 20 / (5 + 5 + 5 + 5 + 10)),
    ],
)
def test_text_that_is_shown_twice_counts_by_the_policy(overlap: Overlap, expected: float) -> None:
    """a is shown twice and relevant, b is shown twice and not; all is found after the last result."""
    results = shown("a:0-5 a:0-10 b:0-5 b:0-5 c:0-10")
    judged = {"a": marked((0, 10)), "c": marked((0, 10))}
    assert value("iP@1", results, judged, Policy(overlap=overlap)) == close(expected)


def test_text_that_is_shown_twice_can_be_forbidden() -> None:
    message = "topic t, document a: the results at ranks 1 and 3 share text"
    with pytest.raises(RunError, match=message):
        value("iP@1", shown("a:0-5 b:0-5 a:4-10"), {"a": marked((0, 10))}, Policy(overlap="forbid"))


# Relevant in context


@pytest.mark.parametrize(
    ("results", "expected"),
    [("d:32-55", 0), ("d:0-55", 54 / 82), ("d:23-45", 8 / 49)],
    ids=["first document, printed 0", "whole document, printed 0.66", "second, printed 0.16"],
)
def test_f_of_the_documents_of_55_characters(results: str, expected: float) -> None:
    """Arvola et al. (2010): characters 1–27 are relevant; 33–55, all, or 24–45 are retrieved."""
    assert value("gP(F(1))@1", shown(results), {"d": marked((0, 27))}) == close(expected)


@pytest.mark.parametrize(
    ("beta", "expected"),
    [("1", 2 * 0.5 * 0.25 / 0.75), ("0.25", 1.0625 * 0.5 * 0.25 / (0.0625 * 0.5 + 0.25))],
)
def test_f_weighs_precision_and_recall(beta: str, expected: float) -> None:
    """Of 20 characters returned 10 are among the 40 highlighted: P 0.5, R 0.25."""
    judged = {"d": marked((10, 30), (40, 60))}
    assert value(f"gP(F({beta}))@1", shown("d:0-20"), judged) == close(expected)


OWN = {"d1": marked((0, 5)), "d3": marked((0, 10)), "d4": marked((0, 1)), "d5": marked((0, 9))}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("AgP(P)", (0.5 + 0.5) / 4),
        ("AgP(P)@2", 0.5 / 4),
        ("gP(P)@1", 0.5),
        ("gP(P)@2", 0.25),
        ("gP(P)@3", 0.5),
        ("gP(P)@5", 1.5 / 5),
        ("gP(P, short='last')@5", 1.5 / 3),
        ("gP(P)@R", 1.5 / 4),
        ("gP(P)", 1.5 / 3),
        ("gR@1", 1 / 4),
        ("gR@3", 2 / 4),
        ("gR@5", 2 / 4),
    ],
)
def test_lists_of_documents_that_score_a_half_nothing_and_one(name: str, expected: float) -> None:
    """Ranks 1 and 3 hold two of the four relevant documents."""
    assert value(name, shown("d1:0-10 d2:0-10 d3:0-10"), OWN) == close(expected)


@pytest.mark.parametrize(("policy", "expected"), [("merge", 1), ("drop", 0.5)])
def test_a_document_that_comes_back_is_merged_or_dropped(
    policy: Interleaved, expected: float
) -> None:
    results, judged = shown("a:0-5 b:0-5 a:5-10"), {"a": marked((0, 10))}
    assert value("gP(R)@1", results, judged, Policy(interleaved=policy)) == expected


# Best in context


@pytest.mark.parametrize(
    ("entry", "n", "expected"),
    [
        (1000, 500, 1),
        (1100, 500, 0.8),
        (900, 500, 0.8),
        (1499, 500, 1 / 500),
        (1500, 500, 0),
        (501, 500, 1 / 500),
        (500, 500, 0),
        (3000, 500, 0),
        (1100, 1000, 0.9),
    ],
)
def test_an_entry_point_scores_by_its_distance(entry: int, n: int, expected: float) -> None:
    """The assessor would begin at 1000; n was 1000 in 2007 and 500 in 2008."""
    judged = {"d": marked((1000, 1200), entry_point=1000)}
    assert value(f"gP(BEP({n}))@1", shown(f"d:{entry}-{entry}"), judged) == close(expected)


def test_entry_points_are_averaged_over_all_relevant_documents() -> None:
    """0.8 at rank 2 gives gP 0.4 there; one of the two relevant documents is not returned."""
    judged = {"a": marked((0, 9), entry_point=0), "b": marked((0, 9), entry_point=0)}
    assert value("AgP(BEP(500))", shown("x:0-0 a:100-100"), judged) == close(0.4 / 2)


def test_a_second_entry_point_in_a_document_is_refused() -> None:
    message = "topic t, document a: the results at ranks 1 and 2 are in one document"
    with pytest.raises(RunError, match=message):
        value("gP(BEP)@5", shown("a:0-0 a:9-9"), {"a": marked((0, 9), entry_point=0)})


# Articles

RANKING = ["n1", "r1", "unjudged", "n2", "r2", "r3"]
GRADES = {"r1": 2, "r2": 1, "r3": 1, "r4": 3, "n1": 0, "n2": 0, "n3": 0}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("P@5", 2 / 5),
        ("P@10", 3 / 10),
        ("RR", 1 / 2),
        ("AP", (1 / 2 + 2 / 5 + 3 / 6) / 4),
        ("AP@5", (1 / 2 + 2 / 5) / 4),
        ("Rprec", 1 / 4),
        ("R@5", 2 / 4),
        ("bpref", ((1 - 1 / 3) + (1 - 2 / 3) + (1 - 2 / 3)) / 4),
        (
            "nDCG",
            (2 / log2(3) + 1 / log2(6) + 1 / log2(7)) / (3 + 2 / log2(3) + 1 / 2 + 1 / log2(5)),
        ),
        ("nDCG@2", (2 / log2(3)) / (3 + 2 / log2(3))),
        ("nDCG(exp)@2", (3 / log2(3)) / (7 + 3 / log2(3))),
        ("Judged@5", 4 / 5),
    ],
)
def test_measures_of_a_ranking_of_documents(name: str, expected: float) -> None:
    """Ranks 2, 5 and 6 hold three of the four relevant documents; three are judged non-relevant."""
    judged = {document: slow.Judged((), None, grade) for document, grade in GRADES.items()}
    found = values(ranking_of({"t": RANKING}), judgments_of({"t": judged}, text=False), [name])
    assert found[name]["t"] == close(expected)


def test_more_non_relevant_than_relevant_documents_above_cost_no_more_than_all() -> None:
    """bpref, with 1 relevant document below 2 of 3 judged non-relevant ones: 1 − min(2, 1)/min(3, 1)."""
    judged = {d: slow.Judged((), None, int(d == "r")) for d in ("r", "n1", "n2", "n3")}
    run = ranking_of({"t": ["n1", "n2", "r"]})
    assert values(run, judgments_of({"t": judged}, text=False), ["bpref"])["bpref"]["t"] == 0


def test_a_run_of_passages_ranks_documents_first_come_first_served() -> None:
    results, judged = shown("a:0-5 b:0-5 a:9-10 c:1-2"), {"c": marked((40, 50))}
    assert value("RR", results, judged) == close(1 / 3)


# Chunks

CHUNKS = "a:0-10 a:5-15"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Precision", 10 / 15),
        ("Recall", 10 / 15),
        ("IoU", 10 / 20),
        ("F(1)", 2 * 10 / (15 + 15)),
        ("F(2)", 5 * 10 / (4 * 15 + 15)),
        ("Precision@1", 5 / 10),
        ("Recall@1", 5 / 15),
        ("IoU@1", 5 / 20),
        ("Recall@5", 10 / 15),
        ("Precision(repeats='count')", 10 / 20),
        ("Recall(repeats='count')", 10 / 15),
        ("IoU(repeats='count')", 10 / 25),
        ("F(1, repeats='count')", 2 * 10 / (15 + 20)),
    ],
)
def test_chunks_that_overlap_are_counted_as_one_text(name: str, expected: float) -> None:
    """[0, 10) and [5, 15) show 15 characters, 10 of the 15 that are highlighted in [5, 20)."""
    assert value(name, shown(CHUNKS), {"a": marked((5, 20))}) == close(expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Precision@12chars", 7 / 12),
        ("Recall@12chars", 7 / 15),
        ("IoU@12chars", 7 / 20),
        ("Recall@7chars", 2 / 15),
        ("Recall@5chars", 0),
        ("Recall@2000chars", 10 / 15),
        ("Precision@2000chars", 10 / 15),
        ("Precision(repeats='count')@12chars", 5 / 12),
        ("Recall(repeats='count')@16chars", 6 / 15),
    ],
)
def test_a_budget_of_reading_cuts_the_result_that_crosses_it(name: str, expected: float) -> None:
    """After [0, 10) come the new characters [10, 15); with repeats all of [5, 15) again."""
    assert value(name, shown(CHUNKS), {"a": marked((5, 20))}) == close(expected)


@pytest.mark.parametrize("name", ["Precision", "Recall", "IoU", "F(1)", "iP@0.01", "AiP"])
def test_a_chunk_that_only_touches_a_highlight_shares_nothing_with_it(name: str) -> None:
    assert value(name, shown("a:0-10 a:20-30"), {"a": marked((10, 20))}) == 0


@pytest.mark.parametrize(
    ("chunks", "highlight", "expected"),
    [
        ("a:0-10 a:10-20 a:20-30", (5, 12), 7 / 20),
        ("a:0-10 a:10-20", (5, 35), 15 / 35),
        ("a:0-10 a:10-20", (0, 20), 1),
        ("a:0-10 a:5-15 a:10-20", (6, 8), 2 / 15),
        ("a:0-10 a:10-20", (10, 20), 1),
        ("a:0-10 b:0-50", (20, 30), 0),
    ],
    ids=["cuts across", "not all covered", "exact", "overlapping chunks", "touched", "no chunk"],
)
def test_precision_omega_is_the_best_that_a_chunking_allows(
    chunks: str, highlight: tuple[int, int], expected: float
) -> None:
    judged, chunking = {"a": marked(highlight)}, chunking_of(shown(chunks))
    assert value("PrecisionOmega", [], judged, chunks=chunking) == close(expected)


@pytest.mark.parametrize(("name", "expected"), [("Recall@min", 0.4), ("Precision@min", 0.2)])
def test_as_many_results_count_as_there_are_chunks_with_evidence(
    name: str, expected: float
) -> None:
    """Of the chunks, [0, 10) and [10, 20) hold evidence, [20, 30) only touches it."""
    chunking, results = chunking_of(shown("a:0-10 a:10-20 a:20-30")), shown("b:0-10 a:0-10 a:10-20")
    judged = {"a": marked((6, 10), (10, 16), (18, 18))}
    assert value(name, results, judged, chunks=chunking) == close(expected)


# What cannot be computed


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["AP", "gR@5", "R@5", "Rprec", "bpref", "nDCG@10", "gP(binary)@R", "MAgP"], None),
        (["AiP", "iP[0.01]", "Recall@5", "IoU@5", "F(1)@5", "Recall@2000chars"], None),
        (["P@5", "RR", "gP(F)@5", "Precision@5"], 0),
    ],
    ids=["documents", "text", "precision"],
)
def test_a_topic_without_relevant_text_has_no_recall(
    names: list[str], expected: float | None
) -> None:
    for results in (shown("a:0-5 b:3-9"), []):
        assert {value(name, results, {"a": marked()}) for name in names} == {expected}
