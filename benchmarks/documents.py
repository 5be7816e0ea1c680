"""Made-up rankings of documents in TREC format, shaped like those of evaluation campaigns.

All runs draw from the same candidates of a topic and judge their quality for themselves, one with a
better eye than the other, so that they share documents the way real runs do. Judged are mostly the
candidates of high quality; some judged documents no run finds, and most of what runs find nobody has
judged. Grades go from -2 (spam) to 3.

Some scores are equal, as in real runs. On the web only those of unjudged documents are, so that all
programs must reach the same numbers however they break ties; in the news any may be.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmarks.recipe import Recipe

Ints = NDArray[np.int64]

SEED = 2009
COLLECTIONS = {"web": 52_343_021, "news": 528_137}
"""Sizes of ClueWeb12-B13 and of TREC disks 4 and 5: of each, the largest prime that is not above it."""

CANDIDATES = 1.5
"""How many documents a run chooses from, for each that it returns."""

GRADES = [-2, 0, 1, 2, 3]
SHARES = [0.04, 0.60, 0.22, 0.10, 0.04]
TIES = 0.02


@dataclass(frozen=True)
class Rankings(Recipe):
    """Ranked documents, and about 60 graded judgments a topic."""

    names: Literal["web", "news"]

    @property
    def name(self) -> str:
        """What the folder is called, apart from its size."""
        return f"documents-{self.names}"

    @property
    def tied(self) -> bool:
        """Whether scores depend on how a program ranks results of equal score."""
        return self.names == "news"

    def write(self, judgments: Path, runs: list[Path]) -> None:
        """Write the judgments and the runs."""
        rng = np.random.default_rng(SEED)
        documents = self._candidates(rng)
        quality = rng.normal(size=documents.shape)
        judged = _pooled(quality, rng)
        self._judgments(documents, quality, judged, rng).write_csv(
            judgments, separator=" ", include_header=False
        )
        for number, path in enumerate(runs):
            eye = rng.uniform(0.3, 2)
            seen = eye * quality + rng.normal(size=quality.shape)
            ranking = np.argsort(-seen, axis=1)[:, : self.results]
            found = np.take_along_axis(documents, ranking, axis=1)
            alone = np.take_along_axis(judged, ranking, axis=1) & (not self.tied)
            self._run(found, _scores(alone, rng), number).write_csv(
                path, separator=" ", include_header=False
            )

    def _candidates(self, rng: np.random.Generator) -> Ints:
        """Different documents for each topic: steps of one size around a circle of prime length."""
        collection = COLLECTIONS[self.names]
        first = rng.integers(collection, size=(self.topics, 1))
        step = rng.integers(1, collection, size=(self.topics, 1))
        return (first + step * np.arange(int(CANDIDATES * self.results))) % collection

    def _judgments(
        self,
        documents: Ints,
        quality: NDArray[np.float64],
        judged: NDArray[np.bool_],
        rng: np.random.Generator,
    ) -> pl.DataFrame:
        """The better a document, the higher its grade; every topic has something relevant."""
        opinion = np.where(judged, quality + rng.normal(size=quality.shape), -np.inf)
        bounds = np.quantile(opinion[judged], np.cumsum(SHARES)[:-1])
        grade = np.asarray(GRADES)[np.searchsorted(bounds, opinion)]
        best = np.argmax(opinion, axis=1)[:, None]
        np.put_along_axis(
            grade, best, np.maximum(np.take_along_axis(grade, best, axis=1), 1), axis=1
        )
        topic, _ = np.nonzero(judged)
        return self._named(topic, documents[judged], grade=grade[judged]).select(
            "topic", pl.lit(0).alias("iteration"), "document", "grade"
        )

    def _run(self, documents: Ints, scores: NDArray[np.float64], number: int) -> pl.DataFrame:
        topic = np.repeat(np.arange(self.topics), self.results)
        rank = np.tile(np.arange(1, self.results + 1), self.topics)
        return self._named(topic, documents.ravel(), rank=rank, score=scores.ravel()).select(
            "topic",
            pl.lit("Q0").alias("q0"),
            "document",
            "rank",
            "score",
            pl.lit(f"system{number:03}").alias("name"),
        )

    def _named(self, topic: Ints, document: Ints, **columns: NDArray[np.generic]) -> pl.DataFrame:
        """A table with topics and documents under names such as collections give them."""
        table = pl.DataFrame({"topic": topic, "n": document, **columns})
        return table.with_columns(pl.col("topic") + 301, document=_names(self.names))


def _pooled(quality: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which candidates were judged: 40 to 80 a topic, those that looked best to somebody."""
    looks = quality + rng.normal(size=quality.shape)
    place = np.argsort(np.argsort(-looks, axis=1), axis=1)
    return np.asarray(place < rng.integers(40, 81, size=(len(quality), 1)))


def _scores(alone: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.float64]:
    """Scores that fall from rank to rank by 0.0001 to 0.002, or are equal now and then.

    Documents that stand `alone` have a score that no other has.
    """
    steps = rng.integers(1, 21, size=alone.shape)
    tied = rng.random(alone.shape) < TIES
    tied &= ~(alone | np.roll(alone, -1, axis=1))
    steps[tied] = 0
    return np.cumsum(steps[:, ::-1], axis=1)[:, ::-1] / 10_000


def _names(kind: Literal["web", "news"]) -> pl.Expr:
    n = pl.col("n")
    if kind == "web":
        return pl.format(
            "clueweb12-{}wb-{}-{}",
            _digits(n // 100_000 % 2000, 4),
            _digits(n // 1000 % 100, 2),
            _digits(n, 8),
        )
    return (
        pl.when(n % 3 == 0)
        .then(pl.format("FBIS{}-{}", 3 + n % 2, n))
        .when(n % 3 == 1)
        .then(pl.format("FT9{}-{}", _digits(n % 45, 2), n))
        .otherwise(pl.format("LA{}-{}", _digits(n % 123_190, 6), n))
    )


def _digits(number: pl.Expr, width: int) -> pl.Expr:
    return number.cast(pl.String).str.zfill(width)
