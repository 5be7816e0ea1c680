"""Strips: the path through each document of a topic, as numbers, as text and as a picture."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from readpath import Policy, ReadingModel, demo, evaluate, read_judgments, read_run, strips_of
from readpath.errors import EvidenceError, MeasureError, OptionError
from readpath.report import strip_svg, strip_text
from readpath.strips import SCORES, Strip, Strips
from slow_effort import (
    Judged,
    Model,
    Result,
    judged_records,
    length,
    path,
    ranking,
    relevant_documents,
    run_records,
    tolerated,
)
from test_effort_against_slow import MODELS, batch

Rows = list[dict[str, object]]

GIVEN = batch(600, 30)
TOPICS = [topic for topic in GIVEN.assessed if GIVEN.answers[topic]]
RUN, GOLD = read_run(run_records(GIVEN.answers)), read_judgments(judged_records(GIVEN.assessed))


def own(document: str, topic: str) -> list[Result]:
    return [result for result in GIVEN.answers[topic] if result.document == document]


def expected_path(strip: Strip, topic: str, model: Model) -> list[bool]:
    return path(strip.document, GIVEN.answers[topic], GIVEN.assessed[topic], model)


@pytest.mark.parametrize("model", MODELS[::5], ids=str)
def test_stretches_are_the_path(model: Model) -> None:
    """Of a document of which only the passages are read, the rest is shown in its natural order."""
    whole = replace(model, rest="natural") if model.rest == "stop" else model
    for topic in TOPICS:
        for strip in strips_of(RUN, GOLD, topic, reading=str(model), scores=["F"]).strips:
            if strip.document not in relevant_documents(GIVEN.assessed[topic]):
                assert strip.stretches == ()
                continue
            read = [each.relevant for each in strip.stretches for _ in range(each.length)]
            assert read == expected_path(strip, topic, whole)
            assert strip.length == len(read)


@pytest.mark.parametrize("rest", ["natural", "best", "worst", "stop"])
@pytest.mark.parametrize("order", ["document", "rank", "sequential", "entry"])
def test_stretches_sum_up_to_the_document(order: str, rest: str) -> None:
    """Each character is in one of them, what is read first before what is read later."""
    model = f"{order}(rest='{rest}')"
    for topic in TOPICS:
        judged = GIVEN.assessed[topic]
        for strip in strips_of(RUN, GOLD, topic, reading=model).strips:
            places = [s.start + step for s in strip.stretches for step in range(s.length)]
            if strip.document in relevant_documents(judged):
                size = length(own(strip.document, topic), judged[strip.document])
                assert sorted(places) == list(range(size))
                shown = {p for r in own(strip.document, topic) for p in range(r.start, r.end)}
                first = {s.start + i for s in strip.stretches if s.first for i in range(s.length)}
                assert first == (shown if order in ("document", "rank") else set(places))
            firsts = [each.first for each in strip.stretches]
            assert firsts == sorted(firsts, reverse=True)


@pytest.mark.parametrize("order", ["document", "rank", "sequential", "entry"])
def test_a_stretch_goes_on_as_long_as_its_kind_does(order: str) -> None:
    """However results cut the text."""
    for topic in TOPICS:
        for strip in strips_of(RUN, GOLD, topic, reading=order).strips:
            for one, other in pairwise(strip.stretches):
                if one.start + one.length == other.start:
                    assert (one.relevant, one.first) != (other.relevant, other.first)


@pytest.mark.parametrize("patience", [1, 3, 8, 300])
@pytest.mark.parametrize(
    "model",
    [
        Model(),
        Model("rank", "worst", 2),
        Model("document", "stop"),
        Model("rank", "stop", 2),
        Model("entry", "stop", 1),
    ],
    ids=str,
)
def test_the_reader_gives_up_where_tolerance_to_irrelevance_stops(
    patience: int, model: Model
) -> None:
    for topic in TOPICS:
        judged = GIVEN.assessed[topic]
        found = strips_of(RUN, GOLD, topic, reading=str(model), patience=patience)
        for strip in found.strips:
            if strip.document in relevant_documents(judged):
                assert strip.read == len(tolerated(expected_path(strip, topic, model), patience))


@pytest.mark.parametrize("patience", [1, 3, 8, 300])
def test_pieces_are_stretches_cut_where_the_reader_gives_up(patience: int) -> None:
    for topic in TOPICS:
        for strip in strips_of(RUN, GOLD, topic, patience=patience).strips:
            pieces = list(strip.pieces())
            at = 0
            for place, piece, read in pieces:
                assert (place, piece.length > 0) == (at, True)
                assert read == (at < strip.read)
                at += piece.length
            assert at == strip.length
            whole = [(s.start + i, s.relevant) for s in strip.stretches for i in range(s.length)]
            parts = [(p.start + i, p.relevant) for _, p, _ in pieces for i in range(p.length)]
            assert parts == whole
            assert len(pieces) <= len(strip.stretches) + 1


def test_scores_beside_a_strip_are_those_of_the_measures() -> None:
    names = ("F(0.25)", "aveChP", "T2IF(8)", "ChP(rank)@5", "LE(rank, 6)", "R")
    model = "rank(rest='best')"
    tidy = {t: [Result(d, 0, 7) for d in ranking(GIVEN.answers[t])] for t in TOPICS}
    run = read_run(run_records(tidy))
    for topic in TOPICS[:8]:
        for strip in strips_of(run, GOLD, topic, reading=model, scores=names).strips:
            alone = read_run(run_records({topic: [Result(strip.document, 0, 7)]}))
            for name in names:
                outer = f"CE({name})@1" if name.startswith("LE") else f"gP({name})@1"
                scores = evaluate(alone, GOLD.only([topic]), outer, reading=model)
                value, mine = scores.value("run", outer), strip.scores[name]
                if strip.document not in relevant_documents(GIVEN.assessed[topic]):
                    assert mine is None
                else:
                    assert mine == pytest.approx((value or 0) + name.startswith("LE"), abs=1e-12)


def test_documents_are_ranked_among_all_and_missed_ones_are_named() -> None:
    for topic in TOPICS:
        judged, ranked = GIVEN.assessed[topic], ranking(GIVEN.answers[topic])
        found = strips_of(RUN, GOLD, topic)
        assert [(strip.document, strip.rank) for strip in found.strips] == [
            (name, rank) for rank, name in enumerate(ranked, start=1) if name in judged
        ]
        missed = [name for name in judged if name in relevant_documents(judged) - set(ranked)]
        assert list(found.missed) == missed
        assert (found.run, found.topic, found.patience) == ("run", topic, 300)


def test_whole_documents_have_strips_too() -> None:
    """If it is known how long they are; x is not judged."""
    rows: Rows = [{"topic": "t", "document": name} for name in ("x", "d")]
    judged = judged_records({"t": {"d": Judged(((5, 9),), 20), "e": Judged(((0, 1),), 3)}})
    found = strips_of(rows, judged, "t")
    (strip,) = found.strips
    assert [(s.start, s.length, s.relevant, s.first) for s in strip.stretches] == [
        (0, 5, False, True),
        (5, 4, True, True),
        (9, 11, False, True),
    ]
    assert (strip.rank, found.missed, found.unjudged) == (2, ("e",), 1)
    assert found.notes == ()


def test_documents_that_nobody_judged_are_counted() -> None:
    for topic in TOPICS:
        judged, ranked = GIVEN.assessed[topic], ranking(GIVEN.answers[topic])
        found = strips_of(RUN, GOLD, topic)
        assert found.unjudged == sum(name not in judged for name in ranked)
        if found.strips:
            one = strips_of(RUN, GOLD, topic, found.strips[0].document)
            assert (one.unjudged, one.missed) == (found.unjudged, found.missed)


def test_what_is_odd_is_told() -> None:
    """As by `evaluate`: of the topic that is shown, not of others."""
    rows = run_records({"t": [Result("d", 4, 4)], "u": [Result("d", 0, 9)]})
    judged = judged_records({t: {"d": Judged(((5, 9),), 20)} for t in "tu"})
    assert strips_of(rows, judged, "u").notes == ()
    assert strips_of(rows, judged, "t", reading="entry").notes == ()
    (note,) = strips_of(rows, judged, "t").notes
    assert "show no text" in note
    late = judged_records({"u": {"d": Judged(((1, 2),), 8)}})
    (note,) = strips_of(rows, late, "u").notes
    assert note == "1 result past the end of the document, the first at records:2; nothing is cut"
    unknown = judged_records({"u": {"d": Judged(((1, 2),))}})
    (note,) = strips_of(rows, unknown, "u").notes
    assert note.startswith("1 relevant document of a length that the judgments do not tell")


# Some documents, and the rules of reading

SEA = strips_of(demo.run("passages"), demo.judgments(), "01")


def test_some_documents_are_shown_in_the_order_asked_for() -> None:
    wanted = [SEA.strips[3].document, SEA.strips[0].document]
    found = strips_of(demo.run("passages"), demo.judgments(), "01", wanted)
    assert found.strips == (SEA.strips[3], SEA.strips[0])
    assert found.missed == SEA.missed


def test_one_document_and_one_score_need_no_list() -> None:
    run, gold, name = demo.run("passages"), demo.judgments(), SEA.strips[2].document
    found = strips_of(run, gold, "01", name, scores="aveChP")
    assert found == strips_of(run, gold, "01", [name], scores=["aveChP"])
    (strip,) = found.strips
    assert (strip.document, list(strip.scores)) == (name, ["aveChP"])


def test_a_topic_may_be_a_number() -> None:
    rows = run_records({"7": [Result("d", 0, 9)]})
    judged = judged_records({"7": {"d": Judged(((5, 9),), 20)}})
    found = strips_of(rows, judged, 7)
    assert found == strips_of(rows, judged, "7")
    assert found.topic == "7"


@pytest.mark.parametrize("patience", [1, 40, 300, 2000])
def test_scores_are_of_the_reader_s_patience_unless_others_are_asked_for(patience: int) -> None:
    run, gold = demo.run("passages"), demo.judgments()
    names = ["F(0.25)", "aveChP", f"T2IF({patience})", f"LE({patience})"]
    found = strips_of(run, gold, "01", patience=patience)
    assert found == strips_of(run, gold, "01", scores=names, patience=patience)
    assert list(found.strips[0].scores) == names


def test_no_scores_can_be_asked_for() -> None:
    (strip, *_) = strips_of(demo.run("passages"), demo.judgments(), "01", scores=()).strips
    assert strip.scores == {}


def test_the_order_of_reading_is_an_object_or_text_or_the_policy_s() -> None:
    run, gold = demo.run("passages"), demo.judgments()
    model = ReadingModel("rank", rest="stop")
    found = [
        strips_of(run, gold, "01", reading=model),
        strips_of(run, gold, "01", reading="rank(rest='stop')"),
        strips_of(run, gold, "01", policy=Policy(reading=model)),
    ]
    assert found[0] == found[1] == found[2] != SEA


def test_a_score_that_names_an_order_keeps_it() -> None:
    run, gold = demo.run("passages"), demo.judgments()
    scores = ["aveChP", "aveChP(sequential)"]
    named = strips_of(run, gold, "01", scores=scores).strips
    whole = strips_of(run, gold, "01", scores=scores, reading="sequential").strips
    for one, other in zip(named, whole, strict=True):
        assert one.scores["aveChP(sequential)"] == other.scores["aveChP"]
    assert any(one.scores["aveChP"] != one.scores["aveChP(sequential)"] for one in named)


def test_relevant_text_that_nobody_reads_is_relevant_all_the_same() -> None:
    """Nothing is read of d, which is relevant; nothing is relevant in e."""
    rows: Rows = [{"topic": "t", "document": d, "start": 5, "end": 5} for d in ("d", "e")]
    judged = judged_records({"t": {"d": Judged(((5, 9),), 20), "e": Judged((), 20)}})
    found = strips_of(rows, judged, "t", reading="document(rest='stop')", scores=["aveChP", "F"])
    read, irrelevant = found.strips
    assert read.scores == {"aveChP": 0.0, "F": 0.0}
    assert irrelevant.scores == {"aveChP": None, "F": None}
    text = strip_text.render(found)
    assert [
        line.split()[1] for line in text.splitlines() if "nothing in it is relevant" in line
    ] == ["e"]
    assert strip_svg.render(found).count("nothing in it is relevant") == 1


# What is refused


@pytest.mark.parametrize(
    ("topic", "documents", "message"),
    [
        ("1", None, "run passages has no topic 1; did you mean "),
        ("99", None, "run passages has no topic 99; known: 01, 02, 03"),
        (
            "01",
            ["fog-signal"],
            "document fog-signal is not among the judged ones that run passages",
        ),
        ("01", ["fog-signal"], "returns; did you mean fog-signals?"),
    ],
)
def test_what_is_not_there_has_no_strip(
    topic: str, documents: list[str] | None, message: str
) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        strips_of(demo.run("passages"), demo.judgments(), topic, documents)


def test_a_topic_that_is_not_judged_has_no_strips() -> None:
    with pytest.raises(OptionError, match="topic 01 is not judged"):
        strips_of(demo.run("passages"), demo.judgments().only(["02", "03"]), "01")


@pytest.mark.parametrize(
    ("score", "message"),
    [
        ("aveChPP", "unknown document score 'aveChPP'; did you mean aveChP"),
        ("AgP(aveChP)", "unknown document score 'AgP'"),
        ("ChP", "ChP takes an amount of text read"),
        ("T2IF(0)", "n must be above 0"),
        ("T2IF(80 words)", "words"),
        ("aveChP(rank(passage_cost=2 words))", "words"),
        ("ChP@20tokens", "tokens"),
        ("T2IF({n})", "T2IF({n})"),
        ("aveChP{", "aveChP{"),
    ],
)
def test_a_score_that_cannot_stand_beside_a_strip_is_refused(score: str, message: str) -> None:
    """Strips are drawn in characters, so that scores in other units would not belong to them."""
    with pytest.raises(MeasureError, match=re.escape(message)):
        strips_of(demo.run("passages"), demo.judgments(), "01", scores=[score])


@pytest.mark.parametrize("patience", [0, -300])
def test_a_reader_has_some_patience(patience: int) -> None:
    with pytest.raises(OptionError, match="patience"):
        strips_of(demo.run("passages"), demo.judgments(), "01", patience=patience)


def test_an_unknown_order_of_reading_is_refused() -> None:
    with pytest.raises(MeasureError, match="unknown reading order 'rnk'; did you mean rank"):
        strips_of(demo.run("passages"), demo.judgments(), "01", reading="rnk")


def test_graded_documents_have_no_strips() -> None:
    graded: Rows = [{"topic": "01", "document": "radar", "grade": 1}]
    with pytest.raises(EvidenceError, match="needs highlighted text"):
        strips_of(demo.run("passages"), graded, "01")


# As text


def bars(strips: Strips, width: int = 60) -> dict[str, str]:
    """The marks of each document in a text."""
    lines = strip_text.render(strips, width).splitlines()[3:]
    rows = [line.split() for line in lines[: lines.index("")]]
    return {name: bar for _, name, bar, *_ in rows}


def below(strips: Strips) -> list[str]:
    """What a text says below the strips."""
    lines = strip_text.render(strips).splitlines()[3:]
    return lines[lines.index("") + 1 :]


def test_a_text_has_a_line_for_each_document() -> None:
    text = strip_text.render(SEA)
    lines = text.splitlines()
    assert lines[0] == "topic 01 of passages, read by document"
    assert lines[2].split()[-len(SCORES) :] == [name.format(patience=300) for name in SCORES]
    for strip, line in zip(SEA.strips, lines[3:], strict=False):
        values = [f"{value:.4f}" if value is not None else "–" for value in strip.scores.values()]
        assert line.split()[:2] == [str(strip.rank), strip.document]
        assert line.split()[-len(SCORES) :] == values
    assert "╳ the reader stops, at 300 irrelevant characters or where nothing is left" in text
    assert max(map(len, lines[3 : 3 + len(SEA.strips)])) <= 140


@pytest.mark.parametrize(
    ("highlights", "spans", "patience", "bar"),
    [
        ([(2, 4)], [(0, 10)], 300, "──██──────"),
        ([(2, 4)], [(2, 4)], 300, "██│───────"),
        ([(2, 4)], [(6, 8)], 300, "──│─██────"),
        ([(2, 4)], [(6, 8)], 3, "──│╳▒▒····"),
        ([(2, 4)], [(6, 8)], 1, "─╳│·▒▒····"),
        ([(2, 4)], [(6, 8)], 2, "──╳·▒▒····"),
        ([(0, 10)], [(0, 10)], 1, "██████████"),
    ],
)
def test_one_mark_for_each_character_of_a_short_document(
    highlights: list[tuple[int, int]], spans: list[tuple[int, int]], patience: int, bar: str
) -> None:
    """Read from the passages on; the bar parts them from the rest, and the cross ends it all."""
    rows = run_records({"t": [Result("d", *span) for span in spans]})
    judged = judged_records({"t": {"d": Judged(tuple(highlights), 10)}})
    found = strips_of(rows, judged, "t", patience=patience)
    assert bars(found) == {"d": bar}


@pytest.mark.parametrize(
    ("model", "bar"),
    [
        ("document(rest='stop')", "──╳·▒▒····"),
        ("sequential(rest='stop')", "──██──────"),
        ("document(rest='stop', passage_cost=1)", "───╳·▒▒····"),
    ],
)
def test_what_is_left_where_the_passages_end_is_shown(model: str, bar: str) -> None:
    """Nothing of it is read, but what is relevant in it can be seen."""
    rows = run_records({"t": [Result("d", 6, 8)]})
    judged = judged_records({"t": {"d": Judged(((2, 4),), 10)}})
    found = strips_of(rows, judged, "t", reading=model)
    assert bars(found) == {"d": bar}


def legend_of(
    highlights: list[tuple[int, int]], spans: list[tuple[int, int]], patience: int, size: int = 10
) -> list[str]:
    rows = run_records({"t": [Result("d", *span) for span in spans]})
    judged = judged_records({"t": {"d": Judged(tuple(highlights), size)}})
    return below(strips_of(rows, judged, "t", patience=patience))


def test_the_legend_has_the_marks_that_are_used() -> None:
    """Each on a line of its own."""
    read, passed = "█ relevant and read", "─ irrelevant and read"
    missed, left = "▒ relevant, not read", "· irrelevant, not read"
    rest = "│ the passages end, the rest of the document begins"
    stop = "╳ the reader stops, at 3 irrelevant characters or where nothing is left to read"
    assert legend_of([(0, 10)], [(0, 10)], 300) == [read]
    assert legend_of([(2, 4)], [(0, 10)], 300) == [read, passed]
    assert legend_of([(2, 4)], [(2, 4)], 300) == [read, passed, rest]
    assert legend_of([(2, 4)], [(6, 8)], 3) == [passed, missed, left, stop, rest]
    assert "… the document goes on" in legend_of([(2, 4)], [(0, 10)], 6, size=61)
    assert "… the document goes on" not in legend_of([(2, 4)], [(0, 10)], 6, size=60)


@pytest.mark.parametrize("count", [1, 2])
def test_documents_that_were_not_judged_are_not_drawn(count: int) -> None:
    others = [Result(f"x{number}", 0, 9) for number in range(count)]
    judged = {"d": Judged(((0, 9),), 9), "e": Judged(((0, 1),), 3)}
    rows = run_records({"t": [*others, Result("d", 0, 9)]})
    found = strips_of(rows, judged_records({"t": judged}), "t")
    told = f"{'1 document' if count == 1 else '2 documents'} not judged and not drawn"
    assert below(found)[:2] == [told, "relevant but not returned: e"]
    assert f"{told}; relevant but not returned: e" in words(drawn(found))
    alone = strips_of(rows, judged_records({"t": {"d": judged["d"]}}), "t")
    assert below(alone)[:2] == [told, "█ relevant and read"]
    assert told in words(drawn(alone))
    nothing = strips_of(rows[-1:], judged_records({"t": {"d": judged["d"]}}), "t")
    assert "not judged" not in strip_text.render(nothing) + strip_svg.render(nothing)


def test_a_mark_is_never_more_than_a_sixth_of_the_reader_s_patience() -> None:
    """Where the reader stops is seen, even if longer documents are cut for it."""
    judged = {"t": {"d": Judged(((30, 40),), 6000), "e": Judged(((0, 30),), 60)}}
    rows = run_records({"t": [Result("d", 0, 6000), Result("e", 0, 60)]})
    found = strips_of(rows, judged_records(judged), "t", patience=60)
    assert bars(found) == {"d": "───█───╳" + "·" * 51 + "…", "e": "███───"}
    assert bars(found, width=20) == {"d": "───█───╳" + "·" * 11 + "…", "e": "███───"}
    assert "one mark is 10 characters" in strip_text.render(found)
    few = strips_of(rows, judged_records(judged), "t", patience=1)
    assert "one mark is 1 character " in strip_text.render(few)
    assert len(bars(few)["d"]) == len(bars(few)["e"]) == 60
    assert (bars(few)["d"][-1], bars(few)["e"][-1]) == ("…", "·")


def test_a_long_document_is_drawn_to_scale() -> None:
    """Of 60 marks each is 100 characters; a little relevant text is seen all the same."""
    judged = {"t": {"d": Judged(((3005, 3006),), 6000), "e": Judged(((0, 300),), 600)}}
    rows = run_records({"t": [Result("d", 0, 6000), Result("e", 0, 600)]})
    found = strips_of(rows, judged_records(judged), "t", patience=10_000)
    assert bars(found) == {"d": "─" * 30 + "█" + "─" * 29, "e": "███───"}
    assert bars(found, width=30) == {"d": "─" * 15 + "█" + "─" * 14, "e": "██─"}
    assert "one mark is 100 characters" in strip_text.render(found)


def test_relevant_documents_that_are_not_returned_are_named() -> None:
    gold = [{"topic": "01", "document": name, "start": 0, "end": 9} for name in ("radar", "x", "y")]
    run = [{"topic": "01", "document": "radar", "start": 0, "end": 9}]
    found = strips_of(run, gold, "01")
    assert "relevant but not returned: x, y\n" in strip_text.render(found)
    assert ">relevant but not returned: x, y<" in strip_svg.render(found)


# As a picture

SPACE = "{http://www.w3.org/2000/svg}"


def drawn(strips: Strips) -> ElementTree.Element:
    return ElementTree.fromstring(strip_svg.render(strips))


def words(picture: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in picture.iter(f"{SPACE}text")]


def test_a_picture_has_a_row_for_each_document() -> None:
    picture = drawn(SEA)
    said = words(picture)
    for strip in SEA.strips:
        row = next(text for text in said if text.startswith(f"{strip.rank}  "))
        assert strip.document.startswith(row.split()[1].rstrip("…"))
    for name in SCORES:
        assert said.count(name.format(patience=300)) == 1
    assert "stops at 300 irrelevant characters, or at the end" in said
    title = picture.find(f"{SPACE}title")
    assert title is not None
    assert title.text == said[0] == "Topic 01 of passages, read by document"


def strip_bars(picture: ElementTree.Element) -> list[tuple[str, float, float]]:
    """Kind, place and width of the bars, without those of the legend."""
    found = [r for r in picture.iter(f"{SPACE}rect") if r.get("class") not in (None, "card")][:-2]
    return [
        (
            str(bar.get("class")),
            float(str(bar.get("x"))) - strip_svg.LEFT,
            float(str(bar.get("width"))),
        )
        for bar in found
    ]


@pytest.mark.parametrize(("size", "cut"), [(90, False), (100, False), (101, True), (5000, True)])
def test_a_picture_ends_at_ten_times_the_patience(size: int, cut: bool) -> None:
    """Ten characters of patience: 100 are drawn, over the whole width, and the rest is left out."""
    judged = judged_records({"t": {"d": Judged(((50, 60), (80, size)), size)}})
    found = strips_of(run_records({"t": [Result("d", 0, size)]}), judged, "t", patience=10)
    picture = drawn(found)
    scale = strip_svg.STRIP / min(size, 100)
    expected = [("irr", 0, 10), ("irr off", 10, 40), ("rel off", 50, 10), ("irr off", 60, 20)]
    expected.append(("rel off", 80, min(size, 100) - 80))
    bars = strip_bars(picture)
    assert [kind for kind, _, _ in bars] == [kind for kind, _, _ in expected]
    for (_, x, width), (_, at, size_of) in zip(bars, expected, strict=True):
        assert x == pytest.approx(at * scale, abs=0.006), "two digits are written"
        assert width == pytest.approx(size_of * scale, abs=0.006), "two digits are written"
    assert words(picture).count("…") == cut


def marks(picture: ElementTree.Element, kind: str) -> int:
    return sum(each.get("class") == kind for each in picture.iter(f"{SPACE}path"))


def test_a_picture_has_no_mark_past_its_end() -> None:
    """What is past the end of the picture begins nowhere in it; the legend has one mark of each."""
    judged = judged_records({"t": {"d": Judged(((0, 300),), 400)}})
    near, far = (
        strips_of(run_records({"t": [Result("d", 0, end)]}), judged, "t", patience=10)
        for end in (50, 150)
    )
    assert [marks(drawn(each), "rest") for each in (near, far)] == [2, 1]
    assert [marks(drawn(each), "stop") for each in (near, far)] == [1, 1]
    patient = strips_of(run_records({"t": [Result("d", 0, 400)]}), judged, "t", patience=50)
    assert marks(drawn(patient), "stop") == 2


def test_a_picture_is_drawn_to_one_scale() -> None:
    """Bars of a row lie end to end, and are as wide as the text that they stand for."""
    picture = drawn(SEA)
    longest = max(strip.length for strip in SEA.strips)
    assert longest <= 300 * strip_svg.PATIENCES, "nothing is cut"
    bars = [r for r in picture.iter(f"{SPACE}rect") if r.get("class") not in (None, "card")][:-2]
    rows: dict[int, list[ElementTree.Element]] = {}
    for bar in bars:
        inset = 0 if str(bar.get("class")).startswith("rel") else 7
        rows.setdefault(int(str(bar.get("y"))) - inset, []).append(bar)
    seen = [strip for strip in SEA.strips if strip.stretches]
    for strip, row in zip(seen, rows.values(), strict=True):
        assert len(row) == len(list(strip.pieces()))
        ends = 0.0
        for bar, (_, piece, read) in zip(row, strip.pieces(), strict=True):
            kind = ("rel" if piece.relevant else "irr") + ("" if read else " off")
            assert bar.get("class") == kind
            assert float(str(bar.get("width"))) == pytest.approx(
                piece.length * strip_svg.STRIP / longest, abs=0.006
            ), "two digits are written"
            assert float(str(bar.get("x"))) - strip_svg.LEFT == pytest.approx(ends, abs=0.1)
            ends += piece.length * strip_svg.STRIP / longest


HOSTILE = "<b>&\"'</svg><script>alert(1)</script>"


@pytest.mark.parametrize(
    "name",
    [
        HOSTILE,
        "]]>",
        "&amp;",
        "a\x07b",
        "\x1b[31mred",
        "a\nb",
        "\x00",
        "\u202eabc",
        "\ufffe",
        "🚢",
    ],
    ids=ascii,
)
def test_hostile_names_do_no_harm(name: str) -> None:
    """A picture stays well-formed, and a text keeps to its lines and sends nothing to a terminal."""
    rows: Rows = [{"topic": name, "document": name, "start": 0, "end": 9}]
    gold: Rows = [
        {"topic": name, "document": name, "start": 0, "end": 3},
        {"topic": name, "document": f"{name}2", "start": 0, "end": 3},
    ]
    found = strips_of(read_run(rows, name=name), gold, name)
    picture = drawn(found)
    assert {each.tag for each in picture.iter()} <= {
        f"{SPACE}{tag}" for tag in ("svg", "title", "style", "rect", "text", "path")
    }
    text = strip_text.render(found)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    assert len(text.splitlines()) == len(strip_text.render(SEA_OF_ONE).splitlines())


SEA_OF_ONE = strips_of(
    [{"topic": "t", "document": "d", "start": 0, "end": 9}],
    [{"topic": "t", "document": name, "start": 0, "end": 3} for name in ("d", "d2")],
    "t",
)


def test_nothing_returned_that_was_judged_is_an_empty_drawing() -> None:
    gold: Rows = [{"topic": "t", "document": "d", "start": 0, "end": 3}]
    found = strips_of([{"topic": "t", "document": "x", "start": 0, "end": 9}], gold, "t")
    assert found.strips == ()
    assert "relevant but not returned: d" in strip_text.render(found)
    assert "1 document not judged and not drawn; relevant but not returned: d" in words(
        drawn(found)
    )
