"""The join of run and judgments against sets of characters, and the rules that results must keep."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import slow
from readpath import Judgments, Policy, Run, evaluate, evaluation, read_judgments, read_run
from readpath.errors import EvidenceError, OptionError, RunError
from readpath.reading import Reading
from readpath.reading.policy import Interleaved, Overlap
from readpath.reading.retrieved import Retrieved
from readpath.reading.rules import interleaved, second_entries
from support import (
    Assessed,
    Results,
    batch,
    firsts,
    judgments_of,
    marked,
    ranking_of,
    run_of,
    shown,
    value,
    values,
)

GIVEN = batch(30, topics=120)
TEXT = judgments_of(GIVEN.assessed)
READING = Reading(run_of(GIVEN.answers), TEXT)


def topics_of(reading: Reading) -> list[str]:
    """The topics in the order in which a reading holds them: the run's, then unanswered ones."""
    return [reading.join.judged.topics[number] for number in reading.join.order]


def test_topics_are_those_that_are_judged_in_the_order_of_the_run() -> None:
    judged = [topic for topic in GIVEN.answers if topic in GIVEN.assessed]
    answered = [topic for topic in judged if GIVEN.answers[topic]]
    assert topics_of(READING)[: len(answered)] == answered
    assert sorted(topics_of(READING)) == sorted(judged)
    unjudged = [t for t, given in GIVEN.answers.items() if given and t not in judged]
    assert READING.join.unjudged_topics == unjudged != []


def test_each_judged_document_has_its_rank_and_its_characters() -> None:
    documents, topics = READING.documents, topics_of(READING)
    found = zip(
        [topics[number] for number in documents.owner],
        documents.judged.documents.gather(documents.which).to_list(),
        documents.rank.tolist(),
        documents.retrieved.tolist(),
        documents.found.tolist(),
        documents.highlighted.tolist(),
        strict=True,
    )
    expected = []
    for topic in topics:
        judged, results = GIVEN.assessed[topic], GIVEN.answers[topic]
        ranking = list(dict.fromkeys(result.document for result in results))
        for rank, document in enumerate(ranking, start=1):
            if document in judged:
                text = slow.characters(*(r for r in results if r.document == document))
                marks = slow.highlighted({document: judged[document]})
                counts = (len(text), len(text & marks), len(marks))
                expected.append((topic, document, rank, *counts))
    assert list(found) == expected


def test_each_judged_document_is_relevant_or_not_and_graded() -> None:
    documents = READING.documents
    topics = topics_of(READING)
    for place, (owner, which) in enumerate(zip(documents.owner, documents.which, strict=True)):
        topic, document = topics[owner], documents.judged.documents[int(which)]
        judged = GIVEN.assessed[topic]
        relevant = document in slow.relevant_documents(judged)
        assert documents.relevant[place] == relevant
        assert documents.nonrelevant[place] == (
            not relevant and document in slow.assessed_documents(judged)
        )
        assert documents.grade[place] == slow.grade(document, judged)


def test_each_topic_knows_how_many_documents_there_are() -> None:
    documents = READING.documents
    for number, topic in enumerate(topics_of(READING)):
        judged, results = GIVEN.assessed[topic], GIVEN.answers[topic]
        relevant = slow.relevant_documents(judged)
        assert documents.returned[number] == len({result.document for result in results})
        assert documents.relevant_total[number] == len(relevant)
        assert documents.nonrelevant_total[number] == len(
            slow.assessed_documents(judged) - relevant
        )


@pytest.mark.parametrize("overlap", [each for each in get_args(Overlap) if each != "forbid"])
def test_each_result_adds_to_what_was_read_and_found(overlap: Overlap) -> None:
    results = Reading(READING.join.run, TEXT, Policy(overlap=overlap)).results
    expected = [
        (rank, read, found)
        for topic in topics_of(READING)
        for rank, (found, read) in enumerate(
            slow.found_and_read(list(GIVEN.answers[topic]), GIVEN.assessed[topic], overlap), start=1
        )
    ]
    rank, read, found = results.rank.tolist(), results.read.tolist(), results.found.tolist()
    assert list(zip(rank, read, found, strict=True)) == expected


def test_each_topic_knows_how_much_is_highlighted() -> None:
    expected = [len(slow.highlighted(GIVEN.assessed[topic])) for topic in topics_of(READING)]
    assert READING.results.highlighted.tolist() == expected


def test_results_that_end_past_their_document_are_known_where_its_length_is() -> None:
    results = Reading(READING.join.run, with_lengths(GIVEN.assessed, 40)).results
    expected = [
        result.document in GIVEN.assessed[topic] and result.end > 40
        for topic in topics_of(READING)
        for result in GIVEN.answers[topic]
    ]
    assert results.past_end.tolist() == expected
    assert not READING.results.past_end.any()


