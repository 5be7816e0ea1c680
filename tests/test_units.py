"""Counting in words, sentences, tokens and seconds instead of characters."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from readpath import (
    Scores,
    Units,
    evaluate,
    measure,
    read_chunking,
    read_judgments,
    read_run,
    read_texts,
)
from readpath.errors import EvidenceError, MeasureError, ReadpathError
from readpath.measures import DOCUMENT_SCORES, LIST_SCORES, reading_model
from readpath.measures.cutoffs import Kind
from readpath.units import CHARACTERS, NAMES, Tokenizer, begins_of
from slow_effort import length
from test_effort_against_slow import batch

Rows = list[dict[str, object]]

PROSE = "Fog came in. The ship’s bell rang twice! “Who is there?” asked 3 mates… Nobody."
EMOJI = "👩‍🚀 flies 𝔘p, naïvely… 🚢🚢 to Ålesund.\n\nNo\u00a0end 🌊"


def places(text: str, unit: str, tokenizer: Tokenizer | None = None) -> list[int]:
    """How many units begin before each place of a text, and before places past its end."""
    points = list(range(len(text) + 3))
    table = pl.DataFrame({"document": ["d"] * len(points), "at": points})
    return Units({"d": text}, tokenizer).places(table, ["at"], unit)["at"].to_list()


def begins(text: str, unit: str, tokenizer: Tokenizer | None = None) -> list[int]:
    """The places where units begin: where the count grows."""
    counts = places(text, unit, tokenizer)
    return [place for place, (low, high) in enumerate(pairwise(counts)) if high > low]


# What a word, a sentence and a token are


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one two", ["one", "two"]),
        ("“Who?” asked 3 mates… Nobody.", ["Who", "asked", "3", "mates", "Nobody"]),
        ("  one\n\ttwo  ", ["one", "two"]),
        ("well-known ship’s don't", ["well-known", "ship’s", "don't"]),
        ("a - b", ["a", "b"]),
        ("3.14 and 1,000", ["3", "14", "and", "1", "000"]),
        ("snake_case", ["snake_case"]),
        (EMOJI, ["flies", "𝔘p", "naïvely", "to", "Ålesund", "No", "end"]),
        ("🚢🌊", []),
        ("", []),
    ],
)
def test_where_words_begin(text: str, words: list[str]) -> None:
    found, at = [], 0
    for word in words:
        at = text.index(word, at)
        found.append(at)
        at += len(word)
    assert begins(text, "words") == found


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (PROSE, ["Fog", "The", "“Who", "asked", "Nobody"]),
        ("One. Two? Three! Four… Five", ["One", "Two", "Three", "Four", "Five"]),
        ("At 3.14 knots. Next", ["At", "Next"]),
        ("A heading\n\nIts text. More", ["A", "Its", "More"]),
        ("“Quoted.” After", ["“Quoted", "After"]),
        ("(In brackets.) After", ["(In", "After"]),
        ("one line\nnext line", ["one"]),
        ("Really?! Yes", ["Really", "Yes"]),
        (EMOJI, ["👩", "🚢", "No"]),
        (" \n ", []),
        ("", []),
    ],
)
def test_where_sentences_begin(text: str, sentences: list[str]) -> None:
    found, at = [], 0
    for start in sentences:
        at = text.index(start, at)
        found.append(at)
        at += 1
    assert begins(text, "sentences") == found


SYLLABLES = re.compile(r"\w{1,2}|[^\w\s]")
WAYS: dict[str, Callable[[str], Any]] = {
    "strings": lambda text: [found[0] for found in SYLLABLES.finditer(text)],
    "places": lambda text: [found.start() for found in SYLLABLES.finditer(text)],
    "pairs": lambda text: [found.span() for found in SYLLABLES.finditer(text)],
    "lists of pairs": lambda text: [list(found.span()) for found in SYLLABLES.finditer(text)],
    "an array of places": lambda text: np.array([f.start() for f in SYLLABLES.finditer(text)]),
    "an array of pairs": lambda text: np.array([f.span() for f in SYLLABLES.finditer(text)]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("text", [PROSE, EMOJI])
def test_tokens_are_given_in_several_ways(way: str, text: str) -> None:
    expected = [found.start() for found in SYLLABLES.finditer(text)]
    assert begins(text, "tokens", WAYS[way]) == expected


REFUSED = (
    "the tokenizer's numbers are not ascending places in the text; if they are token ids, let it "
    "return the tokens as strings, or pairs of start and end"
)


@pytest.mark.parametrize(
    "tokens",
    [
        [7, 0, 3],
        [101, 2023, 102],
        [0, 3, 8],
        [-1, 3],
        [(0, 3), (4, 9), (3, 4)],
        [(0, 3), (8, 9)],
        [(-1, 3)],
        [0.0, 3.0],
        [(0.0, 3.0)],
        [True, False],
    ],
    ids=str,
)
def test_numbers_that_are_no_places_in_the_text_are_refused(tokens: list[Any]) -> None:
    """Such as token ids, which would cut the text anywhere."""
    with pytest.raises(EvidenceError, match=re.escape(REFUSED)):
        begins_of(tokens, "any text")
    with pytest.raises(EvidenceError, match=re.escape(REFUSED)):
        places("any text", "tokens", lambda _: tokens)


@pytest.mark.parametrize(
    ("tokens", "found"),
    [
        ([(0, 0), (0, 3), (4, 8), (0, 0)], [0, 4]),
        ([(0, 0), (0, 0)], []),
        ([(0, 3), (3, 3), (4, 8)], [0, 4]),
        ([(0, 3), (8, 8)], [0]),
        ([0, 0, 7], [0, 0, 7]),
        ([(0, 1), (0, 3)], [0, 0]),
        ([], []),
    ],
    ids=str,
)
def test_marks_that_cover_no_text_are_no_tokens(
    tokens: list[tuple[int, int]] | list[int], found: list[int]
) -> None:
    """Tokenizers put such marks at both ends; several tokens may begin at one place, as in a 🚢."""
    assert begins_of(tokens, "any text").tolist() == found


@pytest.mark.parametrize("tokens", [[(0, 0)], []], ids=str)
def test_an_empty_text_has_no_tokens(tokens: list[tuple[int, int]]) -> None:
    assert begins_of(tokens, "").tolist() == []


@pytest.mark.parametrize("tokens", [[None], [(0, 3), (4,)], [{"start": 0}], [[0], [4]]], ids=str)
def test_what_is_no_token_is_refused(tokens: list[Any]) -> None:
    with pytest.raises(EvidenceError, match="tokenizer"):
        places("any text", "tokens", lambda _: tokens)


@settings(deadline=None)
@given(st.text(max_size=40) | st.just(EMOJI), st.sampled_from(["words", "sentences", "tokens"]))
@example("", "words")
@example("a", "tokens")
def test_the_map_of_places_never_goes_back(text: str, unit: str) -> None:
    """It begins at nothing, rises by one where a unit begins, and ends with all of them."""
    counts = places(text, unit, WAYS["places"])
    assert counts[0] == 0
    assert {high - low for low, high in pairwise(counts)} <= {0, 1}
    assert counts[len(text) :] == [len(begins(text, unit, WAYS["places"]))] * 3


def test_each_document_is_mapped_by_its_own_text() -> None:
    table = pl.DataFrame({"document": ["b", "a", "b", "c"], "at": [4, 4, None, 9]})
    units = Units({"a": "a b c d", "b": "abc def", "c": ""})
    assert units.places(table, ["at"], "words")["at"].to_list() == [1, 2, None, 0]


# Highlights and results in units


def highlights(text: str, *marks: tuple[int, int], unit: str = "words") -> list[tuple[int, int]]:
    records: Rows = [{"topic": "1", "document": "d", "start": s, "end": e} for s, e in marks]
    found = Units({"d": text}).judgments(read_judgments(records), unit).highlights
    return list(found.select("start", "end").iter_rows())


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ((0, 4), (0, 1)),
        ((0, 5), (0, 1)),
        ((0, 6), (0, 2)),
        ((5, 9), (1, 2)),
        ((6, 8), (1, 2)),
        ((7, 9), (1, 2)),
        ((9, 10), (1, 2)),
        ((11, 12), (2, 3)),
        ((12, 14), (2, 3)),
        ((0, 14), (0, 3)),
    ],
    ids=str,
)
def test_a_highlight_holds_the_words_that_begin_in_it_or_the_one_it_lies_in(
    mark: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert highlights("some ships sail", mark) == [expected]


def test_highlights_in_one_word_are_one() -> None:
    assert highlights("some ships sail", (6, 7), (8, 9)) == [(1, 2)]
    assert highlights("some ships sail", (0, 4), (5, 10)) == [(0, 2)], "touching words"


def test_lengths_and_entry_points_are_counted_too() -> None:
    records: Rows = [
        {
            "topic": "1", "document": "d", "start": 5, "end": 10,
            "entry_point": 11, "document_length": 15,
        },
        {"topic": "1", "document": "e", "start": None, "end": None, "document_length": 99},
    ]  # fmt: skip
    found = Units({"d": "some ships sail"}).judgments(read_judgments(records), "words").documents
    assert found.row(0, named=True) == {
        "topic": "1", "document": "d", "length": 3, "entry_point": 2, "grade": 1,
        "relevant": 1, "stated": None, "passages": 1,
    }  # fmt: skip


@pytest.mark.parametrize("unit", ["chars", "words"])
def test_texts_tell_how_long_documents_are(unit: str) -> None:
    """Where the judgments do not; of other documents nothing is known."""
    records: Rows = [
        {"topic": "1", "document": "d", "start": 5, "end": 10, "document_length": None},
        {"topic": "1", "document": "e", "start": 0, "end": 3, "document_length": 4},
        {"topic": "2", "document": "d", "start": None, "end": None, "document_length": None},
        {"topic": "2", "document": "f", "start": None, "end": None, "document_length": None},
    ]
    units = Units({"d": "some ships sail", "e": "one two"})
    found = units.judgments(read_judgments(records), unit).documents
    assert found.select("document", "length").rows() == (
        [("d", 15), ("e", 4), ("d", 15), ("f", None)]
        if unit == "chars"
        else [("d", 3), ("e", 1), ("d", 3), ("f", None)]
    )


def test_without_texts_judgments_stay_what_they_are() -> None:
    judged = read_judgments(GOLD)
    assert Units().judgments(judged, "chars").documents.equals(judged.documents)


@pytest.mark.parametrize("name", ["AgP(aveChP)", "iP@1", "AgP(F(1))", "AgP(T2IF(3))", "Recall@5"])
@pytest.mark.parametrize("unit", ["chars", "words", "sentences"])
def test_lengths_from_texts_are_as_good_as_judged_ones(unit: str, name: str) -> None:
    ranking: Rows = [{"topic": "1", "document": name} for name in ("e", "d")]
    judged: Rows = [
        {"topic": "1", "document": "d", "start": 5, "end": 7},
        {"topic": "1", "document": "e", "start": None, "end": None},
    ]
    texts = {"d": "some ships sail. Others sink.", "e": "one two"}
    lengths = [row | {"document_length": len(texts[str(row["document"])])} for row in judged]
    found = evaluate(ranking, judged, name, unit=unit, units=Units(texts))
    assert by_place(found) == by_place(
        evaluate(ranking, lengths, name, unit=unit, units=Units(texts))
    )
    if unit == "chars":
        assert by_place(found) == by_place(evaluate(ranking, lengths, name))
        with pytest.raises(EvidenceError, match="is not known"):
            evaluate(ranking, judged, name)


def test_a_result_holds_what_begins_in_it_or_the_unit_it_lies_in() -> None:
    """As a highlight does; an empty one points at a place and holds nothing."""
    spans = [(0, 4), (0, 6), (6, 8), (9, 10), (11, 12), (6, 6), (5, 5)]
    rows: Rows = [{"topic": "1", "document": "d", "start": s, "end": e} for s, e in spans]
    found = Units({"d": "some ships sail"}).run(read_run(rows), "words").table
    expected = [(0, 1), (0, 2), (1, 2), (1, 2), (2, 3), (2, 2), (1, 1)]
    assert found.select("start", "end").rows() == expected
    table = pl.DataFrame({"document": "d", "start": 6, "end": 8})
    chunk = Units({"d": "some ships sail"}).spans(table, "words")
    assert chunk.select("start", "end").rows() == [(1, 2)]


@pytest.mark.parametrize("unit", ["words", "sentences", "tokens"])
def test_a_perfect_retrieval_is_perfect_in_every_unit(unit: str) -> None:
    """Wherever the relevant text begins and ends: a part of a word is that word for both sides."""
    text = "  Fog came. In, the ship’s bell: “Ahoy!” 🚢\n"
    spans = [(s, e) for s in range(len(text)) for e in range(s + 1, len(text) + 1)]
    rows: Rows = [
        {"topic": f"{s}-{e}", "document": "d", "start": s, "end": e} for s, e in spans
    ]  # fmt: skip
    units = Units({"d": text}, WAYS["pairs"])
    perfect = ["AiP", "AgP(F(1))", "AgP(aveChP)", "AgP(T2IR(1))", "Recall@1", "Precision@1"]
    found = evaluate(rows, rows, perfect, unit=unit, units=units)
    assert set(by_place(found)) == {1.0}
    assert len(by_place(found)) == len(perfect) * len(spans)


def test_chunks_hold_the_units_they_lie_in() -> None:
    """The chunk from 6 to 8 lies in the highlighted word and is the only one."""
    gold: Rows = [{"topic": "1", "document": "d", "start": 5, "end": 10}]
    run: Rows = [{"topic": "1", "document": "d", "start": 6, "end": 8}]
    units = Units({"d": "some ships sail"})
    chunks = read_chunking([{"document": "d", "start": 6, "end": 8}])
    names = ["PrecisionOmega", "Recall@min"]
    found = evaluate(run, gold, names, chunks=chunks, unit="words", units=units)
    assert by_place(found) == [1, 1]


def test_elements_that_do_not_exist_stay_away(tmp_path: Path) -> None:
    (tmp_path / "a.run").write_text("1 Q0 d 1 1 r X 0\n1 Q0 d 2 1 r 5 5\n1 Q0 e 3 1 r -1 4\n")
    run = read_run(tmp_path / "a.run")
    found = Units({"d": "some ships sail"}).run(run, "words").table
    assert found.select("start", "end").rows() == [(-1, -1), (1, 2), (-1, -1)]


# Every measure

CUTOFFS: dict[Kind, str] = {
    "": "", "rank": "@3", "level": "@0.5", "R": "@R", "min": "@min", "amount": "@7",
}  # fmt: skip


def names(unit: str) -> list[str]:
    """Every list score around every document score that it takes, at every kind of cut-off."""
    found = []
    for outer in LIST_SCORES.values():
        fitting = [each for each in DOCUMENT_SCORES.values() if each.effort == outer.effort]
        inner = [each.name + ("@7" if "amount" in each.cutoffs else "") for each in fitting]
        inside = [f"({each})" for each in inner] if outer.takes_score else [""]
        for text, kind in product(inside, outer.cutoffs):
            found.append(outer.name + text + CUTOFFS[kind] + (unit if kind == "amount" else ""))
    return found


def given_to_every_measure() -> tuple[Rows, Rows, Rows, dict[str, str]]:
    """Results, judgments, chunks and texts; results end within their texts."""
    run: Rows = []
    judged: Rows = []
    chunks: Rows = []
    texts: dict[str, str] = {}
    drawn = batch(500, 60)
    for topic, documents in drawn.assessed.items():
        for name, each in documents.items():
            document = f"{topic}/{name}"
            own = [result for result in drawn.answers[topic] if result.document == name]
            size = length(own, each)
            texts[document] = "🌊" * 100
            chunks += [
                {"document": document, "start": s, "end": s + 7} for s in range(0, size - 7, 5)
            ]
            run += [
                {"topic": topic, "document": document, "start": r.start, "end": r.end} for r in own
            ]
            judged += [
                {
                    "topic": topic, "document": document, "start": start, "end": end,
                    "document_length": each.length, "entry_point": size // 2,
                }
                for start, end in (each.highlights or [(None, None)])
            ]  # fmt: skip
    return run, judged, chunks, texts


def by_place(scores: Scores) -> list[float | None]:
    return scores.by_topic["value"].to_list()


@pytest.mark.parametrize("entries", [False, True])
def test_one_token_for_each_character_changes_nothing(entries: bool) -> None:
    run, judged, chunks, texts = given_to_every_measure()
    if entries:
        run = list({(row["topic"], row["document"]): row for row in run}.values())
    chosen, other = (
        [name for name in names(unit) if ("BEP" in name) == entries] for unit in ("chars", "tokens")
    )
    assert len(chosen) > (1 if entries else 60)
    units = Units(texts, lambda text: range(len(text)))
    plain = evaluate(run, judged, chosen, chunks=read_chunking(chunks), units=units)
    counted = evaluate(run, judged, other, chunks=read_chunking(chunks), unit="tokens", units=units)
    assert by_place(counted) == by_place(plain)
    assert len(set(by_place(plain))) > (10 if entries else 500)


@pytest.mark.parametrize(
    ("counted", "halved"),
    [
        ("gP(ChP@20words)@10", "gP(ChP@20)@10"),
        ("gP(ChP@20 words)@10", "gP(ChP@20)@10"),
        ("AgP(ChR@7word)", "AgP(ChR@7)"),
        ("AgP(T2IF(8 words))", "AgP(T2IF(8))"),
        ("AgP(T2IF(rank(passage_cost=2 words), 9 words))", "AgP(T2IF(rank(passage_cost=2), 9))"),
        ("AgP(BEP(5 words))", "AgP(BEP(5))"),
        ("ANCE(LE(3 words))@4", "ANCE(LE(3))@4"),
        ("T2I(7 words)@2", "T2I(7)@2"),
        ("Recall@9words", "Recall@9chars"),
        ("Precision@9 words", "Precision@9chars"),
    ],
)
def test_an_amount_in_a_name_says_what_the_whole_measure_counts_in(
    counted: str, halved: str
) -> None:
    """In a text of words of one letter, all places are halved."""
    run: Rows = [
        {"topic": "1", "document": "d", "start": 8, "end": 30},
        {"topic": "1", "document": "e", "start": 0, "end": 12},
    ]
    whole: dict[str, object] = {"topic": "1", "document_length": 60}
    judged: Rows = [
        whole | {"document": "d", "start": 20, "end": 40, "entry_point": 12},
        whole | {"document": "e", "start": 14, "end": 18, "entry_point": 4},
    ]
    places = ("start", "end", "document_length", "entry_point")

    def half(rows: Rows) -> Rows:
        return [{k: v // 2 if k in places else v for k, v in row.items()} for row in rows]  # type: ignore[operator]

    units = Units({"d": "a " * 30, "e": "b " * 30})
    found = evaluate(run, judged, counted, units=units)
    assert by_place(found) == by_place(evaluate(half(run), half(judged), halved))
    assert by_place(found)[0] not in (None, 0, 1)
    assert by_place(found) != by_place(evaluate(run, judged, halved))


def test_the_chunks_of_a_collection_are_counted_too() -> None:
    """Words of two characters: 6 are highlighted, and three chunks of 4, 3 and 4 words touch them."""
    gold: Rows = [{"topic": "1", "document": "d", "start": 4, "end": 16}]
    run: Rows = [{"topic": "1", "document": "d", "start": 0, "end": 4}] * 2
    run += [{"topic": "1", "document": "d", "start": s, "end": s + 4} for s in (4, 8)]
    chunks = read_chunking(
        [{"document": "d", "start": s, "end": e} for s, e in ((0, 8), (8, 14), (13, 22), (22, 40))]
    )
    units, names = Units({"d": "a " * 20}), ["PrecisionOmega", "Recall@min"]
    found = evaluate(run, gold, names, chunks=chunks, unit="words", units=units)
    assert by_place(found) == pytest.approx([6 / 11, 2 / 6], abs=1e-12)


def test_measures_in_several_units_stand_side_by_side() -> None:
    run: Rows = [{"topic": "1", "document": "d", "start": 5, "end": 10}]
    judged: Rows = [{"topic": "1", "document": "d", "start": 0, "end": 15}]
    units = Units({"d": "some ships sail"}, lambda text: range(0, len(text), 2))
    recall = ["Recall@99chars", "Recall@99words", "Recall@99tokens", "Recall@99sentences", "AiP"]
    found = evaluate(run, judged, recall, units=units)
    expected = [5 / 15, 1 / 3, 2 / 8, 1]
    assert by_place(found)[:4] == pytest.approx(expected, abs=1e-12)
    assert found.measures == recall


# Seconds


def test_seconds_are_characters_at_a_steady_speed() -> None:
    run: Rows = [{"topic": "1", "document": "d", "start": 0, "end": 200}]
    judged: Rows = [
        {"topic": "1", "document": "d", "start": 60, "end": 400, "document_length": 999}
    ]
    for timed, plain, speed in (
        ("AgP(T2IF(12 seconds))", "AgP(T2IF(300))", 25),
        ("AgP(ChP@4s)", "AgP(ChP@100)", 25),
        ("Recall@7second", "Recall@175chars", 25),
        ("AgP(T2IF(12 seconds))", "AgP(T2IF(120))", 10),
        ("Recall@8seconds", "Recall@100chars", 12.5),
    ):
        found = evaluate(run, judged, timed, units=Units(speed=speed))
        assert by_place(found) == by_place(evaluate(run, judged, plain))
        assert by_place(found)[0] not in (None, 0, 1)


@pytest.mark.parametrize("speed", [0, -1, float("nan"), float("inf")])
def test_nobody_reads_at_no_speed(speed: float) -> None:
    with pytest.raises(ReadpathError, match="speed"):
        Units(speed=speed)


# What is refused


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("AgP(T2IF(8 wrods))", "unknown unit 'wrods'; did you mean words?"),
        ("Recall@5wrods", "unknown unit 'wrods'; did you mean words?"),
        ("Recall@5bytes", "unknown unit 'bytes'; known: chars, seconds, sentences, tokens, words"),
        (
            "gP(T2IF(rank(passage_cost=2 chars), 8 words))@3",
            "counts in chars and in words; use one unit",
        ),
        ("gP(ChP(rank(passage_cost=2 words))@7tokens)@3", "counts in words and in tokens; use one"),
        ("AgP(T2IF(9, beta=2 words))", "T2IF: beta is a plain number, not 2 words"),
        ("CE(LE, nr=5 words)@3", "CE: nr is a plain number, not 5 words"),
        ("AgP(F(1 words))", "F: beta is a plain number, not 1 words"),
        ("AgP(aveChP(rank(rest=5 words)))", "rest is 'natural' or 'best' or 'worst' or 'stop'"),
        ("AgP(T2IF(0 words))", "T2IF: n must be above 0, not 0"),
    ],
)
def test_what_cannot_be_counted_is_said_at_once(name: str, message: str) -> None:
    with pytest.raises(MeasureError, match=re.escape(message)):
        measure(name)


RUN: Rows = [
    {"topic": "1", "document": "d", "start": 0, "end": 4},
    {"topic": "1", "document": "e", "start": 0, "end": 4},
]
GOLD: Rows = [{"topic": "1", "document": "d", "start": 0, "end": 4}]


@pytest.mark.parametrize(
    ("units", "message"),
    [
        (None, "words cannot be counted without the text of document d; give the texts of all"),
        (
            Units({"d": "one"}),
            "without the text of document e; give the texts of all documents (2 here) with texts= "
            "or --texts FILE",
        ),
    ],
)
def test_a_missing_text_is_asked_for(units: Units | None, message: str) -> None:
    with pytest.raises(EvidenceError, match=re.escape(message)):
        evaluate(RUN, GOLD, "Recall@5words", units=units)


def test_a_missing_tokenizer_is_asked_for() -> None:
    message = "tokens are counted by a tokenizer of yours; give it with tokenizer= or --tokenizer"
    with pytest.raises(EvidenceError, match=message):
        evaluate(RUN, GOLD, "Recall@5tokens", units=Units({"d": "one", "e": "two"}))


def test_tokens_that_are_not_in_the_text_are_refused() -> None:
    units = Units({"d": "some ships", "e": ""}, lambda text: ["some", "▁ships"])
    message = (
        "token '▁ships' is not in the text after character 4; let the tokenizer return the places"
    )
    with pytest.raises(EvidenceError, match=message):
        evaluate(RUN, GOLD, "Recall@5tokens", units=units)


def test_only_texts_that_are_looked_at_are_needed() -> None:
    """A judged document that is neither relevant nor returned needs no text."""
    judged: Rows = [*GOLD, {"topic": "1", "document": "far", "start": None, "end": None}]
    found = evaluate(RUN, judged, "Recall@5words", units=Units({"d": "some", "e": ""}))
    assert by_place(found) == [1]


@pytest.mark.parametrize("unit", ["words", "word"])
def test_the_unit_of_all_amounts_can_be_chosen_once(unit: str) -> None:
    units = Units({"d": "some ships sail", "e": "one two"})
    names = ["AgP(T2IF(2))", "AiP"]
    judged: Rows = [{"topic": "1", "document": "d", "start": 5, "end": 15}]
    found = evaluate(RUN, judged, names, unit=unit, units=units)
    assert by_place(found) == pytest.approx([2 * 2 / (2 + 3), 0], abs=1e-12)


@pytest.mark.parametrize("unit", ["wrods", "seconds", ""])
def test_a_unit_that_text_cannot_be_counted_in_is_refused_by_its_name(unit: str) -> None:
    with pytest.raises(ReadpathError) as error:
        evaluate(RUN, GOLD, "AiP", unit=unit, units=Units({"d": "some", "e": "one"}, str.split))
    assert "tokenizer" not in str(error.value)
    assert "words" in str(error.value), "says what is known"


@pytest.mark.parametrize("model", ["document(passage_cost=2 words)", "rank(passage_cost=1 tokens)"])
def test_a_cost_in_other_units_is_not_taken_for_characters(model: str) -> None:
    """A reading model outside of a measure has no text to count in."""
    with pytest.raises(MeasureError, match=r"words|tokens"):
        reading_model(model)


def test_a_cost_in_seconds_is_at_the_speed_of_the_reader() -> None:
    timed, name = "document(passage_cost=2 seconds)", "AgP(T2IF(5))"
    assert reading_model(timed).passage_cost == 2 * 25
    found = evaluate(RUN, GOLD, name, reading=timed, units=Units(speed=2))
    assert by_place(found) == by_place(
        evaluate(RUN, GOLD, name, reading="document(passage_cost=4)")
    )
    assert by_place(found) != by_place(evaluate(RUN, GOLD, name, reading=timed))


def test_whole_documents_are_as_long_in_words_as_their_texts() -> None:
    """Also those that were judged and found not relevant."""
    ranking: Rows = [{"topic": "1", "document": "e"}, {"topic": "1", "document": "d"}]
    judged: Rows = [
        {"topic": "1", "document": "d", "start": 0, "end": 4, "document_length": 15},
        {"topic": "1", "document": "e", "start": None, "end": None, "document_length": 7},
    ]
    units = Units({"d": "some ships sail", "e": "one two"})
    found = evaluate(ranking, judged, "iP@1", unit="words", units=units)
    assert by_place(found) == [1 / 5]


# Texts


@pytest.mark.parametrize("form", ["jsonl", "csv", "records", "frame"])
def test_texts_are_read_from_records(form: str, tmp_path: Path) -> None:
    table = pl.DataFrame({"document": ["007", "b"], "text": ['Ahoy, "mate"\n🚢', ""]})
    given: Any = {"records": table.to_dicts(), "frame": table}.get(form, tmp_path / f"texts.{form}")
    if form == "jsonl":
        table.write_ndjson(given)
    elif form == "csv":
        table.write_csv(given)
    texts = {name: text or "" for name, text in read_texts(given).items()}
    assert texts == {"007": 'Ahoy, "mate"\n🚢', "b": ""}


def test_numbers_that_name_documents_are_names() -> None:
    assert read_texts([{"document": 7, "text": "seven"}]) == {"7": "seven"}


@pytest.mark.parametrize(
    "records",
    [[{"document": "d", "words": "x"}], [{"id": "d", "text": "x"}]],
    ids=["text", "document"],
)
def test_records_that_are_no_texts_are_refused(records: list[dict[str, str]]) -> None:
    with pytest.raises(ReadpathError, match=r"text|document"):
        read_texts(records)


def test_a_text_without_content_has_no_words(tmp_path: Path) -> None:
    """An empty field of a CSV file is an empty text."""
    (tmp_path / "texts.csv").write_text("document,text\nd,\n")
    units = Units(read_texts(tmp_path / "texts.csv"))
    table = pl.DataFrame({"document": ["d"], "at": [3]})
    assert units.places(table, ["at"], "words")["at"].to_list() == [0]


def test_units_are_known_by_these_names() -> None:
    assert CHARACTERS in NAMES
    for unit, others in NAMES.items():
        for name in (unit, *others):
            assert str(measure(f"Recall@5{name}")) == f"Recall@5{name}"
            assert measure(f"Recall@5{name}").unit in (unit, CHARACTERS)
