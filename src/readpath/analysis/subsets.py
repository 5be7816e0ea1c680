"""Scores broken down: by the kind of topic, or by the kind of run."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from readpath.analysis.grids import is_effort
from readpath.analysis.presented import Frames, Presented, Sections
from readpath.analysis.tables import Cell, Table
from readpath.errors import OptionError, one_of
from readpath.files.problems import LINE
from readpath.files.record_files import read_records
from readpath.files.records import Records, as_table
from readpath.files.source import PathLikeText, Source
from readpath.judgments import Judgments
from readpath.plain import counted, shown, some
from readpath.scores import Scores

Attributes = Judgments | re.Pattern[str] | Mapping[str, object] | Records | PathLikeText

NONE = "(none)"
"""The class of topics or runs that an attribute says nothing about."""

CLASSES = 6
"""Numbers of more different values are split at their median."""

RELEVANT = "relevant documents"


@dataclass(frozen=True, eq=False, repr=False)
class Breakdown(Presented):
    """Means for each class of topics or of runs.

    By topics, `table` is `attribute, class, run, measure, mean, topics`; by runs it is `attribute,
    class, measure, runs, mean, best_run, best`, where `mean` is over the runs.
    """

    table: pl.DataFrame
    by: str
    notes: tuple[str, ...] = ()

    usual = ("breakdown",)

    @property
    def remarks(self) -> list[str]:
        """What is missing."""
        return list(self.notes)

    @property
    def sections(self) -> Sections:
        """Tables for people: the breakdown."""
        draw: Callable[[str, str, pl.DataFrame], Table]
        draw = _by_topics if self.by == "topic" else _by_runs
        parts = self.table.partition_by("attribute", "measure", as_dict=True)
        return {
            "breakdown": lambda: [
                draw(str(key[0]), str(key[1]), part) for key, part in parts.items()
            ],
        }

    @property
    def frames(self) -> Frames:
        """Tables for programs: the breakdown."""
        return {"breakdown": lambda: self.table}


def breakdown(scores: Scores, attributes: Attributes, *, of: str = "topic") -> Breakdown:
    """Means for each kind of topic or of run.

    `attributes` is a table, a list of records or a file with a column `topic` or `run`, every other
    column being an attribute; or a dict from names to kinds; or a compiled pattern, whose groups are
    looked for in each name; or judgments, for topics with few and with many relevant documents.
    Numbers are split at their median. `of` says whose names a dict or pattern is about: topic or run.
    """
    one_of(("topic", "run"), of, "thing to break down by")
    names = scores.by_topic[of].unique(maintain_order=True).to_list()
    table = _table(attributes, of, names)
    of = _key(table)
    names = scores.by_topic[of].unique(maintain_order=True).to_list()
    table, notes = _fitting(table, of, names)
    kinds = [name for name in table.columns if name != of]
    joined = scores.by_topic.join(table, on=of, how="left", maintain_order="left")
    means = _topic_means if of == "topic" else _run_means
    parts = [means(joined.rename({kind: "class"}), kind, table[kind]) for kind in kinds]
    return Breakdown(pl.concat(parts), of, tuple(notes))


def _table(attributes: Attributes, of: str, names: list[str]) -> pl.DataFrame:
    """Attributes in whatever form as a table with a column `topic` or `run`."""
    if isinstance(attributes, Judgments):
        judged = attributes.judged
        counts = pl.Series(RELEVANT, judged.relevant_documents.astype(int))
        return pl.DataFrame({"topic": judged.topics, RELEVANT: in_classes(counts, most=1)})
    if isinstance(attributes, re.Pattern):
        rows = [{of: name, **_matched(attributes, name)} for name in names]
        return pl.DataFrame(rows, infer_schema_length=None)
    if isinstance(attributes, Mapping):
        kinds = [None if kind is None else str(kind) for kind in attributes.values()]
        return pl.DataFrame({of: list(map(str, attributes)), "kind": kinds})
    table = as_table(attributes)
    if table is None:
        source: Any = attributes
        table = read_records(Source.of(source))
    return table.drop(LINE, strict=False)


def _matched(pattern: re.Pattern[str], name: str) -> dict[str, str | None]:
    """What the groups of a pattern find in a name; of a pattern without groups, whether it does."""
    found = pattern.search(name)
    if not pattern.groups:
        return {pattern.pattern: "matches" if found else "does not match"}
    labels = {number: label for label, number in pattern.groupindex.items()}
    return {
        labels.get(number, f"group {number}" if pattern.groups > 1 else pattern.pattern): (
            found[number] if found else None
        )
        for number in range(1, pattern.groups + 1)
    }


def _key(table: pl.DataFrame) -> str:
    keys = [name for name in ("topic", "run") if name in table.columns]
    if len(keys) != 1 or len(table.columns) < 2:
        raise OptionError(
            "attributes need a column topic or a column run, and one more; found "
            + ", ".join(table.columns)
        )
    return keys[0]


def _fitting(table: pl.DataFrame, of: str, names: list[str]) -> tuple[pl.DataFrame, list[str]]:
    """The attributes of the names that have scores, as words, and what does not fit."""
    table = table.with_columns(pl.col(of).cast(pl.String))
    twice = table.filter(pl.col(of).is_duplicated())[of].unique(maintain_order=True).to_list()
    if twice:
        raise OptionError(f"{of} {twice[0]} has attributes twice")
    known = table.filter(pl.col(of).is_in(names))
    if known.is_empty():
        raise OptionError(
            f"none of the {of}s with attributes ({some(table[of].to_list())}) has scores; these "
            f"have: {some(names)}"
        )
    notes = []
    if len(known) < len(table):
        others = table.filter(~pl.col(of).is_in(names))[of].to_list()
        notes.append(f"{counted(len(others), of)} without scores left out: {some(others)}")
    lacking = [name for name in names if name not in set(known[of])]
    if lacking:
        notes.append(f"{counted(len(lacking), of)} without attributes: {some(lacking)}")
    kinds = [name for name in known.columns if name != of]
    return known.with_columns(*(in_classes(known[name]) for name in kinds)), notes


def in_classes(column: pl.Series, most: int = CLASSES) -> pl.Series:
    """An attribute as words; numbers of many values as the lower and the upper half."""
    numbers = column.cast(pl.Float64, strict=False)
    split = numbers.drop_nulls().n_unique() > most and numbers.null_count() == column.null_count()
    if not split:
        return column.cast(pl.String)
    middle = numbers.median()
    halves = pl.DataFrame({"number": numbers, "upper": numbers > middle})
    label = pl.format(
        "{} to {}", *(getattr(pl.col("number"), end)().over("upper") for end in ("min", "max"))
    )
    return (
        halves.select(
            pl.when(pl.col("number").is_not_null()).then(label.str.replace_all(r"\.0\b", ""))
        )
        .to_series()
        .rename(column.name)
    )


def _classes(column: pl.Series) -> pl.Enum:
    """The classes in order: numbers by size, words by first appearance, what has none last."""
    names = column.drop_nulls().unique(maintain_order=True).to_list()
    first = [re.match(r"-?[\d.]+", name) for name in names]
    if all(first):
        names.sort(key=lambda name: float(re.match(r"-?[\d.]+", name)[0]))  # type: ignore[index]
    return pl.Enum([*names, NONE])


def _grouped(joined: pl.DataFrame, attribute: str, column: pl.Series) -> pl.DataFrame:
    classes = pl.col("class").fill_null(NONE)
    return joined.select(
        pl.lit(attribute).alias("attribute"), classes.cast(_classes(column)), "run", "topic",
        "measure", "value",
    )  # fmt: skip


def _topic_means(joined: pl.DataFrame, attribute: str, column: pl.Series) -> pl.DataFrame:
    grouped = _grouped(joined, attribute, column).group_by(
        "attribute", "class", "run", "measure", maintain_order=True
    )
    table = grouped.agg(
        pl.col("value").mean().alias("mean"), pl.col("value").count().alias("topics")
    )
    return table.sort("class", maintain_order=True).with_columns(pl.col("class").cast(pl.String))


def _run_means(joined: pl.DataFrame, attribute: str, column: pl.Series) -> pl.DataFrame:
    keys = ["attribute", "class", "measure"]
    runs = (
        _grouped(joined, attribute, column)
        .group_by(*keys, "run", maintain_order=True)
        .agg(pl.col("value").mean().alias("mean"))
    )
    effort = {name: is_effort(name) for name in runs["measure"].unique()}
    turned = pl.col("mean") * pl.col("measure").replace_strict(
        {name: -1 if less else 1 for name, less in effort.items()}, return_dtype=pl.Int64
    )
    best = turned.arg_max()
    table = runs.group_by(keys, maintain_order=True).agg(
        pl.col("run").count().alias("runs"),
        pl.col("mean").mean().alias("mean"),
        pl.col("run").get(best).alias("best_run"),
        pl.col("mean").get(best).alias("best"),
    )
    return table.sort("class", maintain_order=True).with_columns(pl.col("class").cast(pl.String))


def _by_topics(attribute: str, measure: str, part: pl.DataFrame) -> Table:
    """A line for each run, a column for each class of topics; the best of each column is bold."""
    classes = part["class"].unique(maintain_order=True).to_list()
    runs = part["run"].unique(maintain_order=True).to_list()
    value = {(row["class"], row["run"]): row["mean"] for row in part.iter_rows(named=True)}
    topics = {row["class"]: row["topics"] for row in part.iter_rows(named=True)}
    best = {each: _best([value.get((each, run)) for run in runs], measure) for each in classes}
    rows = [
        [
            Cell(run),
            *(_cell(value.get((each, run)), best[each]) for each in classes),
        ]
        for run in runs
    ]
    head = ["run", *(f"{each} ({counted(topics[each], 'topic')})" for each in classes)]
    return Table(f"{measure} by {attribute}", head, rows)


def _best(means: list[float | None], measure: str) -> float | None:
    there = [mean for mean in means if mean is not None]
    if not there:
        return None
    return min(there) if is_effort(measure) else max(there)


def _cell(mean: float | None, best: float | None) -> Cell:
    return Cell(shown(mean), bold=mean is not None and mean == best)


def _by_runs(attribute: str, measure: str, part: pl.DataFrame) -> Table:
    shown_part = part.select("class", "runs", "mean", "best", best_run="best_run")
    return Table.of(f"{measure} by {attribute}", shown_part)
