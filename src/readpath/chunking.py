"""All chunks that a collection was cut into: what a retriever could have returned."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from readpath.arrays import Ints, as_ints
from readpath.files.fields import recognised, with_places
from readpath.files.record_files import read_records
from readpath.files.records import Records, as_table
from readpath.files.source import PathLikeText, Source
from readpath.judgments import Judgments
from readpath.segments import Segments
from readpath.spans import Spans, groups_of, on_line, union


@dataclass(frozen=True)
class Chunking:
    """A table `document, start, end` with one row per chunk."""

    table: pl.DataFrame

    def against(self, judgments: Judgments) -> EvidenceChunks:
        """The chunks that share text with the highlights of each topic."""
        return EvidenceChunks(self.table, judgments)


def read_chunking(
    source: PathLikeText | Records,
) -> Chunking:
    """Chunks from a file of records, a table or a list of dicts: `document, start, end`.

    A chunk whose start is missing or -1, because its splitter lost it, is refused.
    """
    file = Source("chunks")
    table = as_table(source, file)
    if table is None:
        file = Source.of(source)  # type: ignore[arg-type]
        table = read_records(file)
    table = with_places(recognised(table, file, needed=("document",)), file)
    return Chunking(table.select("document", "start", "end"))


class EvidenceChunks:
    """Chunks that touch highlighted text, by topic."""

    def __init__(self, table: pl.DataFrame, judgments: Judgments) -> None:
        self.judged = judgments.judged
        marked = pl.DataFrame({"document": self.judged.documents}).with_row_index("judged")
        rows = marked.filter(pl.Series(self.judged.relevant)).join(table, on="document")
        self._group = as_ints(rows["judged"].to_numpy())
        spans = Spans.of(rows)
        self._spans = on_line(self._group, spans)
        self._touches = self.judged.coverage.inside(self._spans) > 0

    @cached_property
    def count(self) -> Ints:
        """Per topic, how many chunks share text with a highlight."""
        topics = self.judged.owner[self._group[self._touches]]
        return as_ints(np.bincount(topics, minlength=self.judged.count))

    @cached_property
    def covered(self) -> tuple[Ints, Ints]:
        """Per topic, the characters in those chunks, and how many of them are highlighted."""
        chunks = union(self._spans[self._touches])
        topics = Segments(self.judged.owner[groups_of(chunks)], self.judged.count)
        inside = self.judged.coverage.inside(chunks)
        return as_ints(topics.sum(chunks.lengths)), as_ints(topics.sum(inside))
