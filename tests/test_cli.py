"""The command `readpath`, run as a user would: what it prints, where, and with which exit code."""

from __future__ import annotations

import csv
import gzip
import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock

import polars as pl
import pytest

from readpath import demo
from readpath.cli import cli, main
from readpath.evaluation import evaluate
from readpath.measures import ALIASES, LIST_SCORES, TASKS

Capture = pytest.CaptureFixture[str]


@pytest.fixture
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


def test_evaluate_prints_the_same_numbers_as_python(sea: Path, capsys: Capture) -> None:
    code, out, err = run(
        capsys, "evaluate", "judgments.qrels", "articles.run", "passages.run", "-f", "csv",
        "-t", "in-context", "-m", "AP", "--by-topic",
    )  # fmt: skip
    expected = evaluate(
        ["articles.run", "passages.run"], "judgments.qrels", "AP", task="in-context"
    )
    assert (code, err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 2 * 13 * 6
    for row in rows:
        assert float(row["value"]) == expected.value(row["run"], row["measure"], row["topic"])


def test_evaluate_table_counts_the_topics(sea: Path, capsys: Capture) -> None:
    code, out, _ = run(capsys, "evaluate", "judgments.qrels", "articles.run", "-m", "AP")
    assert code == 0
    assert out.splitlines()[0].split() == ["run", "AP"]
    assert out.splitlines()[-1] == "means over 12 topics"


@pytest.mark.parametrize("form", ["table", "latex", "trec", "csv", "json"])
def test_every_output_format_holds_the_mean(sea: Path, capsys: Capture, form: str) -> None:
    mean = evaluate("articles.run", "judgments.qrels", "AP").value("articles", "AP")
    assert mean is not None
    _, out, _ = run(capsys, "evaluate", "judgments.qrels", "articles.run", "-m", "AP", "-f", form)
    assert (repr(mean) if form in ("csv", "json") else f"{mean:.4f}") in out


def test_json_says_over_how_many_topics(sea: Path, capsys: Capture) -> None:
    _, out, _ = run(capsys, "evaluate", "judgments.qrels", "articles.run", "-m", "AP", "-f", "json")
    content = json.loads(out)
    assert content["means"][0]["topics"] == 12
    assert content["scores"][0]["topic"] == "all"


def test_latex_escapes_names_and_marks_the_best(sea: Path, capsys: Capture) -> None:
    Path("a_b&c.jsonl").write_text(
        '{"topic": "01", "document": "radar", "start": 0, "length": 100, "rank": 1}\n'
    )
    _, out, _ = run(
        capsys, "evaluate", "judgments.qrels", "a_b&c.jsonl", "articles.run",
        "-m", "gP(F(0.25))@5", "-f", "latex",
    )  # fmt: skip
    assert r"a\_b\&c" in out
    best = next(line for line in out.splitlines() if line.startswith("articles"))
    assert r"\textbf{" in best


def test_output_goes_to_a_file_also_packed(sea: Path, capsys: Capture) -> None:
    for name in ("scores.csv", "scores.csv.gz"):
        code, out, _ = run(
            capsys, "evaluate", "judgments.qrels", "articles.run", "-f", "csv", "-o", name
        )
        assert (code, out) == (0, "")
    assert gzip.decompress(Path("scores.csv.gz").read_bytes()) == Path("scores.csv").read_bytes()


def test_topics_from_a_list_and_from_a_file(sea: Path, capsys: Capture) -> None:
    Path("some.txt").write_text("03\n01 ships in fog\n")
    for given in ("01, 03", "some.txt"):
        _, out, _ = run(
            capsys, "evaluate", "judgments.qrels", "articles.run", "-m", "AP", "-f", "csv",
            "--by-topic", "--topics", given,
        )  # fmt: skip
        topics = [line.split(",")[1] for line in out.splitlines()[1:]]
        assert topics == ["01", "03", "all"]


def test_official_differs_where_lists_are_short(sea: Path, capsys: Capture) -> None:
    command = ("evaluate", "judgments.qrels", "entries.run", "-f", "csv", "-m", "gP(BEP(500))@50")
    _, plain, _ = run(capsys, *command)
    _, official, _ = run(capsys, *command, "--official")
    ours, theirs = (float(text.split(",")[-1]) for text in (plain, official))
    assert theirs > ours


def test_standard_input_is_a_file_like_others(sea: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("articles.run").open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-c", "from readpath.cli import main; main()",
             "evaluate", "judgments.qrels", "-", "-m", "AP", "-f", "csv"],
            stdin=file, capture_output=True, text=True, check=True,
        )  # fmt: skip
    assert done.stdout.startswith("run,topic,measure,value\narticles,all,AP,0.63")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.qrels", "articles.run"), "error: nowhere.qrels: no such file\n"),
        (("judgments.qrels", "nowhere.run"), "error: nowhere.run: no such file\n"),
        (
            ("judgments.qrels", "articles.run", "-m", "MAPP"),
            "error: unknown measure 'MAPP'; did you mean MAP",
        ),
        (
            ("judgments.qrels", "articles.run", "-f", "tex"),
            "error: unknown output format 'tex'; did you mean latex?\n",
        ),
        (
            ("judgments.qrels", "articles.run", "--overlap", "penalize"),
            "error: unknown overlap policy 'penalize'; did you mean penalise",
        ),
        (
            ("judgments.qrels", "articles.run", "--topics", "1"),
            "error: topic 1 is not judged in judgments.qrels; did you mean",
        ),
        (
            ("judgments.qrels", "articles.run", "-o", "nowhere/scores.txt"),
            "error: nowhere/scores.txt: cannot be written: No such file or directory\n",
        ),
    ],
)
def test_mistakes_get_one_line_on_standard_error(
    sea: Path, capsys: Capture, arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(capsys, "evaluate", *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


def test_wrong_usage_shows_the_usage(capsys: Capture) -> None:
    code, _, err = run(capsys, "evaluate", "--bytopic")
    assert code == 2
    assert "Usage: " in err
    assert "--by-topic" in err


def test_validate_exit_code_and_counts(sea: Path, capsys: Capture) -> None:
    code, out, _ = run(capsys, "validate", "passages.run", "-t", "in-context")
    assert code == 0
    assert out.endswith("valid: passages, 228 results for 12 topics; 0 errors, 0 notes\n"), out
    lines = Path("passages.run").read_text().splitlines()
    Path("twice.run").write_text("\n".join(lines[:5] + lines[:5]) + "\n")
    code, out, _ = run(capsys, "validate", "twice.run", "-t", "focused", "-j", "judgments.qrels")
    assert code == 1
    assert out.splitlines()[0].startswith("error: twice.run:6: topic 01, document fog-signals: ")
    assert "11 judged topics not answered: 02, 03" in out


def test_validate_shows_twenty_problems_or_all(sea: Path, capsys: Capture) -> None:
    Path("bad.run").write_text("1 Q0 d 1 1.0 r zero 5\n" * 30)
    code, out, _ = run(capsys, "validate", "bad.run")
    assert (code, out.count("error:")) == (1, 20)
    assert "… and 11 more; --all shows them" in out
    assert run(capsys, "validate", "bad.run", "--all")[1].count("error:") == 31


def test_convert_there_and_back(sea: Path, capsys: Capture) -> None:
    original = evaluate("passages.run", "judgments.qrels", task="in-context")
    before = "passages.run"
    for name in ("a.jsonl", "b.csv", "c.parquet", "d.xml", "e.jsonl.gz", "f.run"):
        assert run(capsys, "convert", before, name, "--name", "passages") == (0, "", "")
        again = evaluate(name, "judgments.qrels", task="in-context")
        values = again.by_topic["value"].to_list()
        assert values == original.by_topic["value"].to_list(), name
        before = name


def test_convert_writes_to_standard_output(sea: Path, capsys: Capture) -> None:
    _, out, _ = run(capsys, "convert", "passages.run", "-", "--to", "trec")
    assert out.splitlines()[0].split()[:4] == ["01", "Q0", "fog-signals", "1"]


def test_measures_lists_all_and_tells_more_about_one(capsys: Capture) -> None:
    _, out, _ = run(capsys, "measures")
    for name in (*LIST_SCORES, *ALIASES, *TASKS):
        assert name in out
    _, out, _ = run(capsys, "measures", "nDCG")
    assert out.startswith("nDCG(S)[@k]\n")
    assert "Järvelin & Kekäläinen (2002)" in out
    code, _, err = run(capsys, "measures", "nDGC@10")
    assert (code, err.startswith("error: unknown measure 'nDGC'; did you mean nDCG")) == (
        1,
        True,
    )


def test_demo_evaluates_and_saves(tmp_path: Path, capsys: Capture) -> None:
    code, out, _ = run(capsys, "demo")
    assert code == 0
    assert out == demo.show()
    assert run(capsys, "demo", "--save", tmp_path / "new")[0] == 0
    assert len(list((tmp_path / "new" / "collection").glob("*.xml"))) == 40
    code, _, err = run(capsys, "demo", "--save", tmp_path / "new")
    assert (code, "is there already; name a new folder" in err) == (1, True)


def test_every_command_and_option_explains_itself() -> None:
    for name, command in cli.commands.items():
        assert command.help, name
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert getattr(parameter, "help", None), f"{name} {parameter.name}"


def test_a_closed_pipe_ends_quietly(sea: Path) -> None:
    program = f"{sys.executable} -c 'from readpath.cli import main; main()'"
    done = subprocess.run(
        f"{program} convert passages.run - --to jsonl | head -n 1; {program} measures | head -n 1",
        shell=True, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.count("\n") == 2
    assert done.stderr == ""


def test_ctrl_c_ends_quietly() -> None:
    program = "from readpath.cli import main; print('ready', flush=True); main()"
    waiting = subprocess.Popen(
        [sys.executable, "-c", program, "evaluate", "-", "some.run"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert waiting.stdout is not None
    assert waiting.stdout.readline() == "ready\n"
    time.sleep(0.3)
    waiting.send_signal(signal.SIGINT)
    out, err = waiting.communicate()
    assert (waiting.returncode, out, err.strip()) == (130, "", "")


def test_by_topic_table_has_every_topic(sea: Path, capsys: Capture) -> None:
    _, out, _ = run(capsys, "evaluate", "judgments.qrels", "articles.run", "-m", "AP", "--by-topic")
    topics = [line.split()[1] for line in out.splitlines()[1:14]]
    assert topics == [f"{number:02}" for number in range(1, 13)] + ["all"]


def test_chunks_give_the_measures_that_need_them(sea: Path, capsys: Capture) -> None:
    pl.DataFrame({"document": ["radar"], "start": [0], "end": [1791]}).write_csv("chunks.csv")
    command = ("evaluate", "judgments.qrels", "passages.run", "-m", "PrecisionOmega")
    code, _, err = run(capsys, *command)
    assert (code, "give them with chunks= or --chunks FILE" in err) == (1, True)
    assert run(capsys, *command, "--chunks", "chunks.csv")[0] == 0
