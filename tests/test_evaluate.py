"""`evaluate` from the side of Python users: what it takes, what it answers, what it says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from weakref import WeakSet

import numpy as np
import polars as pl
import pytest

import readpath as rp
from readpath import demo
from readpath.evaluation import AHEAD, ROWS
from readpath.measures import TASKS

GOLD: list[dict[str, object]] = [
    {"topic": "1", "document": "a", "start": 10, "end": 20},
    {"topic": "2", "document": "b", "start": 0, "end": 5},
    {"topic": "3", "document": "c"},
]
CHUNKS: list[dict[str, object]] = [
    {"topic": "1", "document": "a", "start": 0, "end": 20},
    {"topic": "3", "document": "c", "start": 0, "end": 9},
    {"topic": "9", "document": "a", "start": 0, "end": 20},
]


def test_recall_is_null_where_nothing_is_relevant_and_left_out_of_the_mean() -> None:
    scores = rp.evaluate(CHUNKS, GOLD, ["Recall@5", "Precision@5"])
    assert [scores.value("run", "Recall@5", topic) for topic in "123"] == [1.0, 0.0, None]
    assert [scores.value("run", "Precision@5", topic) for topic in "123"] == [0.5, 0.0, 0.0]
    means = {row["measure"]: row for row in scores.means.to_dicts()}
    assert (means["Recall@5"]["topics"], means["Recall@5"]["undefined"]) == (2, 1)
    assert scores.value("run", "Recall@5") == 0.5
    assert scores.value("run", "Precision@5") == 0.5 / 3


def test_missing_topics_score_zero_or_are_skipped_and_both_is_said() -> None:
    zero = rp.evaluate(CHUNKS, GOLD, "Precision@5")
    skip = rp.evaluate(CHUNKS, GOLD, "Precision@5", missing="skip")
    assert (zero.value("run", "Precision@5"), skip.value("run", "Precision@5")) == (0.5 / 3, 0.25)
    unjudged = "run: 1 topic not judged and left out: 9"
    assert zero.notes == (
        unjudged,
        "run: 1 of 3 judged topics not answered and scored as if nothing was returned",
    )
    assert skip.notes == (unjudged, "run: 1 of 3 judged topics not answered and left out")


def test_only_some_topics() -> None:
    scores = rp.evaluate(CHUNKS, GOLD, "Recall@5", topics=["2", "1"])
    assert scores.by_topic["topic"].to_list() == ["1", "2"]
    with pytest.raises(rp.ReadpathError, match=r"topic 12 is not judged.*did you mean"):
        rp.evaluate(CHUNKS, [*GOLD, {"topic": "11", "document": "a"}], "Recall@5", topics=["12"])


def test_topics_that_are_judged_but_not_asked_for_are_no_surprise() -> None:
    scores = rp.evaluate(CHUNKS[:2], GOLD, "Recall@5", topics=["1"])
    assert scores.notes == ()


def test_what_is_odd_in_a_run_is_told() -> None:
    shown = [{"topic": "1", "document": "a", "start": 0, "end": 4, "text": "Füße!"}]
    (note,) = rp.evaluate(shown, GOLD[:1], "Recall@5").notes
    assert "the text has 5 characters, but its span goes from 0 to 4" in note


def test_notes_of_a_long_run_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("readpath.evaluation.ROWS", 1)
    shown = [CHUNKS[0] | {"text": "short"}, CHUNKS[1]]
    notes = rp.evaluate(shown, GOLD, "Recall@5").notes
    assert len([note for note in notes if "the text has 5 characters" in note]) == 1


def test_entry_point_measures_need_entry_points() -> None:
    with pytest.raises(rp.ReadpathError, match="the judgments hold none"):
        rp.evaluate(CHUNKS, GOLD, "AgP(BEP(500))")


@pytest.mark.parametrize("packing", ["list", "generator", "dict", "paths"])
def test_runs_come_in_many_ways_and_say_the_same(packing: str, tmp_path: Path) -> None:
    runs = [demo.run("articles"), demo.run("passages")]
    paths = [tmp_path / f"{run.name}.run" for run in runs]
    for run, path in zip(runs, paths, strict=True):
        rp.write_run(run, path)
    given = {
        "list": runs,
        "generator": (run for run in runs),
        "dict": {run.name: run.results for run in runs},
        "paths": paths,
    }
    scores = rp.evaluate(given[packing], demo.judgments(), ["MAgP", "AP"])  # type: ignore[arg-type]
    expected = rp.evaluate(runs, demo.judgments(), ["MAgP", "AP"])
    assert scores.by_topic.equals(expected.by_topic)


def test_one_run_as_a_table_a_frame_or_records() -> None:
    pandas = pytest.importorskip("pandas")
    expected = rp.evaluate(CHUNKS, GOLD, "Recall@5").by_topic
    for table in (pl.DataFrame(CHUNKS), pandas.DataFrame(CHUNKS), tuple(CHUNKS)):
        assert rp.evaluate(table, GOLD, "Recall@5").by_topic.equals(expected)


def test_runs_of_one_name_are_told_apart() -> None:
    scores = rp.evaluate([CHUNKS, CHUNKS, CHUNKS], GOLD, "Recall@5")
    assert scores.runs == ["run", "run#2", "run#3"]
    with pytest.raises(rp.ReadpathError, match="unknown run 'rum'; did you mean run"):
        scores.value("rum", "Recall@5")


def test_runs_are_read_one_after_the_other() -> None:
    """A generator of many runs is never held in memory as a whole."""
    alive: WeakSet[rp.Run] = WeakSet()

    def runs() -> Iterator[rp.Run]:
        for number in range(20):
            run = rp.read_run(CHUNKS, name=f"r{number}")
            alive.add(run)
            assert len(alive) <= AHEAD + 3
            yield run

    assert len(rp.evaluate(runs(), GOLD, "Recall@5").runs) == 20


def test_without_measures_the_content_decides() -> None:
    judgments = demo.judgments()
    assert rp.evaluate(demo.run("passages"), judgments).measures == list(TASKS["focused"])
    entries = rp.evaluate(demo.run("entries"), judgments)
    assert entries.measures == list(TASKS["best-in-context"])
    assert rp.evaluate(CHUNKS, GOLD).measures == list(TASKS["chunks"])
    graded: list[dict[str, object]] = [{"topic": "1", "document": "a", "grade": 1}]
    assert rp.evaluate(CHUNKS, graded).measures == list(TASKS["article"])


def test_task_and_measures_add_up_and_none_is_doubled() -> None:
    scores = rp.evaluate(
        demo.run("articles"), demo.judgments(), ["AP", "nDCG@10", "AP"], task="article"
    )
    assert scores.measures == [*TASKS["article"], "nDCG@10"]


def test_a_run_for_other_topics_is_an_error() -> None:
    stray = [{"topic": "77", "document": "a", "start": 0, "end": 1}]
    with pytest.raises(rp.ReadpathError) as error:
        rp.evaluate(stray, GOLD, "Recall@5")
    assert str(error.value) == (
        "records: none of its topics (77) is judged; the judgments are for 1, 2, 3"
    )


def test_a_measure_that_needs_text_says_so_for_graded_judgments() -> None:
    graded: list[dict[str, object]] = [{"topic": "1", "document": "a", "grade": 1}]
    with pytest.raises(rp.ReadpathError, match=r"^AiP of run run: this measure needs highlighted"):
        rp.evaluate(CHUNKS, graded, "AiP")


def test_unknown_words_are_refused_with_the_nearest() -> None:
    for words, message in (
        ({"task": "focussed"}, "unknown task 'focussed'; did you mean focused?"),
        ({"missing": "none"}, "unknown policy for missing topics 'none'; known: skip, zero"),
        ({"measures": "MAgPP"}, "unknown measure 'MAgPP'; did you mean MAgP"),
    ):
        with pytest.raises(rp.ReadpathError) as error:
            rp.evaluate(CHUNKS, GOLD, **words)  # type: ignore[arg-type]
        assert message in str(error.value)


def test_no_run_is_an_error() -> None:
    with pytest.raises(rp.ReadpathError, match="no run to evaluate"):
        rp.evaluate([], GOLD)


def test_long_runs_are_scored_in_pieces_that_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = rp.evaluate(demo.run("passages"), demo.judgments(), ["MAgP", "AiP", "bpref"])
    monkeypatch.setattr("readpath.evaluation.ROWS", 7)
    pieces = rp.evaluate(demo.run("passages"), demo.judgments(), ["MAgP", "AiP", "bpref"])
    assert ROWS > 7
    assert pieces.by_topic.equals(whole.by_topic)
    assert pieces.notes == whole.notes


def test_scores_print_as_a_table_and_keep_all_digits() -> None:
    scores = rp.evaluate(demo.run("articles"), demo.judgments(), ["AP", "P@5"])
    lines = str(scores).splitlines()
    assert lines[0].split() == ["run", "AP", "P@5"]
    mean = scores.value("articles", "AP")
    assert lines[1].split()[1] == f"{mean:.4f}"
    by_topic = scores.by_topic.filter(measure="AP")["value"].to_numpy()
    assert mean == pytest.approx(np.mean(by_topic), abs=1e-15)


def test_long_and_wide_tables_hold_the_same_numbers() -> None:
    scores = rp.evaluate(demo.runs(), demo.judgments(), ["AP", "P@5"])
    long = scores.long(by_topic=True)
    assert long.columns == ["run", "topic", "measure", "value"]
    assert len(long) == 3 * 13 * 2
    wide = scores.wide(by_topic=True)
    again = wide.unpivot(["AP", "P@5"], index=["run", "topic"], variable_name="measure")
    assert again.sort(pl.all()).equals(long.select(again.columns).sort(pl.all()))
