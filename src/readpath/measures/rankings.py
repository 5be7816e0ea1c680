"""List scores over a ranking of documents, around any document score.

S(d) is the document score at rank d; a document that is not in the judgments scores 0.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np

from readpath.arrays import Bools, Floats
from readpath.judgments.judged import Judged
from readpath.measures.cutoffs import Cutoff
from readpath.measures.measure import DocumentScore
from readpath.measures.registry import alias, list_score
from readpath.reading import Documents

CONTEXT = "Kamps, Lalmas & Pehcevski (2007), Evaluating Relevant in Context"
TREC = "trec_eval (Buckley & Voorhees)"


def _last_rank(documents: Documents, cutoff: Cutoff) -> Floats:
    """The last rank that counts, per topic."""
    if cutoff.kind == "R":
        return documents.relevant_total
    return np.full(documents.count, cutoff.rank)


def _within(documents: Documents, cutoff: Cutoff) -> Bools:
    return documents.rank <= documents.spread(_last_rank(documents, cutoff))


@list_score(
    "gP",
    of="documents",
    formula="gP@k = 1/k · Σ S(d) over d = 1 … k",
    paper=CONTEXT,
    cutoffs=("", "rank", "R"),
    official={"short": "last"},
)
def generalised_precision(
    documents: Documents,
    score: DocumentScore,
    cutoff: Cutoff,
    *,
    short: Literal["zeros", "last"] = "zeros",
) -> Floats:
    """Mean document score of the first k documents.

    A list that is shorter than k is filled up with documents that score 0; with `short='last'` it
    has the value at its last document, as in the official program.
    """
    total = documents.sum(score(documents) * _within(documents, cutoff))
    last = divisor = _last_rank(documents, cutoff)
    if short == "last" or cutoff.kind == "":
        divisor = np.minimum(last, documents.returned)
    return np.where(last > 0, np.where(divisor > 0, total / divisor, 0.0), np.nan)


@list_score(
    "gR",
    of="documents",
    formula="gR@k = relevant documents in the first k / all relevant documents",
    paper=CONTEXT,
    cutoffs=("", "rank", "R"),
)
def generalised_recall(documents: Documents, cutoff: Cutoff) -> Floats:
    """Share of the relevant documents that are among the first k."""
    return documents.sum(documents.relevant & _within(documents, cutoff)) / documents.relevant_total


@list_score(
    "AgP",
    of="documents",
    formula="AgP = Σ gP@d over the ranks d of relevant documents / all relevant documents",
    paper=CONTEXT,
    cutoffs=("", "rank"),
)
def average_generalised_precision(
    documents: Documents, score: DocumentScore, cutoff: Cutoff
) -> Floats:
    """Generalised precision, averaged over the relevant documents; its mean over topics is MAgP."""
    precision = documents.running_total(score(documents)) / documents.rank
    counts = documents.relevant & _within(documents, cutoff)
    return documents.sum(precision * counts) / documents.relevant_total


@list_score(
    "RR",
    of="documents",
    formula="RR = max S(d) / d",
    paper=TREC,
    cutoffs=("", "rank"),
    default_score="binary",
)
def reciprocal_rank(documents: Documents, score: DocumentScore, cutoff: Cutoff) -> Floats:
    """One over the rank of the first relevant document."""
    return documents.max(score(documents) / documents.rank * _within(documents, cutoff))


@list_score(
    "nDCG",
    of="documents",
    formula="nDCG@k = DCG@k / DCG@k of the ideal ranking,  DCG@k = Σ S(d) / log₂(d + 1)",
    paper="Järvelin & Kekäläinen (2002), Cumulated Gain-Based Evaluation of IR Techniques",
    cutoffs=("", "rank"),
    default_score="grade",
)
def normalised_gain(documents: Documents, score: DocumentScore, cutoff: Cutoff) -> Floats:
    """Gain that shrinks with rank, over that of the best possible ranking.

    `nDCG` takes the grade as gain (trec_eval); `nDCG(exp)` takes 2^grade − 1.
    """
    gain = score(documents) / np.log2(documents.rank + 1) * _within(documents, cutoff)
    best = _best_gain(documents.judged, score, cutoff)[documents.join.order]
    return np.where(best > 0, documents.sum(gain) / best, np.nan)


@lru_cache(maxsize=4)
def _best_gain(judged: Judged, score: DocumentScore, cutoff: Cutoff) -> Floats:
    """Per topic, the gain of the best possible ranking: the same for all runs."""
    ideal = score.ideal(judged)
    best = np.lexsort((-ideal, judged.owner))
    return judged.sum(ideal[best] / np.log2(judged.rank + 1) * (judged.rank <= cutoff.rank))


@list_score(
    "bpref",
    of="documents",
    formula="bpref = 1/R · Σ (1 − min(n_r, R) / min(N, R)) over returned relevant documents r",
    paper="Buckley & Voorhees (2004), Retrieval Evaluation with Incomplete Information",
)
def bpref(documents: Documents, cutoff: Cutoff) -> Floats:
    """How seldom documents judged non-relevant stand above relevant ones; others are not looked at.

    n_r counts those above r, R and N are the relevant and non-relevant documents of the topic.
    """
    relevant, above = documents.relevant_total, documents.running_total(documents.nonrelevant)
    most = documents.spread(relevant)
    bound = np.minimum(most, documents.spread(documents.nonrelevant_total))
    loss = np.where(above > 0, np.minimum(above, most) / np.maximum(bound, 1), 0.0)
    return documents.sum((1 - loss) * documents.relevant) / relevant


alias("AP", "AgP(binary)")
alias("P", "gP(binary, short='zeros')")
alias("R", "gR")
alias("Rprec", "gP(binary, short='zeros')@R")
alias("Judged", "gP(judged, short='zeros')")
