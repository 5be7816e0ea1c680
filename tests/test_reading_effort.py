"""Reading effort by hand: numbers that papers print, and small examples worked out step by step.

Papers: Arvola, Kekäläinen & Junkkari (2010), Expected Reading Effort in Focused Retrieval Evaluation
("the paper"); de Vries, Kazai & Lalmas (2004), Tolerance to Irrelevance. What names neither is
worked out here.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from readpath import Policy, ReadingModel, Units, evaluate, measure, reading_order, strips_of
from readpath.arrays import Bools, Ints
from readpath.errors import EvidenceError, MeasureError, OptionError, ReadpathError, RunError
from readpath.measures import reading_model
from readpath.reading import Pieces
from readpath.reading.models import ORDERS
from readpath.strips import Stretch
from slow_effort import Judged, Result, Results, Topic, judged_records, run_records


def value(
    name: str, results: Results, judged: Topic, *, reading: str | None = None
) -> float | None:
    """What the results of one topic reach."""
    run, judgments = run_records({"t": results}), judged_records({"t": judged})
    return evaluate(run, judgments, name, reading=reading).value("run", name, "t")


def close(expected: float | Fraction) -> object:
    """A number worked out in other steps may differ in its last digits."""
    return pytest.approx(float(expected), abs=1e-12)


def shown(*spans: tuple[int, int], document: str = "d") -> list[Result]:
    """Results in one document."""
    return [Result(document, *span) for span in spans]


# Two documents of 55 characters in the paper; it counts places from 1, so 33–55 is [32, 55)

PAGE = {"d": Judged(((0, 27),), 55)}
FIRST, SECOND, WHOLE = shown((32, 55)), shown((23, 45)), shown((0, 55))


def mean(precisions: list[Fraction]) -> Fraction:
    return sum(precisions, Fraction(0)) / len(precisions)


@pytest.mark.parametrize(
    ("results", "model", "printed", "exact"),
    [
        (FIRST, "document", 0.35, mean([Fraction(i, 23 + i) for i in range(1, 28)])),
        (
            SECOND,
            "document",
            0.53,
            mean([Fraction(1)] * 4 + [Fraction(4 + i, 22 + i) for i in range(1, 24)]),
        ),
        (FIRST, "sequential", 1, Fraction(1)),
        (SECOND, "sequential", 1, Fraction(1)),
        (WHOLE, "document", 1, Fraction(1)),
    ],
    ids=["33–55", "24–45", "33–55 sequential", "24–45 sequential", "whole document"],
)
def test_average_character_precision_of_the_paper(
    results: Results, model: str, printed: float, exact: Fraction
) -> None:
    """33–55, then 1–32: 23 irrelevant characters come before all. 24–45, 1–23: 18 come after 4."""
    found = value(f"AgP(aveChP({model}))", results, PAGE)
    assert found == close(exact)
    assert found == pytest.approx(printed, abs=0.005), "the paper prints two digits"


@pytest.mark.parametrize(
    ("results", "printed", "exact"),
    [
        (FIRST, 0, Fraction(0)),
        (SECOND, 0.16, Fraction(8, 49)),
        (WHOLE, 0.66, Fraction(54, 82)),
    ],
    ids=["33–55", "24–45", "whole document"],
)
def test_f_of_the_retrieved_text_of_the_paper(
    results: Results, printed: float, exact: Fraction
) -> None:
    found = value("AgP(F(1))", results, PAGE)
    assert found == close(exact)
    assert found == pytest.approx(printed, abs=0.005), "the paper prints two digits"


# Orders of reading: places 2, 3 and 8 of ten are relevant; the run ranks [6, 9) over [1, 3)

MARKED = {"d": Judged(((2, 4), (8, 9)), 10)}
PASSAGES = shown((6, 9), (1, 3))


def stretches(model: str, results: Results = PASSAGES) -> list[Stretch]:
    """How the one document is read by someone patient."""
    found = strips_of(
        run_records({"t": results}), judged_records({"t": MARKED}), "t", reading=model
    )
    return [piece for _, piece, read in found.strips[0].pieces() if read]


@pytest.mark.parametrize(
    ("model", "places"),
    [
        ("document", "12 678 | 03459"),
        ("document(rest='natural')", "12 678 | 03459"),
        ("document(rest='best')", "12 678 | 3 0459"),
        ("document(rest='worst')", "12 678 | 0459 3"),
        ("document(rest='stop')", "12 678 |"),
        ("rank", "678 12 | 03459"),
        ("rank(rest='best')", "678 12 | 3 0459"),
        ("rank(rest='worst')", "678 12 | 0459 3"),
        ("rank(rest='stop')", "678 12 |"),
        ("sequential", "0123456789 |"),
        ("entry", "6789 012345 |"),
    ],
)
def test_the_order_in_which_places_are_read(model: str, places: str) -> None:
    """What stands before the bar is read first."""
    read = {True: "", False: ""}
    for each in stretches(model):
        read[each.first] += "".join(map(str, range(each.start, each.start + each.length)))
    assert f"{read[True]}|{read[False]}" == places.replace(" ", "")


@pytest.mark.parametrize(
    ("model", "path"),
    [
        ("document", "iR iiR iRiii"),
        ("document(passage_cost=2)", "ii iR ii iiR iRiii"),
        ("document(rest='stop', passage_cost=1)", "i iR i iiR"),
        ("rank(rest='best', passage_cost=3)", "iii iiR iii iR Riiii"),
        ("sequential(passage_cost=1)", "i iiRRiiiiRi"),
        ("entry(passage_cost=1)", "i iiRi i iiRRii"),
    ],
)
def test_each_place_that_is_opened_costs_characters(model: str, path: str) -> None:
    """R is relevant and i is not; the rest of the document has nothing more to open."""
    read = "".join("iR"[each.relevant] * each.length for each in stretches(model))
    assert read == path.replace(" ", "")


@pytest.mark.parametrize(
    ("results", "path"),
    [
        (shown((1, 3), (3, 5)), "i iRRi"),
        (shown((1, 3), (2, 5)), "i iRRi"),
        (shown((1, 3), (4, 5)), "i iR i i"),
        (shown((4, 6), (2, 4)), "i ii i RR"),
        (shown((0, 3), (0, 1), (3, 3)), "i iiR"),
    ],
    ids=["touching", "overlapping", "apart", "backwards", "nothing new"],
)
def test_reading_on_into_the_next_passage_opens_nothing(results: Results, path: str) -> None:
    model = "rank(rest='stop', passage_cost=1)"
    read = "".join("iR"[each.relevant] * each.length for each in stretches(model, results))
    assert read == path.replace(" ", "")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # in document order i R i i R i R i i i, in rank order i i R i R i R i i i
        ("aveChP", mean([Fraction(1, 2), Fraction(2, 5), Fraction(3, 7)])),
        ("aveChP(rank)", mean([Fraction(1, 3), Fraction(2, 5), Fraction(3, 7)])),
        ("aveChP(sequential)", mean([Fraction(1, 3), Fraction(2, 4), Fraction(3, 9)])),
        ("aveChP(document(rest='stop'))", (Fraction(1, 2) + Fraction(2, 5)) / 3),
        ("ChP@5", Fraction(2, 5)),
        ("ChP(rank)@2", Fraction(0)),
        ("ChP@10", Fraction(3, 10)),
        ("ChP@2000", Fraction(3, 10)),
        ("ChP(document(rest='stop'))@2000", Fraction(2, 5)),
        ("ChR@5", Fraction(2, 3)),
        ("ChR@6", Fraction(2, 3)),
        ("ChR@7", Fraction(1)),
        ("T2IP(1)", Fraction(0)),
        ("T2IP(2)", Fraction(1, 3)),
        ("T2IP(3)", Fraction(1, 4)),
        ("T2IP(4)", Fraction(2, 6)),
        ("T2IP(300)", Fraction(3, 10)),
        ("T2IR(2)", Fraction(1, 3)),
        ("T2IR(4)", Fraction(2, 3)),
        ("T2IR(5)", Fraction(1)),
        ("T2IF(4)", 2 * Fraction(1, 3) * Fraction(2, 3)),
        ("T2IF(4, 2)", 5 * Fraction(2) / (4 * 3 + 6)),
        ("T2IF(rank, 2)", Fraction(0)),
    ],
)
def test_gains_of_one_document(name: str, expected: Fraction) -> None:
    assert value(f"AgP({name})", PASSAGES, MARKED) == close(expected)


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ("LE(1)", 2),
        ("LE(2)", 1),
        ("LE(rank, 2)", 2),
        ("LE(rank, 2, variant='linear')", 1.5),
        ("LE(1, variant='linear')", 2),
        ("LE(rank, 1, 2.5)", 2.5),
        ("LE(300, variant='linear')", 1),
        ("LE(document(passage_cost=298), 300)", 1),
        ("LE(document(passage_cost=299), 300)", 2),
    ],
)
def test_effort_until_relevant_text_is_in_sight(score: str, expected: float) -> None:
    """The first relevant place is the second that is read, and in rank order the third."""
    assert value(f"CE({score})@1", PASSAGES, MARKED) == close(expected - 1)


def test_relevant_text_that_is_never_read_costs_like_a_document_without_any() -> None:
    judged = {"d": Judged(((5, 9),), 20)}
    assert value("CE(LE(document(rest='stop'), 1, cap=2), nr=4)@1", shown((0, 3)), judged) == 3
    assert value("AgP(T2IF(document(rest='stop')))", shown((0, 3)), judged) == 0


@pytest.mark.parametrize("name", ["AgP(aveChP)", "gP(T2IF(300))@3", "ANCE(LE(300))@5"])
def test_how_long_a_whole_document_is_must_be_known(name: str) -> None:
    """The path through it has no end otherwise; d2 is not relevant and has no path."""
    run: list[dict[str, object]] = [{"topic": "t", "document": d} for d in ("d2", "d1", "d3")]
    judged = {"d1": Judged(((5, 9),)), "d2": Judged(()), "d3": Judged(((0, 1),), 5)}
    message = (
        "records:2: how long document d1 is, is not known (1 result like this); give "
        "document_length in the judgments, or the texts with texts= or --texts FILE"
    )
    with pytest.raises(EvidenceError, match=re.escape(message)):
        evaluate(run, judged_records({"t": judged}), name)
    with pytest.raises(EvidenceError, match=re.escape(message)):
        strips_of(run, judged_records({"t": judged}), "t")
    known = judged_records({"t": judged | {"d1": Judged(((5, 9),), 40)}})
    texts = Units({"d1": "." * 40, "d3": "." * 999})
    from_texts = evaluate(run, judged_records({"t": judged}), name, units=texts)
    assert from_texts.value("run", name) == evaluate(run, known, name).value("run", name)


@pytest.mark.parametrize("name", ["AgP(aveChP)", "ANCE(LE(300))@5", "AgP(T2IF(rank, 300))"])
def test_places_to_begin_at_show_no_text(name: str) -> None:
    """Which is said where passages were to be read."""
    judged = judged_records({"t": MARKED})
    note = (
        "run: its results show no text, so that documents are read from their start; places to "
        "begin at are read with --reading entry (reading='entry')"
    )
    points, passage = run_records({"t": shown((2, 2))}), run_records({"t": shown((2, 2), (2, 3))})
    assert evaluate(points, judged, name).notes == (note,)
    assert evaluate(points, judged, [name, name.replace("300", "5")]).notes == (note,), "once"
    assert evaluate(passage, judged, name).notes == ()
    assert evaluate(points, judged, ["AiP", "AgP(F)", "T2I"]).notes == (), "no path is asked for"
    for reading in ("entry", "sequential"):
        unnamed = name.replace("rank, ", "")
        assert evaluate(points, judged, unnamed, reading=reading).notes == ()
    whole: list[dict[str, object]] = [{"topic": "t", "document": "d"}]
    assert evaluate(whole, judged, name).notes == ()


def test_a_piece_of_a_run_without_text_is_no_run_without_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Long runs are scored in pieces; the first here only points at a place."""
    run = run_records({"t": shown((2, 2)), "u": shown((1, 3))})
    judged = judged_records({"t": MARKED, "u": MARKED})
    monkeypatch.setattr("readpath.evaluation.ROWS", 1)
    assert evaluate(run, judged, "AgP(aveChP)").notes == ()


