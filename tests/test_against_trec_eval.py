"""Measures of documents against trec_eval, as it is packaged in pytrec_eval-terrier 0.5.11.

Random runs with many equal scores, some of them equal in single precision only, and judgments with
grades below 0, graded documents that were not returned, and returned ones that were not judged.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import polars as pl
import pytest
import pytrec_eval

from readpath import Judgments, Run, evaluate, read_judgments, read_run

Grades: TypeAlias = dict[str, dict[str, int]]
Scored: TypeAlias = dict[str, dict[str, float]]
Case: TypeAlias = tuple[Scored, Grades]

SAME = {
    "AP": "map",
    "AP@5": "map_cut_5",
    "AP@100": "map_cut_100",
    "P@5": "P_5",
    "P@10": "P_10",
    "P@1000": "P_1000",
    "RR": "recip_rank",
    "bpref": "bpref",
    "Rprec": "Rprec",
    "R@5": "recall_5",
    "R@10": "recall_10",
    "R@1000": "recall_1000",
    "nDCG": "ndcg",
    "nDCG@5": "ndcg_cut_5",
    "nDCG@10": "ndcg_cut_10",
}
"""Our names of measures, and those of trec_eval. Judged@k is not in trec_eval."""

MEASURES = {"map", "map_cut", "P", "recip_rank", "bpref", "Rprec", "recall", "ndcg", "ndcg_cut"}
SCORES = (0.0, -1.5, 1.0, 1.0 + 1e-9, 1.0 - 1e-9, 16777216.0, 16777217.0, 1e-42, 3.25)
"""1 ± 1e-9 are 1 in single precision, and 2^24 + 1 is 2^24."""

DOCUMENTS = [*map(str, range(8, 13)), "a", "A", "b", "ab", "ä", "z", "007", "7", "d-1", "d_1"]
TOLERANCE = 1e-12


@cache
def cases(seed: int, topics: int = 150) -> Case:
    """Scores of returned documents, and grades, by topic; one topic lacks each of them.

    One document of each topic has a grade from 0, as trec_eval breaks down where none has.
    """
    rng = random.Random(seed)
    run: Scored = {"only-run": {"a": 1.0}}
    grades: Grades = {"only-judged": {"a": 1}}
    for number in range(topics):
        topic, spread = str(number), rng.choice((SCORES, SCORES[:3], [rng.random() for _ in "123"]))
        returned = rng.sample(DOCUMENTS, rng.randint(1, len(DOCUMENTS)))
        run[topic] = {document: rng.choice(spread) for document in returned}
        judged = rng.sample(DOCUMENTS, rng.randint(1, len(DOCUMENTS)))
        lowest, highest = rng.choice(((-2, 3), (0, 1), (-1, 1), (0, 0), (0, 4)))
        grades[topic] = {document: rng.randint(lowest, highest) for document in judged}
        grades[topic][judged[0]] = max(grades[topic][judged[0]], 0)
    return run, grades


def from_files(case: Case, folder: Path) -> tuple[Run, Judgments]:
    """The case as TREC files; lines of a topic in any order, and ranks that mean nothing."""
    run, grades = case
    lines = [f"{t} Q0 {d} 0 {s!r} it\n" for t, found in run.items() for d, s in found.items()]
    marks = [f"{t} 0 {d} {g}\n" for t, judged in grades.items() for d, g in judged.items()]
    (folder / "a.run").write_text("".join(lines))
    (folder / "a.qrels").write_text("".join(marks))
    return read_run(folder / "a.run"), read_judgments(folder / "a.qrels")


def from_tables(case: Case, folder: Path) -> tuple[Run, Judgments]:
    """The case as tables of records."""
    run, grades = (
        [(topic, *item) for topic, given in each.items() for item in given.items()] for each in case
    )
    scored = pl.DataFrame(run, schema=["topic", "document", "score"], orient="row")
    judged = pl.DataFrame(grades, schema=["topic", "document", "grade"], orient="row")
    return read_run(scored, order="score"), read_judgments(judged)


def trec_eval(case: Case) -> dict[str, dict[str, float]]:
    """What trec_eval says about each topic that is both answered and judged."""
    run, grades = case
    evaluator: Any = pytrec_eval.RelevanceEvaluator(grades, MEASURES)
    found: dict[str, dict[str, float]] = evaluator.evaluate(run)
    return found


def check(
    found: pl.DataFrame, expected: dict[str, dict[str, float]], names: dict[str, str], case: Case
) -> None:
    """Compare, where a topic without relevant documents is 0 in trec_eval and undefined here."""
    compared = 0
    for topic, name, value in found.select("topic", "measure", "value").iter_rows():
        if topic not in expected:
            assert value == 0, "a topic that is not answered"
            continue
        compared += 1
        other = expected[topic][names[name]]
        if value is None:
            assert other == 0
            assert max(case[1][topic].values()) <= 0
        else:
            assert value == pytest.approx(other, abs=TOLERANCE), (topic, name)
    assert compared == len(expected) * len(names)


@pytest.mark.parametrize("reading", [from_files, from_tables])
@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_trec_eval(
    reading: Callable[[Case, Path], tuple[Run, Judgments]], seed: int, tmp_path: Path
) -> None:
    case = cases(seed)
    run, judgments = reading(case, tmp_path)
    check(evaluate(run, judgments, SAME).by_topic, trec_eval(case), SAME, case)


@pytest.mark.parametrize("seed", range(6))
def test_gains_that_double_with_each_grade_are_grades_of_their_own(
    seed: int, tmp_path: Path
) -> None:
    """nDCG(exp) of grades g is trec_eval's ndcg of grades 2^g − 1."""
    run, grades = cases(seed)
    doubled = {
        topic: {document: 2**grade - 1 if grade > 0 else grade for document, grade in given.items()}
        for topic, given in grades.items()
    }
    names = {"nDCG(exp)": "ndcg", "nDCG(exp)@10": "ndcg_cut_10"}
    found = evaluate(*from_files((run, grades), tmp_path), names)
    check(found.by_topic, trec_eval((run, doubled)), names, (run, grades))


def test_equal_scores_are_ranked_by_descending_name() -> None:
    """Compared as bytes and in single precision, whatever order they come in."""
    case: Case = ({"1": {"9": 1.0, "10": 1.0 + 1e-9, "ä": 1.0, "z": 1.0, "A": 2.0}}, {})
    for order in (1, -1):
        rows = [("1", *item) for item in list(case[0]["1"].items())[::order]]
        table = pl.DataFrame(rows, schema=["topic", "document", "score"], orient="row")
        ranked = read_run(table, order="score").results["document"].to_list()
        assert ranked == ["A", "ä", "z", "9", "10"]


def test_scores_too_large_for_single_precision_are_equal() -> None:
    case: Case = ({"1": {"a": 2e39, "b": 1e39, "c": -1e39}}, {"1": {"a": 1, "b": 0, "c": 0}})
    run, _ = from_tables(case, Path())
    assert run.results["document"].to_list() == ["b", "a", "c"]
    assert trec_eval(case)["1"]["recip_rank"] == 1 / 2
