"""Chunks: how much of the evidence is in what was retrieved, and how much else.

Everything is counted on unions of characters, so that overlapping chunks cannot inflate anything.
C is the text of the first k results, H the highlighted text of the topic.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from readpath.arrays import Floats, Ints
from readpath.measures.cutoffs import Cutoff, Kind
from readpath.measures.registry import list_score
from readpath.reading import Results

PAPER = "Smith & Troynikov (2024), Evaluating Chunking Strategies for Retrieval"
CUTOFFS: tuple[Kind, ...] = ("", "rank", "amount", "min")

Repeats = Literal["once", "count"]


def _seen(results: Results, cutoff: Cutoff, repeats: Repeats) -> tuple[Ints, Ints]:
    """Characters read, and highlighted ones found, up to the cut-off."""
    again = repeats == "count"
    if cutoff.kind == "amount":
        return results.within(int(cutoff.value), repeats=again)
    if cutoff.kind == "min":
        return results.first(results.evidence_chunks, repeats=again)
    return results.first(cutoff.rank, repeats=again)


@list_score("Precision", of="results", formula="|C ∩ H| / |C|", paper=PAPER, cutoffs=CUTOFFS)
def precision(results: Results, cutoff: Cutoff, *, repeats: Repeats = "once") -> Floats:
    """Share of the retrieved characters that are highlighted.

    `repeats='count'` counts text that several results show several times in |C|.
    """
    read, found = _seen(results, cutoff, repeats)
    return np.where(read > 0, found / read, 0.0)


@list_score("Recall", of="results", formula="|C ∩ H| / |H|", paper=PAPER, cutoffs=CUTOFFS)
def recall(results: Results, cutoff: Cutoff, *, repeats: Repeats = "once") -> Floats:
    """Share of the highlighted characters that are retrieved."""
    _, found = _seen(results, cutoff, repeats)
    return found / results.highlighted


@list_score("IoU", of="results", formula="|C ∩ H| / |C ∪ H|", paper=PAPER, cutoffs=CUTOFFS)
def intersection_over_union(
    results: Results, cutoff: Cutoff, *, repeats: Repeats = "once"
) -> Floats:
    """Retrieved and highlighted characters in common, over all that are one or the other."""
    read, found = _seen(results, cutoff, repeats)
    either = read + results.highlighted - found
    return np.where(results.highlighted > 0, found / either, np.nan)


@list_score("F", of="results", formula="(1 + β²)·P·R / (β²·P + R)", paper=PAPER, cutoffs=CUTOFFS)
def f_score(
    results: Results, cutoff: Cutoff, *, beta: float = 1.0, repeats: Repeats = "once"
) -> Floats:
    """Harmonic mean of precision and recall; β above 1 favours recall."""
    read, found = _seen(results, cutoff, repeats)
    value = (1 + beta**2) * found / (beta**2 * results.highlighted + read)
    return np.where(results.highlighted > 0, value, np.nan)


@list_score(
    "PrecisionOmega",
    of="results",
    formula="|∪K ∩ H| / |∪K ∪ H|,  K = all chunks of the collection that overlap H",
    paper=PAPER,
    exempt=dict.fromkeys(
        ("empty", "irrelevant", "ideal"),
        "it measures how the collection is cut, not what a run returns",
    ),
)
def precision_omega(results: Results, cutoff: Cutoff) -> Floats:
    """The best intersection over union that a way of cutting documents into chunks allows."""
    size, found = results.evidence_covered
    return found / (size + results.highlighted - found)
