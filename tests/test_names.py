"""Names of measures: what can be written, what it means, and what is said about anything else."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from readpath import evaluate
from readpath.errors import MeasureError
from readpath.measures import ALIASES, DOCUMENT_SCORES, LIST_SCORES, TASKS, Definition, measure
from readpath.measures.cutoffs import SPOKEN, WRITTEN, Cutoff
from readpath.measures.language import LONGEST, Amount, Call, parse
from readpath.measures.registry import alias, list_score
from support import CUTOFFS, combinations, judgments_of, marked, run_of, shown, values

BOTH = [*LIST_SCORES.values(), *DOCUMENT_SCORES.values()]

WORDS = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,6}", fullmatch=True).filter(lambda w: w != "inf")
NUMBERS = st.integers(-99, 10**6) | st.floats(-1e9, 1e9).map(lambda x: round(x, 3) or 0.0)
TEXTS = st.text('abz (),=@[]"ä7', max_size=5)
AMOUNTS = st.builds(Amount, st.integers(1, 999), st.sampled_from(["words", "chars"]))
VALUES = NUMBERS | TEXTS | AMOUNTS | st.just(math.inf)
ENDINGS = st.sampled_from(["", "5", "0.01", "2000chars", "R", "min"])
PARAMETERS = st.dictionaries(WORDS, VALUES, max_size=2).map(lambda given: tuple(given.items()))
WRONG_CUTOFFS = """
iP iP@1.01 iP@-0.1 iP@x iP[] iP@ iP@5chars P@0 P@-1 P@5.5 P@05 P@1e3 P@5chars P@min P@@5 P@5@6
AiP@5 bpref@5 PrecisionOmega@5 Rprec@5 Recall@R Recall@0.5 Recall@0 Recall@0chars Recall@chars
Recall@-5chars Recall@1.5chars AgP(F@10) AgP(F[5]) AgP(F)@R iP[0.01]@5
""".split()  # noqa: SIM905
INNER = st.recursive(
    VALUES,
    lambda values: st.builds(
        Call, WORDS, st.lists(values, max_size=2).map(tuple), PARAMETERS, ENDINGS
    ),
    max_leaves=4,
)
CALLS = st.builds(
    Call, WORDS, st.lists(INNER, max_size=2).map(tuple), PARAMETERS, ENDINGS
) | st.builds(Call, WORDS, st.just(()), PARAMETERS, st.just("0.01"), st.just(True))


@settings(deadline=None)
@given(CALLS.filter(lambda call: len(str(call)) <= LONGEST))
def test_what_is_written_is_read_back(call: Call) -> None:
    assert parse(str(call)) == call
    assert str(parse(str(call))) == str(call)


@settings(deadline=None, max_examples=300)
@given(st.text("FP(R)[0.1]@5, ='\"n_-\n\tAgé٣", max_size=24) | st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        call = parse(text)
    except MeasureError:
        return
    assert parse(str(call)) == call


@pytest.mark.parametrize(
    "name",
    ["F(0.00001)@5", "gP(BEP(100000000000000000000000.5))", 'AiP("it\'s")', "AiP('@')"],
    ids=["a small number", "a large number", "an apostrophe", "an at sign"],
)
def test_uncommon_values_are_printed_as_they_can_be_read(name: str) -> None:
    printed = str(parse(name))
    assert str(parse(printed)) == printed


def test_every_name_in_the_registry_is_its_own_normal_form() -> None:
    names = [each.name for each in combinations()]
    assert [str(parse(name)) for name in names] == names
    assert [str(measure(name)) for name in names] == names


@pytest.mark.parametrize("definition", BOTH, ids=lambda definition: definition.name)
def test_every_definition_can_be_written_with_all_its_parameters(definition: Definition) -> None:
    given = {name: parameter.default for name, parameter in definition.parameters.items()}
    inside = [f"{name}={default!r}" for name, default in given.items()]
    if definition.takes_score:
        inside.insert(0, "LE(screen=300)" if definition.effort else "F(beta=0.25)")
    full = definition.name + (f"({', '.join(inside)})" if inside else "")
    if definition.of in ("document", "path"):
        outer = "ANCE({})@5" if definition.effort else "AgP({})"
        score = measure(outer.format(full + CUTOFFS[definition.cutoffs[0]][-1])).score
        assert score is not None
        assert (score.definition, score.given) == (definition, given)
        return
    for kind in definition.cutoffs:
        found = measure(full + CUTOFFS[kind][-1])
        assert str(found) == full + CUTOFFS[kind][-1]
        assert (found.definition, found.given, found.cutoff.kind) == (definition, given, kind)


@pytest.mark.parametrize("definition", BOTH, ids=lambda definition: definition.name)
def test_what_the_official_program_does_is_a_parameter_that_can_be_written(
    definition: Definition,
) -> None:
    for name, value in definition.official.items():
        cutoff = "@0.01" if "" not in definition.cutoffs else ""
        inner = "F, " if definition.takes_score else ""
        written = measure(f"{definition.name}({inner}{name}={value!r}){cutoff}")
        plain = f"{definition.name}({inner.strip(', ')}){cutoff}".replace("()", "")
        assert written.given == measure(plain, official=True).given
        assert written.given != measure(plain).given


def test_what_is_written_wins_over_what_the_official_program_does() -> None:
    assert measure("AiP(levels='exact')", official=True).given == {"levels": "exact"}


def test_every_kind_of_cut_off_can_be_spoken_and_written() -> None:
    kinds = {kind for definition in LIST_SCORES.values() for kind in definition.cutoffs}
    assert kinds == set(SPOKEN) == {*WRITTEN, ""}


@pytest.mark.parametrize("task", TASKS)
def test_the_measures_of_every_task_are_known(task: str) -> None:
    assert [str(measure(name)) for name in TASKS[task]] == list(TASKS[task])


@pytest.mark.parametrize("name", ALIASES)
def test_an_alias_scores_what_it_stands_for(name: str) -> None:
    run = run_of({"1": shown("a:0-10 b:3-5 c:1-2"), "2": shown("b:0-4")})
    topic = {"a": marked((3, 8)), "c": marked((0, 4)), "d": marked((0, 1)), "b": marked()}
    judgments = judgments_of({"1": topic, "2": {"b": marked(), "a": marked((0, 9))}})
    found = values(run, judgments, [name, ALIASES[name]])
    assert found[name] == found[ALIASES[name]]
    assert found[name]["1"] > 0  # type: ignore[operator]


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("P@10", "gP(binary, short='zeros')@10"),
        ("P(short='last')@10", "gP(binary, short='last')@10"),
        ("MAP", "AgP(binary)"),
        ("MRR@3", "RR(binary)@3"),
        ("nDCG@10", "nDCG(grade)@10"),
        ("R@5", "gR@5"),
        ("MAgP", "AgP(F(beta=0.25))"),
        ("AiP('floor')", "AiP(levels='floor')"),
        ("iP[0.01]", "iP@0.01"),
        ("iP[.1]", "iP@0.10"),
        ("Recall@2000 characters", "Recall@2000chars"),
        (" AP @ 10 ", "AP@10"),
    ],
)
def test_two_ways_to_write_a_measure(name: str, same: str) -> None:
    one, other = measure(name), measure(same)
    assert (one.definition, one.cutoff, one.given) == (other.definition, other.cutoff, other.given)
    inner = [each.score and (each.score.definition, each.score.given) for each in (one, other)]
    assert inner[0] == inner[1]


@pytest.mark.parametrize(
    ("name", "cutoff"),
    [
        ("iP[0.01]", Cutoff("level", Fraction(1, 100))),
        ("iP@0", Cutoff("level", Fraction(0))),
        ("iP@1", Cutoff("level", Fraction(1))),
        ("iP@0.29", Cutoff("level", Fraction(29, 100))),
        ("P[5]", Cutoff("rank", Fraction(5))),
        ("P@R", Cutoff("R")),
        ("Recall@min", Cutoff("min")),
        ("Recall@2000chars", Cutoff("amount", Fraction(2000), "chars")),
        ("AiP", Cutoff()),
    ],
)
def test_a_cut_off_is_read_exactly(name: str, cutoff: Cutoff) -> None:
    assert measure(name).cutoff == cutoff


@pytest.mark.parametrize("name", WRONG_CUTOFFS)
def test_a_cut_off_that_a_measure_does_not_take_is_refused(name: str) -> None:
    with pytest.raises(MeasureError):
        measure(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("AgPP(F)", "unknown measure 'AgPP'; did you mean AgP or MAgP or gP?"),
        ("NDCG@10", "unknown measure 'NDCG'; did you mean nDCG?"),
        (
            "Precison@5",
            "unknown measure 'Precison'; did you mean Precision or PrecisionOmega or Rprec?",
        ),
        ("AgP(bepp)", "unknown document score 'bepp'; did you mean BEP?"),
        (
            "BEP(500)",
            "unknown measure 'BEP'; it is a document score; put it inside a list score, as in AgP(BEP)",
        ),
        ("F(bta=2)", "F has no parameter 'bta'; did you mean beta?"),
        ("nDCG(dcg='exp')", "nDCG has no parameter 'dcg'; it takes none"),
        ("F(1, beta=2)", "F: beta is given twice"),
        ("F(beta='1')", "F: beta is a number, not 1"),
        ("AgP(F(P))", "F: beta is a number, not P"),
        ("F(0)@5", "F: beta must be above 0, not 0"),
        ("gP(BEP(-500))@5", "BEP: n must be above 0, not -500"),
        ("AiP(levels='half')", "AiP: levels is 'exact' or 'floor', not half"),
        ("AiP(3)", "AiP: levels is 'exact' or 'floor', not 3"),
        ("AgP(F, F)", "AgP takes no parameters"),
        ("AgP(F(0.25, 3))", "F takes beta (default 0.25)"),
        ("AgP(F@10)@5", "F@10 stands inside and takes no cut-off"),
        (
            "AgP",
            "AgP needs a document score, as in AgP(F(0.25)); known: BEP, ChP, "
            "ChR, F, P, R, T2IF, T2IP, T2IR, aveChP, binary, exp, grade, judged",
        ),
        ("iP", "iP takes a recall level from 0 to 1, as in @0.01; not no cut-off"),
        ("bpref@5", "bpref takes no cut-off; not @5"),
        ("Rprec@5", "Rprec is gP(binary, short='zeros')@R and takes no other cut-off"),
        ("AP(F)", "AP is AgP(binary); to change what is inside, write it in full"),
        ("P@", "'P@': nothing follows the @"),
        ("iP[]", "'iP[]': nothing follows the ["),
        ("gP(short='last', F)@5", "named parameters come last"),
        ("AiP(levels=floor)", "the value of levels is a number or a word in quotes"),
        ("AgP(F))", "')' is one too many"),
        ("AgP(F", "a comma or a closing parenthesis is missing"),
        ("", "a name is expected where 'the end' stands"),
    ],
)
def test_what_is_wrong_is_said_when_a_measure_is_made(name: str, message: str) -> None:
    with pytest.raises(MeasureError, match=re.escape(message)):
        measure(name)


@pytest.mark.parametrize("name", ["xyz", "aveChP2000", "Q(F)"])
def test_a_name_that_is_near_to_none_is_told_all(name: str) -> None:
    with pytest.raises(MeasureError, match="known: ") as error:
        measure(name)
    assert all(known in str(error.value) for known in [*LIST_SCORES, *ALIASES])


@pytest.mark.parametrize(
    "name",
    [
        "__import__('os').system('true')",
        "P@5; import os",
        "lambda: 0",
        "F(beta=__builtins__)",
        "AgP(F.__class__)",
        "{}",
        "\x00",
        "P\ud800",
        "(" * LONGEST,
        "AgP(" * (LONGEST // 4),
        "P@" + "9" * 100_000,
        "a" * 1_000_000,
    ],
    ids=lambda name: repr(name[:16]),
)
def test_hostile_text_is_refused(name: str) -> None:
    with pytest.raises(MeasureError):
        measure(name)


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("F({})@5", "Recall@5"),
        ("gP(F({}))@5", "gP(R)@5"),
        ("Recall@{}chars", "Recall"),
        ("Recall@{}", "Recall"),
        ("nDCG@{}", "nDCG"),
        ("AgP(BEP({}))", "AgP(binary)"),
    ],
)
def test_a_number_beyond_all_measure_is_refused_or_stands_for_its_limit(
    name: str, like: str
) -> None:
    run = run_of({"1": shown("a:3-8 c:0-2")})
    judgments = judgments_of({"1": {"a": marked((3, 8), entry_point=3), "c": marked()}})
    try:
        (found,) = values(run, judgments, [name.format("9" * 60)]).values()
    except MeasureError:
        return
    assert found["1"] == pytest.approx(values(run, judgments, [like])[like]["1"], abs=1e-9)


def test_one_measure_in_two_spellings_is_one_column() -> None:
    run, judgments = run_of({"1": shown("a:3-8")}), judgments_of({"1": {"a": marked((3, 8))}})
    assert len(evaluate(run, judgments, ["AP@10", "AP @ 10"]).by_topic) == 1


@pytest.mark.parametrize("name", ["gP", "AP"])
def test_no_name_can_be_registered_twice(name: str) -> None:
    with pytest.raises(MeasureError, match=f"measure {name} is registered twice"):
        alias(name, "RR")
    if name in LIST_SCORES:
        with pytest.raises(MeasureError, match="registered twice"):
            list_score(name, of="documents", formula="", paper="")(lambda documents: documents)
