"""Judgments: which documents were assessed for each topic, and the text highlighted in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import polars as pl

from readpath.arrays import as_ints
from readpath.errors import InputError, OptionError, nearest
from readpath.files.problems import sound
from readpath.files.source import IN_MEMORY, Source
from readpath.judgments.judged import Judged
from readpath.spans import Spans, off_line, on_line, union

DOCUMENTS = {
    "topic": pl.String(),
    "document": pl.String(),
    "length": pl.Int64(),
    "entry_point": pl.Int64(),
    "grade": pl.Int64(),
    "relevant": pl.Int64(),
    "stated": pl.Int64(),
    "passages": pl.Int64(),
}
HIGHLIGHTS = {
    "topic": pl.String(),
    "document": pl.String(),
    "start": pl.Int64(),
    "end": pl.Int64(),
}


@dataclass(frozen=True, eq=False)
class Judgments:
    """What is relevant.

    `documents` has a row for each judged document: `topic, document, length, entry_point, grade,
    relevant, stated, passages`, where `relevant` counts highlighted characters, `stated` is what the
    file itself said about that number, and `passages` counts the passages as they came. `highlights`
    has the marked text as disjoint spans: `topic, document, start, end`. `highlighted` tells whether
    text was judged, or only whole documents. `notes` tells what was odd in the file but accepted.
    """

    documents: pl.DataFrame
    highlights: pl.DataFrame
    highlighted: bool
    source: str = ""
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        documents: pl.DataFrame,
        passages: pl.DataFrame | None = None,
        source: Source = IN_MEMORY,
        notes: Iterable[str] = (),
    ) -> Judgments:
        """Judgments from rows of judged documents and of highlighted passages.

        Passages may overlap; they are merged. Their documents must be among the judged ones.
        """
        if documents.is_empty():
            raise InputError("holds no judgments", source=source.name)
        highlighted = passages is not None
        if passages is None:
            passages = pl.DataFrame(schema=HIGHLIGHTS)
        documents = _topic_after_topic(documents, source).with_row_index("_judged")
        highlights = _merged(documents, passages)
        documents = _counted(documents, passages, highlights)
        return cls(
            documents.select(*DOCUMENTS),
            highlights.select(*HIGHLIGHTS),
            highlighted,
            source.name,
            tuple(notes),
        )

    @cached_property
    def topics(self) -> list[str]:
        """Judged topics in the order of the file."""
        return self.documents["topic"].unique(maintain_order=True).to_list()

    def only(self, topics: Iterable[str]) -> Judgments:
        """The same judgments for some of the topics."""
        wanted = [topics] if isinstance(topics, str) else [str(topic) for topic in topics]
        known = set(self.topics)
        for topic in wanted:
            if topic not in known:
                where = f" in {self.source}" if self.source else ""
                raise OptionError(f"topic {topic} is not judged{where}; {nearest(topic, known)}")
        if not wanted:
            raise OptionError("no topic to evaluate")
        chosen = pl.col("topic").is_in(wanted)
        return replace(
            self, documents=self.documents.filter(chosen), highlights=self.highlights.filter(chosen)
        )

    @cached_property
    def judged(self) -> Judged:
        """The same as arrays, for evaluation."""
        return Judged(self.documents, self.highlights, self.highlighted)

    def __repr__(self) -> str:
        return (
            f"<Judgments {self.source}: {len(self.topics)} topics, "
            f"{len(self.documents)} judged documents, {len(self.highlights)} highlights>"
        )


def _topic_after_topic(documents: pl.DataFrame, source: Source) -> pl.DataFrame:
    """Judged documents, those of a topic together; none twice."""
    for bad, problem in (
        (
            ~pl.struct("topic", "document").is_first_distinct(),
            "document {document} is judged a second time for topic {topic}; merge the lines",
        ),
        (pl.col("topic") == "all", "a topic cannot be called {topic!r}: means over topics are"),
    ):
        documents = sound(documents, bad, problem, source)
    topics = documents.select(pl.col("topic").unique(maintain_order=True))
    return topics.join(documents, on="topic", how="left", maintain_order="left_right")


def _counted(
    documents: pl.DataFrame, passages: pl.DataFrame, highlights: pl.DataFrame
) -> pl.DataFrame:
    """Judged documents with all columns, and what is highlighted in them counted."""
    size = (pl.col("end") - pl.col("start")).sum()
    sizes = highlights.group_by("_judged").agg(size.alias("relevant"))
    counts = passages.group_by("topic", "document").agg(pl.len().alias("passages"))
    documents = documents.join(sizes, on="_judged", how="left", maintain_order="left").join(
        counts, on=["topic", "document"], how="left", maintain_order="left"
    )
    relevant = pl.col("relevant", "passages").fill_null(0).cast(pl.Int64)
    missing = [pl.lit(None, kind).alias(n) for n, kind in DOCUMENTS.items() if n not in documents]
    return documents.with_columns(relevant, *missing).with_columns(
        pl.col("grade").fill_null((pl.col("relevant") > 0).cast(pl.Int64))
    )


def _merged(documents: pl.DataFrame, passages: pl.DataFrame) -> pl.DataFrame:
    """Passages as disjoint spans, each with the row of its judged document."""
    keys = documents.select("_judged", "topic", "document")
    rows = passages.join(keys, on=["topic", "document"], how="inner")
    group = as_ints(rows["_judged"].to_numpy())
    merged = union(on_line(group, Spans.of(rows)))
    owner, local = off_line(merged)
    table = pl.DataFrame(
        {"_judged": owner.astype(np.uint32), "start": local.starts, "end": local.ends}
    )
    return table.join(keys, on="_judged", how="left", maintain_order="left")
