"""Effort: how much a person reads to get at the relevant text, in the order of reading.

The path of a document is a row of stretches, relevant or not, as a reading model orders them. Found
and wasted are the relevant and irrelevant characters read so far. Documents without highlighted text
score 0.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from readpath.arrays import Floats
from readpath.measures.cutoffs import Cutoff
from readpath.measures.document_scores import weighed
from readpath.measures.harmonic import harmonic
from readpath.measures.registry import document_score
from readpath.reading import Paths

PAPER = (
    "Arvola, Kekäläinen & Junkkari (2010), Expected Reading Effort in Focused Retrieval Evaluation"
)

ABOVE = {"shift": "text above the relevant text may have to be read"}
PATIENT = ABOVE | {"ideal": "who still has patience reads on, past the relevant text"}
FILLED = ABOVE | {"ideal": "a document may have more or less relevant text than k characters"}


@document_score(
    "aveChP",
    of="path",
    formula="aveChP = Σ P(p) over the places p of relevant characters / highlighted",
    paper=PAPER,
    exempt=ABOVE,
)
def average_character_precision(paths: Paths) -> Floats:
    """Precision of what was read so far, averaged over the relevant characters of the document.

    A stretch of m relevant characters, met after r relevant and q irrelevant ones, adds
    m − q·(1/(r+q+1) + … + 1/(r+q+m)), so that the cost does not depend on its length.
    """
    m, q, after = paths.length, paths.wasted, paths.read + 1
    gain = np.where(paths.relevant, m - q * harmonic(after, after + m), 0.0)
    return paths.sum(gain) / paths.highlighted


def _within(paths: Paths, cutoff: Cutoff) -> tuple[Floats, Floats]:
    """Relevant and all characters among the first ones of each path."""
    read = np.clip(float(cutoff.value) - paths.read, 0, paths.length)
    return paths.sum(read * paths.relevant), paths.sum(read)


@document_score(
    "ChP",
    of="path",
    formula="ChP@k = relevant characters among the first k / k, or all if there are fewer",
    paper=PAPER,
    exempt=FILLED,
    cutoffs=("amount",),
)
def character_precision(paths: Paths, cutoff: Cutoff) -> Floats:
    """Precision of the first k characters that are read; of all, if a document is shorter."""
    found, read = _within(paths, cutoff)
    return np.where(read > 0, found / read, 0.0)


@document_score(
    "ChR",
    of="path",
    formula="ChR@k = relevant characters among the first k / highlighted",
    paper=PAPER,
    exempt=FILLED,
    cutoffs=("amount",),
)
def character_recall(paths: Paths, cutoff: Cutoff) -> Floats:
    """Share of the highlighted characters that are among the first k read."""
    return _within(paths, cutoff)[0] / paths.highlighted


def _tolerated(paths: Paths, n: float) -> tuple[Floats, Floats]:
    """Relevant and all characters that a reader meets who stops at the n-th irrelevant one."""
    found = paths.sum(paths.length * (paths.relevant & (paths.wasted < n)))
    wasted = paths.sum(paths.length * ~paths.relevant)
    return found, found + np.minimum(wasted, n)


@document_score(
    "T2IP",
    of="path",
    formula="T2IP(n) = found / read, stopping at the n-th irrelevant character",
    paper=PAPER,
    exempt=PATIENT,
)
def tolerant_precision(paths: Paths, *, n: int = 300) -> Floats:
    """Precision of what is read until n irrelevant characters are; 300 is a screen of a phone."""
    found, read = _tolerated(paths, n)
    return np.where(read > 0, found / read, 0.0)


@document_score(
    "T2IR",
    of="path",
    formula="T2IR(n) = found / highlighted, stopping at the n-th irrelevant character",
    paper=PAPER,
    exempt=ABOVE,
)
def tolerant_recall(paths: Paths, *, n: int = 300) -> Floats:
    """Share of the highlighted characters read until n irrelevant ones are."""
    return _tolerated(paths, n)[0] / paths.highlighted


@document_score(
    "T2IF",
    of="path",
    formula="T2IF(n, β) = (1 + β²)·P·R / (β²·P + R) of T2IP and T2IR",
    paper=PAPER,
    exempt=PATIENT,
)
def tolerant_f_score(paths: Paths, *, n: int = 300, beta: float = 1.0) -> Floats:
    """Precision and recall in one, of what is read until n irrelevant characters are."""
    found, read = _tolerated(paths, n)
    return weighed(found, read, paths.highlighted, beta)


@document_score(
    "LE",
    of="path",
    effort=True,
    formula="LE = ⌈r / screen⌉, r = place of the first relevant character in the order of reading",
    paper=PAPER,
    exempt=ABOVE,
)
def localisation_effort(
    paths: Paths,
    *,
    screen: int = 300,
    cap: float = math.inf,
    variant: Literal["steps", "linear"] = "steps",
) -> Floats:
    """Screens to read until the first relevant character is in sight; inf if it is never read.

    `variant='linear'` counts parts of a screen, at least one screen; `cap` is the most that is
    counted.
    """
    ahead = ~paths.relevant & (paths.found == 0)
    place = paths.sum(paths.length * ahead) + 1
    screens = place / screen
    effort = np.ceil(screens) if variant == "steps" else np.maximum(screens, 1.0)
    met = paths.sum(paths.length * paths.relevant) > 0
    return np.where(met, np.minimum(effort, cap), np.inf)
