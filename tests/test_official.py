"""What `policy="inex_eval"` takes over from the official INEX program of 2010, and what it does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeAlias

import pytest

from readpath import Judgments, Policy, Run, Scores, evaluate, read_judgments, read_run
from readpath.errors import RunError
from readpath.measures import TASKS

Given: TypeAlias = tuple[Run, Judgments]
Reader: TypeAlias = Callable[[str, str], Given]

BOTH: tuple[Literal["inex_eval"] | None, ...] = ("inex_eval", None)
DISJOINT = """
1 a 0 10
1 b 5 10
1 c 0 9
2 a 3 4
"""
JUDGED = """
1 a 10 100 0 0:10
1 b 20 100 30 10:10 30:10
1 d 5 100 5 5:5
1 c 0 100 0
2 a 4 100 3 3:4
"""


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    """A run and judgments from INEX files: `topic document start length`, and without the Q0."""

    def reader(results: str, judged: str) -> Given:
        for name, lines in (("a.run", results), ("a.qrels", judged)):
            words = [line.split() for line in lines.strip().splitlines()]
            middle = ["1", "0.5", "it"] if name == "a.run" else []
            text = [" ".join([t, "Q0", d, *middle, *more]) for t, d, *more in words]
            (tmp_path / name).write_text("\n".join(text) + "\n")
        return read_run(tmp_path / "a.run"), read_judgments(tmp_path / "a.qrels")

    return reader


def official(given: Given, name: str, task: str | None = None) -> float | None:
    """The score of topic 1 with the official program's choices."""
    return evaluate(*given, name, policy=Policy.inex_eval(task)).value("it", name, "1")


def ours(given: Given, name: str) -> float | None:
    """The score of topic 1 with our own."""
    return evaluate(*given, name).value("it", name, "1")


# What differs


def test_a_short_list_has_the_precision_of_its_last_document(read: Reader) -> None:
    """a scores 1 and b 1/2 of 2 documents that are returned; 5 are looked at."""
    given = read("1 a 0 10\n1 b 10 20", JUDGED)
    assert official(given, "gP(P)@5") == pytest.approx((1 + 1 / 2) / 2, abs=1e-12)
    assert ours(given, "gP(P)@5") == pytest.approx((1 + 1 / 2) / 5, abs=1e-12)
    assert official(given, "gP(P)@1") == ours(given, "gP(P)@1") == 1


@pytest.mark.parametrize("name", ["gR@5", "P@5", "AgP(F)", "gP(P, short='zeros')@5"])
def test_other_measures_of_a_short_list_are_the_same(read: Reader, name: str) -> None:
    """Recall needs no filling up; P@5 is that of trec_eval; what is written out is meant."""
    given = read("1 a 0 10\n1 b 10 20", JUDGED)
    assert official(given, name) == ours(given, name) != 0


@pytest.mark.parametrize("percent", [28, 29, 30, 57, 58, 59])
def test_levels_of_recall_are_found_in_floating_point(read: Reader, percent: int) -> None:
    given = read(f"1 a 0 {percent}", "1 a 100 100 0 0:100")
    low = percent in (29, 57, 58)
    assert official(given, f"iP@0.{percent}") == (0 if low else 1)
    assert ours(given, f"iP@0.{percent}") == 1
    assert official(given, "AiP") == pytest.approx((percent + 1 - low) / 101, abs=1e-12)


def test_thorough_runs_count_repeated_text_again_outside_relevant_documents(read: Reader) -> None:
    given = read("1 c 0 10\n1 c 0 10\n1 a 0 5\n1 a 0 10", "1 a 10 100 0 0:10\n1 c 0 100 0")
    assert official(given, "iP@1", "thorough") == pytest.approx(10 / (10 + 10 + 5 + 5), abs=1e-12)
    by_task = evaluate(*given, "iP@1", task="thorough", policy="inex_eval")
    assert by_task.value("it", "iP@1", "1") == official(given, "iP@1", "thorough")
    assert ours(given, "iP@1") == pytest.approx(10 / (10 + 5 + 5), abs=1e-12)


