"""The commands on reading effort, as a user types them: path, curve, and evaluate's options."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

from readpath import Policy, Units, curve, evaluate, strips_of
from readpath.cli import cli
from readpath.report import CURVES, strip_svg, strip_text
from test_cli import Capture, run, sea

__all__ = ["sea"]

FILES = ("judgments.qrels", "passages.run")


def letters(text: str) -> list[str]:
    """A tokenizer that a user might bring: every character that is no space."""
    return text.split() and list("".join(text.split()))


not_a_function = "words"


def mean(capsys: Capture, *arguments: object) -> float:
    """The mean that evaluate prints, with all digits."""
    code, out, err = run(capsys, "evaluate", *FILES, "-f", "csv", *arguments)
    assert (code, err) == (0, "")
    return float(out.splitlines()[1].rpartition(",")[2])


def expected(name: str, **options: object) -> float:
    value = evaluate(FILES[1], FILES[0], name, **options).value("passages", name)  # type: ignore[arg-type]
    assert value is not None
    return value


@pytest.fixture
def texts(sea: Path) -> dict[str, str]:
    """A text for every document, also as a file."""
    names = {line.split()[2] for name in FILES for line in Path(name).read_text().splitlines()}
    found = {name: f"{name} lies at sea. " * 400 for name in sorted(names)}
    rows = [{"document": name, "text": text} for name, text in found.items()]
    Path("texts.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return found


# evaluate


def test_evaluate_takes_an_order_of_reading(sea: Path, capsys: Capture) -> None:
    model, name = "rank(rest='stop', passage_cost=50)", "AgP(aveChP)"
    value = mean(capsys, "-m", name, "--reading", model)
    assert value == expected(name, reading=model) != mean(capsys, "-m", name)


def test_evaluate_takes_the_task_effort(sea: Path, capsys: Capture) -> None:
    code, out, _ = run(capsys, "evaluate", *FILES, "-t", "effort")
    assert code == 0
    assert out.splitlines()[0].split() == [
        "run", "AgP(aveChP)", "AgP(T2IF(300))", "AgP(T2IF(2000))",
        "ANCE(LE(300))@600", "ANCE(LE(2000))@600",
    ]  # fmt: skip


def test_evaluate_merges_or_drops_what_is_interleaved(sea: Path, capsys: Capture) -> None:
    lines = Path(FILES[1]).read_text().splitlines()
    by_topic = sorted(lines, key=lambda line: (line.split()[0], int(line.split()[6]) % 7))
    Path("mixed.run").write_text("\n".join(by_topic) + "\n")
    command = ("evaluate", FILES[0], "mixed.run", "-f", "csv", "-m", "AgP(aveChP)")
    code, _, err = run(capsys, *command)
    assert (code, "put the results of a document together" in err) == (1, True)
    found = {}
    for word in ("merge", "drop"):
        code, out, _ = run(capsys, *command, "--interleaved", word)
        policy = Policy(interleaved=word)
        scores = evaluate("mixed.run", FILES[0], "AgP(aveChP)", policy=policy)
        assert float(out.split(",")[-1]) == scores.means["value"].item()
        found[word] = out
    assert found["merge"] != found["drop"]


@pytest.mark.parametrize("unit", ["words", "sentences"])
def test_evaluate_counts_in_other_units(texts: dict[str, str], capsys: Capture, unit: str) -> None:
    units, name = Units(texts), "AgP(T2IF(20))"
    value = mean(capsys, "-m", name, "--unit", unit, "--texts", "texts.jsonl")
    assert value == expected(name, unit=unit, units=units) != expected(name)
    named = f"AgP(T2IF(20 {unit}))"
    assert mean(capsys, "-m", named, "--texts", "texts.jsonl") == value


def test_evaluate_takes_a_tokenizer_from_a_module(texts: dict[str, str], capsys: Capture) -> None:
    options = ("--texts", "texts.jsonl", "--tokenizer", f"{__name__}:letters")
    value = mean(capsys, "-m", "Recall@99tokens", *options)
    assert value == expected("Recall@99tokens", units=Units(texts, letters))
    assert value != expected("Recall@99chars")


def test_evaluate_finds_a_tokenizer_where_the_command_is_typed(
    texts: dict[str, str], tmp_path: Path
) -> None:
    """Whatever folder the command itself lives in."""
    Path("mine.py").write_text("def pairs(text):\n    return range(0, len(text), 2)\n")
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "command.py"
    script.write_text("from readpath.cli import main\nmain()\n")
    done = subprocess.run(
        [sys.executable, script, "evaluate", *FILES, "-m", "Recall@99tokens", "-f", "csv",
         "--texts", "texts.jsonl", "--tokenizer", "mine:pairs"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    units = Units(texts, lambda text: range(0, len(text), 2))
    assert float(done.stdout.split(",")[-1]) == expected("Recall@99tokens", units=units)


def test_evaluate_reads_at_a_speed(sea: Path, capsys: Capture) -> None:
    name = "AgP(T2IF(10 seconds))"
    assert mean(capsys, "-m", name) == mean(capsys, "-m", "AgP(T2IF(250))")
    assert mean(capsys, "-m", name, "--speed", 50) == mean(capsys, "-m", "AgP(T2IF(500))")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--reading", "rnk"), "error: unknown reading order 'rnk'; did you mean rank"),
        (("--reading", "rank(rest='none')"), "error: rank: rest is 'natural' or 'best' or"),
        (
            ("--interleaved", "marge"),
            "error: unknown policy for interleaved documents 'marge'; did",
        ),
        (("--unit", "words"), "error: words cannot be counted without the text of document"),
        (("--unit", "wrods"), "error: unknown unit 'wrods'; did you mean words"),
        (
            ("--unit", "tokens", "--texts", "texts.jsonl"),
            "error: tokens are counted by a tokenizer",
        ),
        (("--texts", "nowhere.jsonl"), "error: nowhere.jsonl: no such file\n"),
        (("--texts", "judgments.qrels"), "error: judgments.qrels"),
        (("--tokenizer", "letters"), "error: tokenizer 'letters' is not MODULE:FUNCTION\n"),
        (("--tokenizer", ":letters"), "error: tokenizer ':letters' is not MODULE:FUNCTION\n"),
        (
            ("--tokenizer", "nowhere:letters"),
            "error: tokenizer 'nowhere:letters' cannot be imported",
        ),
        (
            ("--tokenizer", f"{__name__}:nothing"),
            f"error: tokenizer '{__name__}:nothing' cannot be imported",
        ),
        (
            ("--tokenizer", f"{__name__}:not_a_function"),
            f"error: tokenizer '{__name__}:not_a_function' is not",
        ),
        (("--speed", "0"), "error: speed"),
        (("--speed", "-5"), "error: speed"),
        (("-m", "AgP(LE(300))"), "error: LE(300) is an effort, of which less is better"),
    ],
)
def test_mistakes_get_one_line_on_standard_error(
    texts: dict[str, str], capsys: Capture, arguments: tuple[str, ...], message: str
) -> None:
    names = () if "-m" in arguments else ("-m", "AgP(T2IF(20))")
    code, out, err = run(capsys, "evaluate", *FILES, *names, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


def test_a_speed_that_is_no_number_shows_the_usage(sea: Path, capsys: Capture) -> None:
    code, _, err = run(capsys, "evaluate", *FILES, "--speed", "fast")
    assert (code, "Usage: " in err, "--speed" in err) == (2, True, True)


# curve


def test_curve_prints_the_table_that_python_has(sea: Path, capsys: Capture) -> None:
    command = ("curve", *FILES, "-m", "AgP(T2IF(x))", "-m", "iP@x", "--points", "0.5:1:0.25")
    code, out, err = run(capsys, *command, "--by-topic")
    table = curve(FILES[1], FILES[0], ["AgP(T2IF(x))", "iP@x"], "0.5:1:0.25")
    assert (code, err) == (0, "")
    assert out == table.write_csv()
    means = run(capsys, *command)[1]
    assert means == table.filter(topic="all").write_csv()
    assert run(capsys, *command, "-f", "json")[1] == CURVES["json"](table.filter(topic="all"))


def test_curve_takes_several_runs_and_recall_by_default(sea: Path, capsys: Capture) -> None:
    _, out, _ = run(capsys, "curve", *FILES, "articles.run")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["run"] for row in rows} == {"passages", "articles"}
    assert [float(row["x"]) for row in rows[:101]] == [level / 100 for level in range(101)]
    assert {row["measure"] for row in rows} == {"iP@x"}


def test_curve_writes_to_a_file_and_takes_the_rules(sea: Path, capsys: Capture) -> None:
    options = ("--reading", "rank", "--topics", "01,03", "--points", "1:2", "--official")
    code, out, _ = run(
        capsys, "curve", *FILES, "-m", "gP(aveChP)@x", *options, "--by-topic", "-o", "curve.csv"
    )
    assert (code, out) == (0, "")
    table = pl.read_csv("curve.csv", schema_overrides={"topic": pl.String})
    again = curve(
        FILES[1], FILES[0], "gP(aveChP)@x", [1, 2],
        reading="rank", topics=["01", "03"], policy=Policy.inex_eval(), missing="skip",
    )  # fmt: skip
    assert table.equals(again)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-m", "AiP"), "error: AiP has no x to draw a curve over; write for example iP@x\n"),
        (("-m", "iQ@x"), "error: unknown measure 'iQ'"),
        (("--points", "1"), "error: points '1' are not from:to or from:to:step\n"),
        (("-f", "tex"), "error: unknown output format 'tex'; known: csv, json\n"),
        (("--reading", "rnk"), "error: unknown reading order 'rnk'"),
    ],
)
def test_mistakes_in_curves_get_one_line_too(
    sea: Path, capsys: Capture, arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(capsys, "curve", *FILES, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


# path


def test_path_prints_the_strips_of_a_topic(sea: Path, capsys: Capture) -> None:
    code, out, err = run(capsys, "path", *FILES, "--topic", "03")
    assert (code, err) == (0, "")
    assert out == strip_text.render(strips_of(FILES[1], FILES[0], "03"))


def test_path_draws_into_a_file(sea: Path, capsys: Capture) -> None:
    code, out, _ = run(capsys, "path", *FILES, "--topic", "03", "-o", "03.svg")
    assert (code, out) == (0, "")
    text = Path("03.svg").read_text()
    assert text == strip_svg.render(strips_of(FILES[1], FILES[0], "03"))
    assert ElementTree.fromstring(text).tag.endswith("svg")
    run(capsys, "path", *FILES, "--topic", "03", "-o", "03.txt")
    assert Path("03.txt").read_text() == strip_text.render(strips_of(FILES[1], FILES[0], "03"))


def test_path_takes_documents_scores_patience_and_an_order(sea: Path, capsys: Capture) -> None:
    found = strips_of(FILES[1], FILES[0], "03")
    wanted = [found.strips[1].document, found.strips[0].document]
    _, out, _ = run(
        capsys, "path", *FILES, "--topic", "03", "--document", wanted[0], "--document", wanted[1],
        "--score", "aveChP", "--score", "ChP@200", "--patience", 2000, "--reading", "rank('stop')",
    )  # fmt: skip
    again = strips_of(
        FILES[1], FILES[0], "03", wanted,
        reading="rank(rest='stop')", scores=["aveChP", "ChP@200"], patience=2000,
    )  # fmt: skip
    assert out == strip_text.render(again) != strip_text.render(found)


def test_path_merges_or_drops_what_is_interleaved(sea: Path, capsys: Capture) -> None:
    lines = [
        f"03 Q0 {d} 1 1 r {start} 50" for d, start in (("radar", 0), ("sonar", 0), ("radar", 90))
    ]
    Path("mixed.run").write_text("\n".join(lines) + "\n")
    command = ("path", FILES[0], "mixed.run", "--topic", "03")
    code, _, err = run(capsys, *command)
    assert (code, "put the results of a document together" in err) == (1, True)
    for word in ("merge", "drop"):
        policy = Policy(interleaved=word)
        found = strips_of("mixed.run", FILES[0], "03", policy=policy)
        assert run(capsys, *command, "--interleaved", word)[1] == strip_text.render(found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--topic", "3"), "error: run passages has no topic 3; did you mean"),
        (
            ("--topic", "03", "--document", "fog"),
            "error: document fog is not among the judged ones",
        ),
        (("--topic", "03", "--score", "aveChQ"), "error: unknown document score 'aveChQ'; did you"),
        (("--topic", "03", "--score", "T2IF(8 words)"), "error: T2IF(8 words) "),
        (("--topic", "03", "--reading", "rnk"), "error: unknown reading order 'rnk'; did you mean"),
        (("--topic", "03", "--patience", "0"), "error: patience"),
        (("--topic", "03", "-o", "nowhere/a.svg"), "error: nowhere/a.svg: cannot be written"),
    ],
)
def test_mistakes_in_paths_get_one_line_too(
    sea: Path, capsys: Capture, arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(capsys, "path", *FILES, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


def test_path_needs_a_topic(sea: Path, capsys: Capture) -> None:
    code, _, err = run(capsys, "path", *FILES)
    assert (code, "Missing option '--topic'" in err) == (2, True)


@pytest.mark.parametrize("name", ["evaluate", "curve", "path"])
def test_the_examples_in_the_help_are_commands_that_exist(name: str) -> None:
    command = cli.commands[name]
    known = {option for p in command.params for option in (*p.opts, *p.secondary_opts)}
    lines = [line.split() for line in (command.help or "").splitlines() if "readpath " in line]
    examples = [words for words in lines if words[0] == "readpath"]
    assert examples
    for words in examples:
        assert words[1] == name
        assert {word for word in words if word.startswith("-")} <= known
