"""Made-up runs of passages in INEX format, and highlights to compare them with.

Every run cuts the documents into passages of its own size and returns those it likes best. In each
fourth run, passages overlap by half, as windows do that are moved over a text.

With `scale`, the same text is so many times as long: every offset and length is multiplied, and all
measures must stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmarks.recipe import Recipe

Ints = NDArray[np.int64]

SEED = 2010
COLLECTION = 2_666_177
"""The largest prime that is not above the number of articles in the INEX 2009 Wikipedia."""

POOL = 250
"""Documents per topic that runs take passages from: a third is relevant, a third was judged not to
be, and nobody has looked at the others."""

HIGHLIGHTS = 5
WINDOWS = 4
"""Each run of this number lets its passages overlap."""


@dataclass(frozen=True)
class Pool:
    """The documents that runs take passages from, topic after topic, and how long each is."""

    topic: Ints
    document: Ints
    length: Ints
    relevant: NDArray[np.bool_]
    judged: NDArray[np.bool_]


@dataclass(frozen=True)
class Passages(Recipe):
    """Ranked passages, and highlights in about 83 relevant documents a topic."""

    scale: int = 1

    @property
    def name(self) -> str:
        """What the folder is called, apart from its size."""
        return f"passages-times{self.scale}"

    @property
    def content(self) -> Recipe:
        """Measures do not depend on how long the texts are."""
        return replace(self, scale=1)

    def write(self, judgments: Path, runs: list[Path]) -> None:
        """Write the judgments and the runs."""
        rng = np.random.default_rng(SEED)
        pool = self._pool(rng)
        judgments.write_text("".join(self._judgment_lines(pool, rng)))
        for number, path in enumerate(runs):
            self._run(pool, number, rng).write_csv(path, separator=" ", include_header=False)

    def _pool(self, rng: np.random.Generator) -> Pool:
        first = rng.integers(COLLECTION, size=(self.topics, 1))
        step = rng.integers(1, COLLECTION, size=(self.topics, 1))
        document = ((first + step * np.arange(POOL)) % COLLECTION).ravel()
        length = np.clip(rng.lognormal(8.8, 0.9, size=len(document)), 500, 300_000)
        third = rng.integers(3, size=len(document))
        topic = np.repeat(np.arange(self.topics), POOL)
        return Pool(topic, document, length.astype(np.int64), third == 0, third < 2)

    def _judgment_lines(self, pool: Pool, rng: np.random.Generator) -> list[str]:
        """A line for each judged document, with 1 to 5 highlights in the relevant ones."""
        cuts = np.sort(rng.random((len(pool.topic), 2 * HIGHLIGHTS)), axis=1)
        room = pool.length[:, None] - 2 * HIGHLIGHTS
        places = (cuts * room).astype(np.int64) + np.arange(2 * HIGHLIGHTS)
        marks = rng.integers(1, HIGHLIGHTS + 1, size=len(pool.topic)) * pool.relevant
        lines = []
        for item in np.flatnonzero(pool.judged):
            spans = self.scale * places[item, : 2 * marks[item]].reshape(-1, 2)
            sizes = spans[:, 1] - spans[:, 0]
            entry = spans[0, 0] if len(spans) else -1
            shown = "".join(
                f" {start}:{size}" for start, size in zip(spans[:, 0], sizes, strict=True)
            )
            lines.append(
                f"{_topic_name(pool.topic[item])} Q0 {pool.document[item]} {sizes.sum()} "
                f"{self.scale * pool.length[item]} {entry}{shown}\n"
            )
        return lines

    def _run(self, pool: Pool, number: int, rng: np.random.Generator) -> pl.DataFrame:
        size = int(rng.integers(400, 2000))
        step = size // 2 if number % WINDOWS == WINDOWS - 1 else size
        eye = rng.uniform(0.3, 2)
        owner = np.repeat(np.arange(len(pool.topic)), -(-pool.length // step))
        start = (np.arange(len(owner)) - np.searchsorted(owner, owner)) * step
        end = np.minimum(start + size, pool.length[owner])
        liked = eye * pool.relevant[owner] + rng.normal(size=len(owner))
        order = np.lexsort((-liked, pool.topic[owner]))
        topic = pool.topic[owner[order]]
        rank = np.arange(1, len(order) + 1) - np.searchsorted(topic, topic)
        best = order[rank <= self.results]
        return pl.DataFrame(
            {
                "topic": _topic_name(pool.topic[owner[best]]),
                "q0": pl.repeat("Q0", len(best), eager=True),
                "document": pool.document[owner[best]],
                "rank": rank[rank <= self.results],
                "score": np.round(liked[best], 6),
                "name": pl.repeat(f"system{number:03}", len(best), eager=True),
                "start": self.scale * start[best],
                "length": self.scale * (end - start)[best],
            }
        )


def _topic_name(number: Ints) -> Ints:
    return 2_009_001 + number