@pytest.mark.parametrize("start", ["X", "-1"])
@pytest.mark.parametrize("where", ["a", "c", "unjudged"])
def test_an_element_that_does_not_exist_is_18_irrelevant_characters(
    read: Reader, start: str, where: str
) -> None:
    """Its stated length does not matter. In thorough runs it costs nothing in relevant documents."""
    given = read(f"1 {where} {start} 7\n1 a 0 10", "1 a 10 100 0 0:10\n1 c 0 100 0")
    assert official(given, "iP@1") == pytest.approx(10 / 28, abs=1e-12)
    thorough = 10 / 10 if where == "a" else 10 / 28
    assert official(given, "iP@1", "thorough") == pytest.approx(thorough, abs=1e-12)
    assert ours(given, "iP@1") == 1


def test_an_element_that_does_not_exist_costs_its_document_precision(read: Reader) -> None:
    given = read("1 a X 7\n1 a 0 10", "1 a 10 100 0 0:10")
    assert official(given, "gP(P)@1") == pytest.approx(10 / 28, abs=1e-12)
    assert official(given, "gP(R)@1") == ours(given, "gP(P)@1") == 1


def test_means_are_over_the_topics_that_a_run_answers(read: Reader) -> None:
    given = read("2 a 3 4", JUDGED)
    assert evaluate(*given, "AiP", policy="inex_eval").value("it", "AiP") == 1
    assert evaluate(*given, "AiP", policy="inex_eval", missing="zero").value("it", "AiP") == 0.5
    assert evaluate(*given, "AiP").value("it", "AiP") == 0.5


@pytest.mark.parametrize(
    ("name", "theirs"),
    [("gP(R)@1", 10 / 40), ("iP@0.25", 1), ("iP@0.26", 0), ("AiP", 26 / 101), ("Recall", 10 / 40)],
)
def test_sizes_are_those_that_the_judgments_state(read: Reader, name: str, theirs: float) -> None:
    """The line says 40 relevant characters, its passage has 10."""
    given = read("1 a 0 10", "1 a 40 100 0 0:10")
    assert official(given, name) == pytest.approx(theirs, abs=1e-12)
    assert ours(given, name) == 1
    assert any("relevant_chars is 40" in note for note in evaluate(*given, "AiP").notes)


# What is the same on both sides


@pytest.mark.parametrize("policy", BOTH)
def test_the_order_of_the_file_is_the_ranking(
    tmp_path: Path, read: Reader, policy: Literal["inex_eval"] | None
) -> None:
    read("1 a 0 1", JUDGED)
    path = tmp_path / "b.run"
    path.write_text("1 Q0 c 2 0.1 it 0 9\n1 Q0 a 1 0.9 it 0 10\n")
    scores = evaluate(path, tmp_path / "a.qrels", "RR", policy=policy)
    assert scores.value("it", "RR", "1") == 0.5


@pytest.mark.parametrize("policy", BOTH)
@pytest.mark.parametrize("task", ["focused", "thorough", "in-context", "best-in-context"])
def test_unjudged_documents_score_like_those_judged_not_relevant(
    read: Reader, task: str, policy: Literal["inex_eval"] | None
) -> None:
    run, judgments = read(DISJOINT, JUDGED)
    _, without = read(DISJOINT, JUDGED.replace("1 c 0 100 0\n", ""))
    found = [evaluate(run, given, task=task, policy=policy) for given in (judgments, without)]
    assert found[0].by_topic.equals(found[1].by_topic)


@pytest.mark.parametrize("policy", BOTH)
def test_results_past_the_end_of_a_document_are_not_cut_but_noted(
    read: Reader, policy: Literal["inex_eval"] | None
) -> None:
    given = read("1 a 90 20\n1 a 0 10", "1 a 10 100 0 0:10")
    scores = evaluate(*given, "iP@1", policy=policy)
    assert scores.value("it", "iP@1", "1") == pytest.approx(10 / 30, abs=1e-12)
    assert any("1 result past the end of the document" in note for note in scores.notes)


