"""The same ranking as whole documents, beside each run: what passages gain over documents."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import polars as pl
import pytest

from readpath import Policy, Scores, Units, demo, evaluate, read_run
from readpath.errors import EvidenceError, OptionError
from readpath.plain import shown
from readpath.report import FORMATS
from slow_effort import (
    GAINS,
    Judged,
    Model,
    Result,
    gains,
    generalised_precision,
    judged_records,
    length,
    ranking,
    run_lines,
    run_records,
)
from test_cli import Capture, run, sea
from test_effort_against_slow import batch, plainly, with_lengths

__all__ = ["sea"]

Rows = list[dict[str, object]]

NAMES = ["AgP(aveChP)", "gP(T2IF(300))@3", "ANCE(LE(300))@5"]
BOTH = ["passages", "passages as documents"]
GAIN = "passages − passages as documents"


@pytest.fixture(scope="module")
def scores() -> Scores:
    return evaluate(demo.run("passages"), demo.judgments(), NAMES, baseline=True)


# As whole documents


@pytest.mark.parametrize("seed", [700, 701])
def test_documents_keep_the_places_of_their_first_results(seed: int) -> None:
    answers = {t: results for t, results in batch(seed).answers.items() if results}
    given = read_run(run_records(answers), name="mine")
    whole = given.as_documents()
    assert (whole.name, whole.topics, whole.has_spans) == (
        "mine as documents", given.topics, False,
    )  # fmt: skip
    for topic, results in answers.items():
        rows = whole.results.filter(topic=topic)
        assert rows["document"].to_list() == ranking(results)
        assert rows["rank"].to_list() == list(range(1, len(rows) + 1))
    assert whole.sizes.sum() == len(whole.table)


def test_a_ranking_of_documents_stays_what_it_is() -> None:
    given = demo.run("articles")
    assert given.as_documents().results["document"].equals(given.results["document"])
    assert (
        demo.run("passages")
        .as_documents()
        .as_documents()
        .results.equals(demo.run("passages").as_documents().results)
    )


def test_elements_that_do_not_exist_name_their_document(tmp_path: Path) -> None:
    lines = run_lines({"t": [Result("b", -1, -1), Result("a", 0, 9), Result("b", 3, 5)]})
    (tmp_path / "a.run").write_text(lines)
    whole = read_run(tmp_path / "a.run").as_documents()
    assert whole.table["document"].to_list() == ["b", "a"]


def test_messages_name_the_line_of_the_first_result(tmp_path: Path) -> None:
    (tmp_path / "a.run").write_text(run_lines({"t": [Result("a", 0, 9)] * 3 + [Result("b", 0, 1)]}))
    whole = read_run(tmp_path / "a.run").as_documents()
    assert [whole.place(row).rpartition(":")[2] for row in range(2)] == ["1", "4"]


def test_the_first_results_of_a_score_order_count(tmp_path: Path) -> None:
    records = [{"topic": "t", "document": d, "start": 0, "end": 1, "score": s} for d, s in (
        ("a", 0.1), ("b", 0.9), ("a", 0.95), ("c", 0.5),
    )]  # fmt: skip
    whole = read_run(records, order="score").as_documents()
    assert whole.table["document"].to_list() == ["a", "b", "c"]


# In evaluate


def test_each_run_is_followed_by_its_ranking_read_as_documents() -> None:
    runs = [demo.run("passages"), demo.run("entries")]
    found = evaluate(runs, demo.judgments(), NAMES, baseline=True)
    assert found.runs == [*BOTH, "entries", "entries as documents"]
    assert found.baselines == {
        "passages": "passages as documents",
        "entries": "entries as documents",
    }
    for given in runs:
        alone = evaluate([given, given.as_documents()], demo.judgments(), NAMES)
        rows = found.by_topic.filter(pl.col("run").is_in(alone.runs))
        assert rows.equals(alone.by_topic)


def test_a_baseline_is_read_from_the_start() -> None:
    """Against the slow implementation: whole documents, in sequence."""
    given, expected = with_lengths(batch(702)), {}
    for name, score in GAINS.items():
        measure = f"gP({plainly(name, '')})@3"
        for topic, judged in given.assessed.items():
            whole = [
                Result(d, 0, length([], judged.get(d, Judged())))
                for d in ranking(given.answers[topic])
            ]
            each = gains(score, whole, judged, Model("sequential"))
            expected[measure, topic] = generalised_precision(each, 3)
    names = list(dict.fromkeys(measure for measure, _ in expected))
    found = evaluate(
        run_records(given.answers), judged_records(given.assessed), names, baseline=True
    ).by_topic.filter(run="run as documents")
    for measure, topic, value in found.select("measure", "topic", "value").iter_rows():
        assert value == pytest.approx(expected[measure, topic], abs=1e-10)
    assert len(found) == len(expected)


def test_without_a_baseline_nothing_is_compared(scores: Scores) -> None:
    plain = evaluate(demo.run("passages"), demo.judgments(), NAMES)
    assert (plain.runs, plain.baselines, len(plain.differences)) == (["passages"], {}, 0)
    assert plain.by_topic.equals(scores.by_topic.filter(run="passages"))
    assert plain.long(by_topic=True).equals(scores.long(by_topic=True).filter(run="passages"))


def test_differences_are_by_topic(scores: Scores) -> None:
    table = scores.differences
    assert table.columns == ["run", "topic", "measure", "value"]
    assert set(table["run"]) == {GAIN}
    assert len(table) == 12 * len(NAMES)
    for topic, name, value in table.select("topic", "measure", "value").iter_rows():
        own, other = (scores.value(each, name, topic) for each in BOTH)
        assert own is not None
        assert other is not None
        assert value == own - other
    assert (table["value"] > 0).any()
    assert (table["value"] < 0).any()


def test_a_difference_to_what_is_not_defined_is_not_defined() -> None:
    gold: Rows = [
        {"topic": "1", "document": "d", "start": 0, "end": 9, "document_length": 20},
        {"topic": "2", "document": "d", "start": None, "end": None, "document_length": 20},
    ]
    records: Rows = [{"topic": "1", "document": "d", "start": 0, "end": 9}]
    for missing, topics in (("zero", ["1", "2"]), ("skip", ["1"])):
        found = evaluate(records, gold, "AgP(F(1))", baseline=True, missing=missing)  # type: ignore[arg-type]
        assert found.differences["topic"].to_list() == topics
        gains = [pytest.approx(1 - 18 / 29, abs=1e-12), None][: len(topics)]
        assert found.differences["value"].to_list() == gains


def test_mean_differences_stand_below_the_two_means(scores: Scores) -> None:
    table = scores.long()
    assert table["run"].unique(maintain_order=True).to_list() == [*BOTH, GAIN]
    for name in NAMES:
        own, other, gain = table.filter(measure=name)["value"]
        assert gain == pytest.approx(own - other, abs=1e-12)
    by_topic = scores.long(by_topic=True)
    assert by_topic["run"].unique(maintain_order=True).to_list() == [*BOTH, GAIN]
    assert by_topic.filter(run=GAIN, topic="all").rows() == table.filter(run=GAIN).rows()
    assert len(by_topic) == 3 * 13 * len(NAMES)


def test_means_are_of_runs_alone(scores: Scores) -> None:
    assert scores.means["run"].unique(maintain_order=True).to_list() == BOTH


def test_runs_in_pieces_have_whole_baselines(
    monkeypatch: pytest.MonkeyPatch, scores: Scores
) -> None:
    monkeypatch.setattr("readpath.evaluation.ROWS", 7)
    pieces = evaluate(demo.run("passages"), demo.judgments(), NAMES, baseline=True)
    assert pieces.long(by_topic=True).equals(scores.long(by_topic=True))


@pytest.mark.parametrize(
    "names", [["a", "a"], ["a", "a as documents"], ["a as documents", "a"], ["a", "a#2", "a"]]
)
def test_runs_and_baselines_are_told_apart(names: list[str]) -> None:
    runs = [demo.run("passages").renamed(name) for name in names]
    runs[-1] = demo.run("entries").renamed(names[-1])
    found = evaluate(runs, demo.judgments(), "AgP(aveChP)", baseline=True)
    assert len(set(found.runs)) == 2 * len(names)
    assert len(found.baselines) == len(names)
    own = evaluate(runs[-1:], demo.judgments(), "AgP(aveChP)", baseline=True)
    last = list(found.baselines.items())[-1]
    for run_name, alone in zip(last, own.runs, strict=True):
        assert found.value(run_name, "AgP(aveChP)") == own.value(alone, "AgP(aveChP)")


def test_a_baseline_follows_the_rules_of_the_run() -> None:
    options = {"topics": ["01", "03"], "reading": "rank(passage_cost=9)"}
    policy = Policy(interleaved="merge")
    found = evaluate(
        demo.run("passages"),
        demo.judgments(),
        NAMES,
        baseline=True,
        policy=policy,
        **options,  # type: ignore[arg-type]
    )
    alone = evaluate(
        demo.run("passages").as_documents(),
        demo.judgments(),
        NAMES,
        policy=policy,
        **options,  # type: ignore[arg-type]
    )
    assert found.by_topic.filter(run=BOTH[1]).equals(alone.by_topic)


@pytest.mark.parametrize("name", ["AgP(F(1))", "AgP(aveChP)", "gP(T2IF(300))@3", "ANCE(LE(9))@2"])
def test_documents_of_unknown_length_have_no_baseline_for_what_counts_it(name: str) -> None:
    gold: Rows = [{"topic": "1", "document": "d", "start": 0, "end": 9}]
    records: Rows = [{"topic": "1", "document": "d", "start": 0, "end": 9}]
    message = f"{name} of run run as documents: records:1: how long document d is, is not known"
    with pytest.raises(EvidenceError, match=re.escape(message)):
        evaluate(records, gold, name, baseline=True)
    texts = Units({"d": "." * 20})
    assert len(evaluate(records, gold, name, baseline=True, units=texts).runs) == 2


def test_notes_are_of_runs_and_not_repeated_for_their_baselines() -> None:
    """Two topics are returned that nobody judged, and one is judged that is not returned."""
    gold: Rows = [
        {"topic": topic, "document": "d", "start": 0, "end": 9, "document_length": 20}
        for topic in ("1", "4")
    ]
    records: Rows = [
        {"topic": topic, "document": "d", "start": 0, "end": 9} for topic in ("1", "2", "3")
    ]
    plain = evaluate(records, gold, "AgP(F(1))")
    assert len(plain.notes) == 2
    found = evaluate(records, gold, "AgP(F(1))", baseline=True)
    assert found.notes == plain.notes
    assert str(found).splitlines()[-2:] == [f"note: {note}" for note in plain.notes]
    assert str(plain).splitlines()[-2:] == [f"note: {note}" for note in plain.notes]


def test_without_notes_a_table_ends_with_what_its_means_are_over(scores: Scores) -> None:
    assert scores.notes == ()
    assert str(scores).splitlines()[-1] == "means over 12 topics"


def test_values_of_differences_are_told_too(scores: Scores) -> None:
    for run_name, topic, name, value in scores.long(by_topic=True).iter_rows():
        assert scores.value(run_name, name, topic) == value
    own, other = (scores.value(each, NAMES[0]) for each in BOTH)
    assert own is not None
    assert other is not None
    assert scores.value(GAIN, NAMES[0]) == pytest.approx(own - other, abs=1e-12)
    with pytest.raises(OptionError, match="unknown run 'passages - articles'"):
        scores.value("passages - articles", NAMES[0])
    with pytest.raises(OptionError, match="has no score for topic '99'"):
        scores.value(GAIN, NAMES[0], "99")


@pytest.mark.parametrize("value", [-1e-9, -0.0, 0.0, -0.000049])
def test_nothing_is_not_written_with_a_sign(value: float) -> None:
    """Differences are often a little below 0 by rounding."""
    assert shown(value) == "0.0000"
    assert shown(-0.00006) == "-0.0001"


# In reports


def rows_of(text: str, form: str, by_topic: bool) -> dict[tuple[str, str], list[str]]:
    """The values that a report shows, by run and topic, as they are written."""
    found: dict[tuple[str, str], list[str]] = {}
    if form in ("csv", "json"):
        rows = json.loads(text)["scores"] if form == "json" else csv.DictReader(io.StringIO(text))
        for row in rows:
            found.setdefault((row["run"], row["topic"]), []).append(f"{float(row['value']):.4f}")
    elif form == "trec":
        for line in text.splitlines():
            name, topic, value = line.split("\t")
            if name.strip() == "runid":
                current = value
            else:
                found.setdefault((current, topic), []).append(value)
    else:
        parts = "&" if form == "latex" else "  "
        for line in (
            text.replace(r"\textbf{", "")
            .replace("}", "")
            .replace("\\", "")
            .replace("$-$", "−")
            .splitlines()
        ):
            cells = [cell.strip() for cell in line.split(parts) if cell.strip()]
            if cells and cells[-1].lstrip("-").replace(".", "").isdigit() and len(cells) > 3:
                topic = cells[1] if by_topic else "all"
                found[cells[0], topic] = cells[-len(NAMES) :]
    return found


@pytest.mark.parametrize("by_topic", [False, True])
@pytest.mark.parametrize("form", FORMATS)
def test_every_report_shows_runs_baselines_and_differences(
    scores: Scores, form: str, by_topic: bool
) -> None:
    expected: dict[tuple[str, str], list[str]] = {}
    for name, topic, value in (
        scores.long(by_topic=by_topic).select("run", "topic", "value").iter_rows()
    ):
        expected.setdefault((name, topic), []).append(f"{value:.4f}")
    found = rows_of(FORMATS[form](scores, by_topic), form, by_topic)
    assert found == expected
    assert {name for name, _ in found} == {*BOTH, GAIN}


def test_a_difference_is_never_the_best_mean() -> None:
    """The run scores 1 and its baseline 0 here, so that the difference is 1 as well."""
    gold: Rows = [{"topic": "1", "document": "d", "start": 500, "end": 509, "document_length": 900}]
    records: Rows = [{"topic": "1", "document": "d", "start": 500, "end": 509}]
    found = evaluate(records, gold, "AgP(T2IR(300))", baseline=True)
    assert found.long()["value"].to_list() == [1, 0, 1]
    bold = [line for line in FORMATS["latex"](found, False).splitlines() if r"\textbf" in line]
    assert [line.split(" & ")[0] for line in bold] == ["run"]


def test_the_command_takes_a_baseline(sea: Path, capsys: Capture, scores: Scores) -> None:
    measures = [word for name in NAMES for word in ("-m", name)]
    command = ("evaluate", "judgments.qrels", "passages.run", *measures, "-f", "csv", "--by-topic")
    code, out, err = run(capsys, *command, "--baseline")
    assert (code, err) == (0, "")
    assert out == FORMATS["csv"](scores, True)
    assert "as documents" not in run(capsys, *command)[1]