def test_entry_points_have_a_distance_where_both_are_known() -> None:
    documents = Reading(run_of(GIVEN.with_answers(firsts).answers), TEXT).documents
    topics = topics_of(READING)
    known = 0
    for place, (owner, which) in enumerate(zip(documents.owner, documents.which, strict=True)):
        topic, document = topics[owner], documents.judged.documents[int(which)]
        judged = GIVEN.assessed[topic]
        (start,) = (r.start for r in firsts(GIVEN.answers[topic]) if r.document == document)
        wanted = judged[document].entry_point
        expected = float("inf")
        if wanted is not None and document in slow.relevant_documents(judged):
            expected = abs(start - wanted)
            known += 1
        assert documents.entry_point[place] == start
        assert documents.distance[place] == expected
    assert known > 20


# Whole documents


def with_lengths(assessed: Assessed, length: int) -> Judgments:
    rows = judgments_of(assessed).documents.select("topic", "document")
    marks = judgments_of(assessed).highlights
    table = rows.join(marks, on=["topic", "document"], how="left", maintain_order="left")
    return read_judgments(table.with_columns(document_length=length))


def test_a_whole_document_is_read_from_its_start_to_its_end() -> None:
    names = ["AiP", "iP[0.10]", "MAgP", "gP(P)@2", "Recall@1", "IoU", "Precision@70chars"]
    judged = {"1": {"a": marked((3, 40)), "b": marked((0, 9)), "c": marked()}}
    judgments, ranking = with_lengths(judged, 60), ["c", "b", "a"]
    spans = run_of({"1": [slow.Result(document, 0, 60) for document in ranking]})
    found = values(ranking_of({"1": ranking}), judgments, names)
    assert found == values(spans, judgments, names)
    assert all(0 < (of["1"] or 0) < 1 for name, of in found.items() if name != "Recall@1")


def test_text_cannot_be_counted_where_nothing_tells_how_long_documents_are() -> None:
    judgments = judgments_of({"1": {"a": marked((3, 40))}})
    message = r"AiP of run run: run:1: how long document a is, is not known"
    with pytest.raises(EvidenceError, match=message):
        values(ranking_of({"1": ["a"]}), judgments, ["AiP"])


def test_text_cannot_be_counted_where_whole_documents_were_judged() -> None:
    judgments = judgments_of({"1": {"a": slow.Judged((), None, 1)}}, text=False)
    with pytest.raises(EvidenceError, match=r"IoU@5 of run run: this measure needs highlighted"):
        values(run_of({"1": shown("a:0-5")}), judgments, ["AP", "IoU@5"])


def test_entry_points_cannot_be_compared_where_none_are_judged() -> None:
    judgments = judgments_of({"1": {"a": marked((3, 40)), "b": marked(entry_point=3)}})
    with pytest.raises(EvidenceError, match="needs best entry points"):
        values(run_of({"1": shown("a:3-3")}), judgments, ["AgP(BEP)"])


def test_entry_points_are_not_missed_where_nothing_is_relevant() -> None:
    """Which topics are looked at decides over no other topic's score."""
    judged = {"1": {"a": marked((0, 9), entry_point=3)}, "2": {"a": marked()}}
    run = run_of({topic: shown("a:3-3") for topic in judged})
    scores = evaluate(run, judgments_of(judged), "AgP(BEP)", topics=["2"])
    assert scores.value("run", "AgP(BEP)", "2") is None


# Rules


def refusal(results: Results) -> str:
    """What is said about a topic where no text may be shown twice."""
    try:
        value("AiP", results, {"a": marked((0, 9))}, Policy(overlap="forbid"))
    except RunError as error:
        return str(error)
    return ""


def test_results_that_share_text_are_named_with_both_ranks() -> None:
    named = 0
    for results in list(GIVEN.answers.values())[:60]:
        shared = len(slow.characters(*results)) < sum(r.end - r.start for r in results)
        said = re.search(
            r"topic t, document (\w+): .* ranks (\d+) and (\d+) share", refusal(results)
        )
        assert (said is not None) == shared
        if said is not None:
            first, second = (results[int(rank) - 1] for rank in said.groups()[1:])
            assert first.document == second.document == said[1]
            assert int(said[2]) < int(said[3])
            assert slow.characters(first) & slow.characters(second)
            named += 1
    assert 15 < named < 45


LINES = [
    "9 Q0 z 1 1 it 0 5",
    "1 Q0 a 1 1 it 0 5",
    "2 Q0 b 1 1 it 0 5",
    "1 Q0 b 2 1 it 0 5",
    "1 Q0 a 3 1 it 4 5",
]
"""Topic 9 is not judged, and topic 1 comes in two blocks."""


def file_of(folder: Path, text: str) -> Run:
    (folder / "a.run").write_bytes(text.encode())
    return read_run(folder / "a.run")