def test_a_run_without_text_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many pieces it is scored in."""
    run = run_records({"t": shown((2, 2)), "u": shown((1, 1))})
    judged = judged_records({"t": MARKED, "u": MARKED})
    monkeypatch.setattr("readpath.evaluation.ROWS", 1)
    assert len(evaluate(run, judged, "AgP(aveChP)").notes) == 1


def test_where_a_document_ends_is_known_from_what_is_in_it() -> None:
    """Without a length, the last highlight or the last result ends it: 9 or 12 characters."""
    judged = {"d": Judged(((5, 9),))}
    assert value("AgP(ChP@2000)", shown((0, 3)), judged) == close(4 / 9)
    assert value("AgP(ChP@2000)", shown((0, 3), (11, 12)), judged) == close(4 / 12)
    assert value("AgP(ChP@2000)", shown((0, 3)), {"d": Judged(((5, 9),), 40)}) == close(4 / 40)


# Cumulated effort

OWN = {
    "d1": Judged(((0, 5),), 60),
    "d2": Judged(((10, 20),), 60),
    "d3": Judged((), 60),
    "d4": Judged(((7, 9),), 60),
}
SPENT = [Result(document, 0, 60) for document in ("d1", "d2", "d3", "d4", "d5")]


@pytest.mark.parametrize(
    ("name", "vector"),
    [("CE", [0, 1, 5, 5, 9]), ("NCE", [0, 1, 5, 4.2, 4.2]), ("ANCE", [0, 0.5, 2, 2.55, 2.88])],
)
def test_cumulated_effort_of_the_paper(name: str, vector: list[float]) -> None:
    """ES = 1, 2, 5, 1, 5 with NR = 5, and three relevant documents: IE = 1, 1, 1, 5, 5."""
    for rank, expected in enumerate(vector, start=1):
        measure = f"{name}(LE(10), nr=5)@{rank}"
        assert value(measure, SPENT, OWN) == close(expected)
        assert value(f"{name}(LE(10))@{rank}", SPENT, OWN) == close(expected), "NR is 5 by default"


@pytest.mark.parametrize(("name", "expected"), [("CE", 17), ("NCE", 9), ("ANCE", 33 / 5)])
def test_ranks_past_the_end_of_a_run_cost_as_much_as_irrelevant_documents(
    name: str, expected: float
) -> None:
    """Only d2 is returned: ES = 2, 5, 5, 5, 5, so that CE ends at 1 + 4·4 and NCE is 1, 5, 9, 9, 9."""
    padded = [*SPENT[1:2], *(Result(f"x{number}", 0, 9) for number in range(4))]
    for results in (SPENT[1:2], padded):
        assert value(f"{name}(LE(10))@5", results, OWN) == close(expected)


def test_a_run_that_answers_a_topic_with_nothing_pays_in_full() -> None:
    scores = evaluate(
        run_records({"t": SPENT}), judged_records({"t": OWN, "u": OWN}), "CE(LE(10))@5"
    )
    assert scores.value("run", "CE(LE(10))@5", "u") == 5 * (5 - 1)


# Tolerance to irrelevance, as the official INEX program of 2010 computes it (inex_eval 3.1)


def official(tmp_path: Path, judgments: str, run: str, name: str = "AgP(T2IP(300))") -> float:
    """One topic, evaluated from files by the rules of the official program."""
    (tmp_path / "t.qrels").write_text(f"t Q0 d {judgments}\n")
    lines = [f"t Q0 d {rank} 1 run {span}\n" for rank, span in enumerate(run.split(", "), 1)]
    (tmp_path / "t.run").write_text("".join(lines))
    scores = evaluate(tmp_path / "t.run", tmp_path / "t.qrels", name, policy="inex_eval")
    found = scores.value("run", name, "t")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("judgments", "run", "expected"),
    [
        ("500 1000 0 0:500", "0 100", 0.625),
        ("100 1000 300 300:100", "0 10", 0),
        ("100 1000 299 299:100", "0 10", 0.25),
        ("100 250 0 0:100", "0 250", 0.4),
        ("100 1000 0 0:50 900:50", "900 50", 0.25),
    ],
    ids=["goes on", "starts at the limit", "starts before it", "short document", "two parts"],
)
def test_tolerance_to_irrelevance_in_context(
    tmp_path: Path, judgments: str, run: str, expected: float
) -> None:
    """Worked through inex_eval 3.1, tolerance 300: passages first, then what lies between."""
    assert official(tmp_path, judgments, run) == close(expected)


def test_the_official_recall_is_a_share_of_the_size_that_the_judgments_state(
    tmp_path: Path,
) -> None:
    """200 characters are stated and 100 marked; T2IP counts marked ones alone."""
    judged = "200 1000 0 0:100"
    assert official(tmp_path, judged, "0 50") == close(100 / 400)
    assert official(tmp_path, judged, "0 50", "AgP(T2IR(300))") == close(100 / 200)
    assert official(tmp_path, judged, "0 50", "AgP(aveChP)") == close(100 / 200)


@pytest.mark.parametrize("model", ["sequential", "document", "rank(rest='best')", "entry"])
@pytest.mark.parametrize(("start", "expected"), [(299, 11 / 311), (300, 0), (301, 0)])
def test_a_highlight_right_after_the_last_tolerated_character_is_not_read(
    model: str, start: int, expected: float
) -> None:
    """The reader stops at the 300th irrelevant character, inclusive."""
    judged, run = {"d": Judged(((start, start + 11),), 1000)}, shown((0, 300))
    assert value(f"AgP(T2IP({model}, 300))", run, judged) == close(expected)
    assert value(f"AgP(T2IR({model}, 300))", run, judged) == (expected > 0)


# Ranked entry points


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("T2I(5)", 3 / 6),
        ("T2I(6)", 4 / 6),
        ("T2I(5)@1", 0),
        ("T2I(5)@2", 1 / 2),
        ("T2I(5)@10", 3 / 10),
        ("ESL(5)", 1),
        ("ESL(5, 2)", 1),
        ("ESL(5, wanted=3)", 3),
        ("ESL(5, wanted=9)", 1500),
        ("ESL(5, wanted=9, never=99)", 99),
        ("ESL(6, 9)", 2),
    ],
)
def test_entry_points_lead_to_new_fragments(name: str, expected: float) -> None:
    """d has the fragments [10, 20), [22, 24) and [29, 30), and e has [0, 3).

    The first result is 5 characters before a fragment, the second within it, the third 3 before the
    second fragment, in text that was seen; the fourth is nowhere; the fifth is 5 before the third.
    With a tolerance of 5 the second, third and sixth lead to something new, and with 6 the first,
    third, fifth and sixth.
    """
    judged = {"d": Judged(((10, 20), (22, 24), (29, 30)), 60), "e": Judged(((0, 3),), 9)}
    entries = [("d", 5), ("d", 12), ("d", 19), ("x", 0), ("d", 24), ("e", 0)]
    results = [Result(document, start, start) for document, start in entries]
    assert value(name, results, judged) == close(expected)


def test_an_entry_point_leads_to_nothing_in_another_document() -> None:
    """However far the reader is ready to go on."""
    judged = {"d": Judged(((0, 5),), 60), "e": Judged(((0, 5),), 60)}
    assert value("T2I(1000000000000)", [Result("d", 9, 9)], judged) == 0


def test_without_relevant_text_there_is_nothing_to_search_for() -> None:
    judged = {"d": Judged((), 60)}
    assert value("T2I(300)", shown((0, 0)), judged) == 0
    assert value("ESL(300)", shown((0, 0)), judged) is None


# What is written, and what is refused


def test_a_measure_that_names_an_order_keeps_it() -> None:
    name = "AgP(aveChP(rank))"
    for reading in ("sequential", "document(rest='stop')", None):
        assert value(name, PASSAGES, MARKED, reading=reading) == value(name, PASSAGES, MARKED)
    assert value("AgP(aveChP)", PASSAGES, MARKED, reading="rank") == value(name, PASSAGES, MARKED)


def test_the_order_of_reading_can_be_given_as_an_object_or_as_text() -> None:
    run, judged = run_records({"t": PASSAGES}), judged_records({"t": MARKED})
    written, name = "rank(rest='best', passage_cost=2)", "AgP(aveChP)"
    found = [
        evaluate(run, judged, name, reading=reading).value("run", name)
        for reading in (written, ReadingModel("rank", rest="best", passage_cost=2))
    ]
    assert found[0] == found[1] != value(name, PASSAGES, MARKED)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("AgP(aveChP(rnk))", "unknown reading order 'rnk'; did you mean rank?"),
        ("AgP(aveChP(rank@5))", "rank@5 takes no cut-off"),
        ("AgP(aveChP(rank, document))", "aveChP takes no parameters"),
        ("AgP(aveChP(rank(rest='none')))", "rest is 'natural' or 'best' or 'worst' or 'stop'"),
        ("AgP(aveChP(rank(rst='best')))", "rank has no parameter 'rst'; did you mean rest?"),
        ("AgP(aveChP(rank(passage_cost=-1)))", "passage_cost must be above 0, not -1"),
        ("AgP(F(rank))", "F: beta is a number, not rank"),
        ("AgP(T2IF(0))", "T2IF: n must be above 0, not 0"),
        ("AgP(ChP)", "ChP takes an amount of text read, as in @2000chars"),
        ("AgP(ChP@0.5)", "ChP takes an amount of text read, as in @2000chars"),
        ("AgP(aveChP@5)", "aveChP@5 stands inside and takes no cut-off"),
        ("AgP(LE(300))", "LE(300) is an effort, of which less is better; AgP takes one of"),
        ("ANCE(aveChP)@5", "aveChP is a gain, not an effort; ANCE takes one of LE"),
        ("ANCE(LE(300))", "ANCE takes a rank, as in @10; not no cut-off"),
        ("ANCE@600", "ANCE needs a document score, as in ANCE(LE(300))"),
        ("LE(300)", "it is a document score; put it inside a list score, as in ANCE(LE)"),
        ("aveChP", "it is a document score; put it inside a list score, as in AgP(aveChP)"),
        ("CE(LE(variant='ramp'))@5", "LE: variant is 'steps' or 'linear', not ramp"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name: str, message: str) -> None:
    with pytest.raises(MeasureError, match=re.escape(message)):
        measure(name)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"order": "rnk"}, "unknown reading order 'rnk'; did you mean rank?"),
        ({"rest": "none"}, "unknown rest of a document 'none'; known: best, natural, stop, worst"),
        ({"passage_cost": -1}, "passage_cost is -1; it cannot be negative"),
    ],
)
def test_what_is_wrong_with_a_reading_model_is_said(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        ReadingModel(**given)


def test_no_cost_of_opening_can_be_written_out() -> None:
    assert reading_model("document(passage_cost=0)") == ReadingModel()


def test_a_part_of_a_character_is_no_cost_of_opening() -> None:
    """It would be rounded down without a word."""
    with pytest.raises(ReadpathError, match="passage_cost"):
        reading_model("document(passage_cost=1.5)")


def test_interleaved_passages_in_a_task_file_are_refused_until_a_policy_is_chosen(
    tmp_path: Path,
) -> None:
    path, name = tmp_path / "a.run", "AgP(aveChP)"
    path.write_text("t Q0 d 1 3 r 6 3\nt Q0 e 2 2 r 0 5\nt Q0 d 3 1 r 1 2\n")
    judged = judged_records({"t": MARKED})
    with pytest.raises(RunError, match="the results at ranks 1 and 3 are in one document"):
        evaluate(path, judged, name)
    found = evaluate(path, judged, name, policy=Policy(interleaved="merge"))
    assert found.value("r", name) == value(name, PASSAGES, MARKED)


@pytest.mark.parametrize("name", ["AgP(aveChP)", "CE(LE)@5", "T2I", "ESL"])
def test_whole_graded_documents_have_no_relevant_text_to_find(name: str) -> None:
    graded: list[dict[str, object]] = [{"topic": "t", "document": "d", "grade": 1}]
    with pytest.raises(EvidenceError, match="this measure needs highlighted text"):
        evaluate(run_records({"t": PASSAGES}), graded, name)


def test_a_new_order_of_reading_is_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("readpath.reading.models.ORDERS", dict(ORDERS))

    @reading_order
    def backwards(pieces: Pieces) -> tuple[Bools, Ints]:
        return pieces.all, -pieces.start

    assert backwards.__name__ not in ORDERS
    with pytest.raises(OptionError, match="reading order backwards is registered twice"):
        reading_order(backwards)
    model = ReadingModel("backwards")
    found = evaluate(
        run_records({"t": PASSAGES}), judged_records({"t": MARKED}), "AgP(ChP@2)", reading=model
    )
    assert found.value("run", "AgP(ChP@2)") == 1 / 2
