"""The commands that compare, as a user would run them: the same numbers as Python, in every form."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from unittest import mock

import polars as pl
import pytest

import readpath as rp
from readpath import demo
from readpath.cli import main
from readpath.cli.comparing import FORMS

Capture = pytest.CaptureFixture[str]
RUNS = ("articles.run", "passages.run", "entries.run")
COMMANDS = {
    "compare": ("compare", "judgments.qrels", *RUNS, "-m", "MAgP"),
    "agreement": ("agreement", "judgments.qrels", *RUNS, "-m", "MAgP", "-m", "AP"),
    "breakdown": ("breakdown", "judgments.qrels", *RUNS, "-m", "MAgP"),
    "stats": ("stats", "judgments.qrels"),
}


@pytest.fixture(autouse=True)
def sea(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The demonstration's files in a folder of one's own, where the commands are typed."""
    demo.save(tmp_path / "sea")
    monkeypatch.chdir(tmp_path / "sea")
    return tmp_path / "sea"


def run(capsys: Capture, *arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    with (
        mock.patch.object(sys, "argv", ["readpath", *map(str, arguments)]),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def scores(*measures: str) -> rp.Scores:
    return rp.evaluate(RUNS, "judgments.qrels", measures)


def test_compare_prints_what_python_finds(capsys: Capture) -> None:
    code, out, err = run(capsys, *COMMANDS["compare"])
    assert (code, err) == (0, "")
    assert out.rstrip("\n") == str(rp.compare(scores("MAgP")))


def test_every_option_of_a_comparison_is_heeded(capsys: Capture) -> None:
    given = {"test": "bootstrap", "tail": "one", "correction": "bh", "level": 0.2, "seed": 3}
    words = [word for name, value in given.items() for word in (f"--{name}", value)]
    _, out, _ = run(capsys, *COMMANDS["compare"], *words, "--resamples", 77, "-f", "json")
    expected = rp.compare(scores("MAgP"), resamples=77, **given)  # type: ignore[arg-type]
    assert out == expected.json()


def test_tables_are_chosen_by_name(capsys: Capture) -> None:
    _, out, _ = run(capsys, *COMMANDS["compare"], "--show", "triangle", "--show", "power")
    assert out == rp.compare(scores("MAgP")).rendered("table", ["triangle", "power"])
    code, out, err = run(capsys, *COMMANDS["compare"], "-f", "csv", "--show", "groups")
    assert (code, out) == (0, rp.compare(scores("MAgP")).groups.write_csv())
    assert "note: paired t-test, two-tailed" in err
    assert "note: topics: 12" in err


def test_topics_are_written_beside_the_comparison(capsys: Capture, sea: Path) -> None:
    run(capsys, *COMMANDS["compare"], "--by-topic-csv", "topics.csv")
    table = pl.read_csv(sea / "topics.csv", schema_overrides={"topic": pl.String})
    assert table.rows() == scores("MAgP").by_topic.rows()


def test_agreement_prints_what_python_finds(capsys: Capture) -> None:
    code, out, err = run(capsys, *COMMANDS["agreement"], "--samples", 30, "--test", "sign")
    assert (code, err) == (0, "")
    assert out.rstrip("\n") == str(rp.agreement(scores("MAgP", "AP"), samples=30, test="sign"))


def test_breakdown_by_relevant_documents_unless_told_otherwise(capsys: Capture) -> None:
    code, out, err = run(capsys, *COMMANDS["breakdown"])
    assert (code, err) == (0, "")
    expected = rp.breakdown(scores("MAgP"), rp.read_judgments("judgments.qrels"))
    assert out.rstrip("\n") == str(expected)
    assert "5 to 9 (6 topics)" in out


def test_breakdown_by_a_file_and_by_a_pattern(capsys: Capture, sea: Path) -> None:
    (sea / "kinds.csv").write_text("topic,kind\n01,x\n02,x\n03,y\n")
    _, out, _ = run(capsys, *COMMANDS["breakdown"], "--by", "kinds.csv", "-f", "csv")
    assert {(row["class"], row["topics"]) for row in rows(out)} == {
        ("x", "2"), ("y", "1"), ("(none)", "9"),
    }  # fmt: skip
    _, out, _ = run(capsys, *COMMANDS["breakdown"], "--pattern", "^(.)", "-f", "csv")
    assert {row["class"] for row in rows(out)} == {"0", "1"}
    _, out, _ = run(capsys, *COMMANDS["breakdown"], "--pattern", "s$", "--of-runs", "-f", "csv")
    assert [(row["class"], row["runs"]) for row in rows(out)] == [("matches", "3")]


def test_stats_prints_what_python_counts(capsys: Capture) -> None:
    code, out, err = run(capsys, *COMMANDS["stats"])
    assert (code, err) == (0, "")
    assert out.rstrip("\n") == str(rp.statistics(demo.judgments()))
    _, out, _ = run(capsys, *COMMANDS["stats"], "-f", "csv", "--show", "by-topic")
    assert len(rows(out)) == 12


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_writes_every_form(capsys: Capture, command: str, form: str) -> None:
    code, out, _ = run(capsys, *COMMANDS[command], "-f", form)
    assert code == 0
    begins = {"latex": "% ", "markdown": "**", "html": "<table>", "json": "{\n"}
    assert out.startswith(begins.get(form, ""))
    if form == "json":
        assert len(json.loads(out)) > 1
    if form == "csv":
        assert len(rows(out)) > 2
    if form == "latex":
        assert out.count(r"\begin{tabular}") == out.count(r"\end{tabular}") > 0


def test_notes_on_runs_go_to_standard_error(capsys: Capture, sea: Path) -> None:
    lines = (sea / "articles.run").read_text().splitlines(keepends=True)
    (sea / "short.run").write_text("".join(line for line in lines if not line.startswith("12 ")))
    _, out, err = run(capsys, "compare", "judgments.qrels", "short.run", "passages.run", "-m", "AP")
    assert "1 of 12 judged topics not answered and scored as if nothing was returned" in err
    assert "topics: 12" in out
    _, out, _ = run(
        capsys, "compare", "judgments.qrels", "short.run", "passages.run", "-m", "AP",
        "--missing", "skip",
    )  # fmt: skip
    assert "topics: 11" in out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((*COMMANDS["compare"], "--test", "tt"), "error: unknown test 'tt'"),
        ((*COMMANDS["compare"], "-f", "pdf"), "error: unknown output format 'pdf'"),
        ((*COMMANDS["compare"], "--show", "all"), "error: unknown section 'all'"),
        ((*COMMANDS["compare"], "-f", "csv", "--show", "means"), "error: unknown table 'means'"),
        ((*COMMANDS["stats"], "-f", "csv", "--show", "topics", "--show", "documents"),
         "error: one CSV holds one table; show topics or documents"),
        ((*COMMANDS["compare"][:3], "-m", "AP"), "error: there is only one run"),
        ((*COMMANDS["breakdown"], "--by", "x", "--pattern", "y"), "error: give --by or --pattern"),
        ((*COMMANDS["breakdown"], "--pattern", "("), "error: pattern '(' is not a regular"),
        ((*COMMANDS["breakdown"], "--by", "none.csv"), "error: none.csv: no such file"),
        (("stats", "none.qrels"), "error: none.qrels: no such file"),
    ],
)  # fmt: skip
def test_mistakes_are_told_in_one_line(
    capsys: Capture, arguments: tuple[str, ...], problem: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(problem)
    assert err.count("\n") == 1