@pytest.mark.parametrize(
    "given",
    [
        ("\n".join(LINES), 5),
        ("\r\n".join(LINES), 5),
        ("\n\n".join(LINES), 9),
        ("\n".join(LINES).replace("b 1 1 it 0", "b 1 1 it X"), 5),
        ("\n".join(LINES).replace(" ", "\t "), 5),
    ],
    ids=["plain", "windows", "blank lines", "absent element", "tabs"],
)
@pytest.mark.parametrize(
    "rule",
    [
        ("AiP", Policy(overlap="forbid"), "share text; keep one of them"),
        ("MAgP", Policy(), "are in one document, with other documents in between; put"),
        ("gP(BEP)@5", Policy(interleaved="merge"), "are in one document; a ranking of"),
    ],
    ids=["overlap", "interleaved", "entry points"],
)
@pytest.mark.parametrize("rows", [1, 2_000_000])
def test_a_broken_rule_is_told_with_file_line_topic_document_and_ranks(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    given: tuple[str, int],
    rule: tuple[str, Policy, str],
    rows: int,
) -> None:
    """Also where a long run is scored in pieces."""
    (text, line), (name, policy, problem) = given, rule
    monkeypatch.setattr(evaluation, "ROWS", rows)
    mark = marked((0, 9), entry_point=0)
    judgments = judgments_of({"1": {"a": mark}, "2": {"b": mark}})
    said = f"{tmp_path}/a.run:{line}: topic 1, document a: the results at ranks 1 and 3 {problem}"
    with pytest.raises(RunError, match=re.escape(said)):
        evaluate(file_of(tmp_path, text), judgments, name, policy=policy)


def test_the_line_is_that_of_the_file_where_results_were_put_in_order(tmp_path: Path) -> None:
    """By score, the second line of a ranking of documents comes first."""
    run = file_of(tmp_path, "1 Q0 a 1 0.2 it\n1 Q0 b 1 0.9 it\n1 Q0 a 1 0.5 it\n")
    judgments = judgments_of({"1": {"a": slow.Judged((), None, 1)}}, text=False)
    message = "a.run:1: topic 1, document a: the results at ranks 2 and 3 are in one document"
    with pytest.raises(RunError, match=re.escape(message)):
        evaluate(run, judgments, "AP")
    for policy in (Policy(interleaved="merge"), Policy(interleaved="drop")):
        assert evaluate(run, judgments, "AP", policy=policy).value("it", "AP") == 0.5


@pytest.mark.parametrize(
    ("policy", "of_file", "of_records"),
    [(None, None, 1), ("error", None, None), ("merge", 1, 1), ("drop", 0.5, 0.5)],
)
def test_interleaved_documents_are_an_error_in_files_and_merged_in_records(
    tmp_path: Path, policy: Interleaved | None, of_file: float | None, of_records: float | None
) -> None:
    results, judgments = shown("a:0-5 b:0-5 a:5-10"), judgments_of({"1": {"a": marked((0, 10))}})
    text = "".join(f"1 Q0 {r.document} 1 1 run {r.start} 5\n" for r in results)
    for run, expected in (
        (file_of(tmp_path, text), of_file),
        (run_of({"1": results}), of_records),
    ):
        if expected is None:
            with pytest.raises(RunError, match="with other documents in between"):
                evaluate(run, judgments, "gP(R)@1", policy=Policy(interleaved=policy))
        else:
            assert values(run, judgments, ["gP(R)@1"], Policy(interleaved=policy)) == {
                "gP(R)@1": {"1": expected}
            }


def test_results_of_one_document_that_stand_together_are_not_interleaved() -> None:
    judged = {"a": marked((0, 10))}
    results: Results = shown("a:0-5 a:5-10 b:0-5")
    assert value("gP(R)@1", results, judged, Policy(interleaved="error")) == 1


def test_each_return_to_a_document_is_told_once_and_each_second_entry() -> None:
    results = Retrieved(run_of({"1": shown("a:0-5 b:0-5 a:5-10 a:10-15 b:5-10")}))
    told = [re.findall(r"ranks (\d) and (\d)", str(error)) for error in interleaved(results)]
    assert told == [[("1", "3")], [("2", "5")]]
    told = [re.findall(r"ranks (\d) and (\d)", str(error)) for error in second_entries(results)]
    assert told == [[("1", "3")], [("1", "4")], [("2", "5")]]


def test_topics_do_not_interleave_each_other(tmp_path: Path) -> None:
    """Document a ends topic 1 and begins topic 2."""
    run = file_of(tmp_path, "1 Q0 a 1 1 it 0 5\n2 Q0 a 1 1 it 0 5\n2 Q0 b 1 1 it 0 5\n")
    judgments = judgments_of({topic: {"a": marked((0, 10))} for topic in "12"})
    assert evaluate(run, judgments, "gP(R)@1").value("it", "gP(R)@1") == 0.5


def test_unknown_policies_are_told_the_known_ones() -> None:
    with pytest.raises(OptionError, match="unknown overlap policy 'naiv'; did you mean naive"):
        Policy(overlap="naiv")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="unknown policy for interleaved documents 'keep'"):
        Policy(interleaved="keep")  # type: ignore[arg-type]