@pytest.mark.parametrize("policy", BOTH)
@pytest.mark.parametrize(("name", "full"), [("gP(F)@2", "gP(F(0.25))@2"), ("BEP", "BEP(500)")])
def test_beta_and_n_are_those_of_2010(
    read: Reader, name: str, full: str, policy: Literal["inex_eval"] | None
) -> None:
    names = [name, full] if "@" in name else [f"AgP({name})", f"AgP({full})"]
    scores = evaluate(*read(DISJOINT, JUDGED), names, policy=policy)
    found = [scores.value("it", each, "1") for each in names]
    assert found[0] == found[1] not in (0, 1)


def test_touching_results_do_not_overlap(read: Reader) -> None:
    assert official(read("1 a 0 5\n1 a 5 5", JUDGED), "gP(F)@1") == 1


@pytest.mark.parametrize("task", ["focused", "in-context"])
def test_overlap_is_an_error(read: Reader, task: str) -> None:
    given = read("1 a 0 5\n1 a 5 5\n1 a 9 2", JUDGED)
    message = r"a\.run:3: topic 1, document a: the results at ranks 2 and 3 share text"
    with pytest.raises(RunError, match=message):
        evaluate(*given, task=task, policy="inex_eval")


@pytest.mark.parametrize("policy", BOTH)
def test_interleaved_documents_are_an_error_in_context(
    read: Reader, policy: Literal["inex_eval"] | None
) -> None:
    given = read("1 a 0 5\n1 b 5 5\n1 a 9 2", JUDGED)
    message = r"a\.run:3: topic 1, document a: the results at ranks 1 and 3 are in one document"
    with pytest.raises(RunError, match=message):
        evaluate(*given, task="in-context", policy=policy)
    assert evaluate(*given, task="focused", policy=policy).by_topic.height > 0


# Faults that are not copied


def all_of(given: Given) -> Scores:
    """Measures of every kind with the program's choices."""
    tasks = ("focused", "in-context", "article", "chunks")
    names = [*(name for task in tasks for name in TASKS[task]), "AgP(BEP(500))"]
    return evaluate(*given, names, policy="inex_eval")


def test_a_topic_in_two_blocks_is_read_as_one(read: Reader) -> None:
    whole, judgments = read("1 a 0 10\n1 b 5 10\n2 a 3 4", JUDGED)
    split, _ = read("1 a 0 10\n2 a 3 4\n1 b 5 10", JUDGED)
    assert all_of((split, judgments)).by_topic.equals(all_of((whole, judgments)).by_topic)
    assert any("topic 1 comes again" in note for note in split.notes)


def test_sizes_beyond_32_bits(read: Reader) -> None:
    given = read("1 a 0 3000000000", "1 a 6000000000 6000000000 0 0:6000000000")
    assert official(given, "iP@0.5") == 1
    assert official(given, "gP(R)@1") == 0.5


def test_a_topic_without_relevant_text_does_not_spoil_the_means(read: Reader) -> None:
    given = read("1 a 0 10\n2 a 0 10", "1 a 10 100 0 0:10\n2 a 0 100 0")
    scores = all_of(given)
    assert scores.value("it", "MAiP", "2") is None
    assert scores.value("it", "MAiP") == scores.value("it", "MAgP") == 1


@pytest.mark.parametrize(
    "judged",
    ["1 a 20 100 0 0:10 0:10", "1 a 10 100 0 0:10 2:3", "1 a 4 100 0 0:10", "1 a 1 100 0 0:10"],
    ids=["passages twice", "passages overlap", "half is stated", "little is stated"],
)
def test_no_score_is_above_1_where_judgments_contradict_themselves(
    read: Reader, judged: str
) -> None:
    found = all_of(read("1 a 0 10", judged)).by_topic
    assert found.filter(found["value"] > 1)["measure"].to_list() == []
