"""What was judged: how much of it is relevant, and where in its documents that stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import polars as pl

from readpath.analysis.presented import Frames, Presented, Sections
from readpath.analysis.tables import Cell, Table
from readpath.arrays import as_ints
from readpath.files.records import Records
from readpath.files.source import PathLikeText
from readpath.judgments import Judgments, read_judgments
from readpath.plain import counted, shown

OFFSETS = 1_000
"""Entry points are counted in steps of so many characters."""

FRACTIONS = 10
"""Highlighted fractions are counted in steps of so many percent."""

PER_TOPIC = {
    "judged": "judged documents",
    "relevant": "relevant documents",
    "passages": "highlighted passages",
    "characters": "highlighted characters",
}
PER_DOCUMENT = {
    "entry_point": "entry point",
    "first_relevant": "first relevant character",
    "distance": "entry point less first relevant character",
    "percent": "highlighted share of the document, %",
}
TITLES = {
    "topics": "per topic",
    "documents": "per relevant document",
    "passages": "relevant documents by number of passages",
    "entry-points": "relevant documents by entry point",
    "first-relevant": "relevant documents by first relevant character",
    "fractions": "relevant documents by highlighted share, %",
}


@dataclass(frozen=True, eq=False, repr=False)
class Statistics(Presented):
    """What was judged, as the overviews of INEX print it.

    `by_topic` is the table `topic, judged, relevant, passages, characters`; `by_document` has a row
    for each relevant document: `topic, document, length, passages, characters, entry_point,
    first_relevant, distance, fraction`. Passages are counted as the judgments came, also those that
    mark no character or touch another; where that is not known, disjoint stretches of text are.
    """

    by_topic: pl.DataFrame
    by_document: pl.DataFrame
    highlighted: bool
    notes: tuple[str, ...] = ()

    usual = ("topics", "documents")

    @cached_property
    def topics(self) -> pl.DataFrame:
        """Per topic: `what, total, topics, min, max, median, mean, st.dev.`."""
        names = PER_TOPIC if self.highlighted else dict(list(PER_TOPIC.items())[:2])
        table = _summary(self.by_topic, names).rename({"number": "topics"})
        totals = [self.by_topic[name].sum() for name in names]
        table = table.with_columns(pl.Series("total", totals, dtype=pl.Int64))
        return table.select("what", "total", pl.exclude("what", "total"))

    @cached_property
    def documents(self) -> pl.DataFrame:
        """Per relevant document: `what, number, min, max, median, mean, st.dev.`."""
        table = _summary(
            self.by_document.with_columns((100 * pl.col("fraction")).alias("percent")), PER_DOCUMENT
        )
        return table.filter(pl.col("number") > 0)

    @cached_property
    def passages(self) -> pl.DataFrame:
        """How many relevant documents have so many passages: `passages, documents`."""
        return (
            self.by_document.group_by("passages").agg(pl.len().alias("documents")).sort("passages")
        )

    @cached_property
    def entry_points(self) -> pl.DataFrame:
        """Where reading should begin: `from, to, documents`, in steps of 1,000 characters."""
        return _steps(self.by_document["entry_point"], OFFSETS)

    @cached_property
    def first_relevant(self) -> pl.DataFrame:
        """Where highlighted text begins: `from, to, documents`, in steps of 1,000 characters."""
        return _steps(self.by_document["first_relevant"], OFFSETS)

    @cached_property
    def entry_and_first(self) -> pl.DataFrame:
        """One against the other: `entry_point, first_relevant, documents`."""
        keys = ("entry_point", "first_relevant")
        points = self.by_document.drop_nulls(keys).group_by(keys).agg(pl.len().alias("documents"))
        return points.sort(keys)

    @cached_property
    def fractions(self) -> pl.DataFrame:
        """How much of relevant documents is highlighted: `from, to, documents`, in percent."""
        percent = (100 * self.by_document["fraction"]).clip(upper_bound=100 - FRACTIONS / 2)
        return _steps(percent, FRACTIONS)

    @property
    def remarks(self) -> list[str]:
        """What was odd in the judgments."""
        return list(self.notes)

    @property
    def sections(self) -> Sections:
        """Tables for people, by name."""
        return {name: partial(self._table, name, title) for name, title in TITLES.items()}

    def _table(self, name: str, title: str) -> list[Table]:
        frame = self.frames[name]()
        rows = [[Cell(_readable(value)) for value in row] for row in frame.iter_rows()]
        return [Table(title, frame.columns, rows, int(frame.dtypes[0] == pl.String))]

    @property
    def frames(self) -> Frames:
        """Tables for programs, by name."""
        return {
            "topics": lambda: self.topics,
            "documents": lambda: self.documents,
            "passages": lambda: self.passages,
            "entry-points": lambda: self.entry_points,
            "first-relevant": lambda: self.first_relevant,
            "entry-and-first": lambda: self.entry_and_first,
            "fractions": lambda: self.fractions,
            "by-topic": lambda: self.by_topic,
            "by-document": lambda: self.by_document,
        }


def statistics(judgments: Judgments | Records | PathLikeText) -> Statistics:
    """How much was judged and found relevant, and where in the documents it stands."""
    if not isinstance(judgments, Judgments):
        judgments = read_judgments(judgments)
    documents = _by_document(judgments)
    by_topic = documents.group_by("topic", maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("judged"),
        pl.col("is_relevant").sum().cast(pl.Int64).alias("relevant"),
        pl.col("passages").sum(),
        pl.col("characters").sum(),
    )
    relevant = documents.filter("is_relevant").drop("is_relevant")
    notes = (*_lost(by_topic, judgments), *judgments.notes)
    return Statistics(by_topic, relevant, judgments.highlighted, notes)


def _lost(by_topic: pl.DataFrame, judgments: Judgments) -> list[str]:
    """How many passages are not a stretch of highlighted text of their own."""
    passages = int(by_topic["passages"].sum())
    lost = passages - len(judgments.highlights)
    return [
        f"{lost:,} of {counted(passages, 'passage')} mark no character, or touch or overlap another"
    ] * bool(lost)


def _by_document(judgments: Judgments) -> pl.DataFrame:
    keys = ["topic", "document"]
    marks = judgments.highlights.group_by(keys).agg(
        pl.len().cast(pl.Int64).alias("passages"), pl.col("start").min().alias("first_relevant")
    )
    documents = judgments.documents
    if "passages" in documents.columns:
        marks = marks.drop("passages")
    table = documents.join(marks, on=keys, how="left", maintain_order="left")
    relevant = pl.Series("is_relevant", judgments.judged.relevant)
    known = pl.col("length") > 0
    return table.select(
        *keys,
        relevant,
        "length",
        pl.col("passages").fill_null(0),
        pl.col("relevant").alias("characters"),
        "entry_point",
        "first_relevant",
        (pl.col("entry_point") - pl.col("first_relevant")).alias("distance"),
        pl.when(known & pl.lit(judgments.highlighted))
        .then(pl.col("relevant") / pl.col("length"))
        .alias("fraction"),
    )


def _summary(table: pl.DataFrame, names: dict[str, str]) -> pl.DataFrame:
    """Least, most, median, mean and standard deviation (of a sample: n - 1) of some columns."""
    return pl.concat(
        table.select(
            pl.lit(title).alias("what"),
            pl.col(name).count().cast(pl.Int64).alias("number"),
            pl.col(name).min().cast(pl.Float64).alias("min"),
            pl.col(name).max().cast(pl.Float64).alias("max"),
            pl.col(name).median().alias("median"),
            pl.col(name).mean().alias("mean"),
            pl.col(name).std().alias("st.dev."),
        )
        for name, title in names.items()
    )


def _steps(values: pl.Series, width: int) -> pl.DataFrame:
    """How many values lie in each step, empty steps too."""
    place = (values.drop_nulls().cast(pl.Float64) // width).cast(pl.Int64).rename("place")
    found = place.value_counts(name="documents")
    reached = as_ints(place.to_numpy()) if len(place) else as_ints([0])
    every = pl.DataFrame({"place": np.arange(reached.min(), reached.max() + 1)})
    counts = every.join(found, on="place", how="left", maintain_order="left")
    return counts.select(
        (pl.col("place") * width).alias("from"),
        ((pl.col("place") + 1) * width).alias("to"),
        pl.col("documents").fill_null(0).cast(pl.Int64),
    )


def _readable(value: object) -> str:
    """Counts whole, everything else to one digit, thousands apart."""
    if isinstance(value, float):
        return f"{value:,.0f}" if value.is_integer() else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else shown(value)
