"""The focused measures by marking every character: slow, short, and sharing nothing with readpath.

What it finds for a few runs is what readpath must find.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LEVELS = 101


class Passage(NamedTuple):
    """A stretch of a document's text."""

    document: str
    start: int
    length: int


def by_character(
    judgments: Path, runs: Sequence[Path], measures: Sequence[str]
) -> list[dict[str, float]]:
    """Mean iP@0.01 and AiP of each run."""
    highlights = _highlights(judgments)
    means = []
    for path in runs:
        results = _results(path)
        levels = [_levels(results[topic], marks) for topic, marks in highlights.items()]
        found = {
            "iP@0.01": float(np.mean([of_topic[1] for of_topic in levels])),
            "AiP": float(np.mean(levels)),
        }
        means.append({name: found[name] for name in measures})
    return means


def _highlights(path: Path) -> dict[str, list[Passage]]:
    found: dict[str, list[Passage]] = defaultdict(list)
    for line in path.read_text().splitlines():
        topic, _, document, _, _, _, *spans = line.split()
        found[topic] += [Passage(document, *map(int, span.split(":"))) for span in spans]
    return found


def _results(path: Path) -> dict[str, list[Passage]]:
    found: dict[str, list[Passage]] = defaultdict(list)
    for line in path.read_text().splitlines():
        topic, _, document, _, _, _, start, length = line.split()
        found[topic].append(Passage(document, int(start), int(length)))
    return found


def _levels(results: list[Passage], highlights: list[Passage]) -> list[float]:
    """Interpolated precision at recall 0.00, 0.01, … 1.00: the best at or after each."""
    sizes: dict[str, int] = defaultdict(int)
    for document, start, length in (*results, *highlights):
        sizes[document] = max(sizes[document], start + length)
    marked = {document: np.zeros(size, dtype=bool) for document, size in sizes.items()}
    unread = {document: np.ones(size, dtype=bool) for document, size in sizes.items()}
    for document, start, length in highlights:
        marked[document][start : start + length] = True
    total = sum(int(marks.sum()) for marks in marked.values())
    read, found, reached, precision = 0, 0, [], []
    for document, start, length in results:
        new: NDArray[np.bool_] = unread[document][start : start + length]
        read += int(new.sum())
        found += int((new & marked[document][start : start + length]).sum())
        new[:] = False
        reached.append(100 * found)
        precision.append(found / read if read else 0.0)
    pairs = [*zip(reached, precision, strict=True)]
    return [
        max((p for recall, p in pairs if recall >= level * total), default=0.0)
        for level in range(LEVELS)
    ]
