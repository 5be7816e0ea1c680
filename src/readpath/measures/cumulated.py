"""Cumulated effort: what it costs to read down a ranking of documents; less is better.

ES(d) is the effort at rank d: that of localising relevant text in a relevant document, NR for any
other and for ranks past the end of a run. No document costs less than 1. The ideal ranking has all
relevant documents first, each at a cost of 1.
"""

from __future__ import annotations

import numpy as np

from readpath.arrays import Floats
from readpath.measures.cutoffs import Cutoff
from readpath.measures.measure import DocumentScore
from readpath.measures.registry import list_score
from readpath.reading import Documents

PAPER = (
    "Arvola, Kekäläinen & Junkkari (2010), Expected Reading Effort in Focused Retrieval Evaluation"
)


def _saved(documents: Documents, score: DocumentScore, cutoff: Cutoff, nr: float) -> Floats:
    """What each relevant document up to the cut-off spares a reader, who would else have paid NR."""
    effort = score(documents)
    counts = documents.relevant & np.isfinite(effort) & (documents.rank <= cutoff.rank)
    return np.where(counts, nr - effort, 0.0)


def _ideal(documents: Documents, nr: float) -> Floats:
    """The ideal effort at the rank of each document."""
    return np.where(documents.rank <= documents.spread(documents.relevant_total), 1.0, nr)


@list_score(
    "CE",
    of="documents",
    formula="CE@k = Σ (ES(d) − 1) over d = 1 … k",
    paper=PAPER,
    exempt={"ideal": "it is not normalised; NCE is"},
    cutoffs=("rank",),
    effort=True,
)
def cumulated_effort(
    documents: Documents, score: DocumentScore, cutoff: Cutoff, *, nr: float = 5
) -> Floats:
    """Effort spent in the first k documents, beyond the least that any document costs."""
    total = cutoff.rank * (nr - 1) - documents.sum(_saved(documents, score, cutoff, nr))
    return np.where(documents.relevant_total > 0, total, np.nan)


@list_score(
    "NCE",
    of="documents",
    formula="NCE@k = Σ (ES(d) / IE(d) − 1) over d = 1 … k,  IE = 1 for as many ranks as there are "
    "relevant documents, then NR",
    paper=PAPER,
    cutoffs=("rank",),
    effort=True,
)
def normalised_effort(
    documents: Documents, score: DocumentScore, cutoff: Cutoff, *, nr: float = 5
) -> Floats:
    """Effort spent in the first k documents, relative to that of the ideal ranking."""
    relevant = documents.relevant_total
    saved = _saved(documents, score, cutoff, nr) / _ideal(documents, nr)
    total = np.minimum(relevant, cutoff.rank) * (nr - 1) - documents.sum(saved)
    return np.where(relevant > 0, total, np.nan)


@list_score(
    "ANCE",
    of="documents",
    formula="ANCE@k = 1/k · Σ NCE@d over d = 1 … k",
    paper=PAPER,
    cutoffs=("rank",),
    effort=True,
)
def average_normalised_effort(
    documents: Documents, score: DocumentScore, cutoff: Cutoff, *, nr: float = 5
) -> Floats:
    """Normalised effort averaged over the ranks; its mean over topics is MANCE.

    A document at rank d weighs in the NCE of the k − d + 1 ranks from there on.
    """
    k, relevant = cutoff.rank, documents.relevant_total
    saved = _saved(documents, score, cutoff, nr) / _ideal(documents, nr)
    ranks = np.minimum(relevant, k)
    full = (nr - 1) * ranks * (2 * k - ranks + 1) / 2
    total = full - documents.sum(saved * (k - documents.rank + 1))
    return np.where(relevant > 0, total / k, np.nan)
