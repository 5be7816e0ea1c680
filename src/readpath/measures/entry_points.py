"""Ranked entry points: whether reading on from them leads to something new.

From each entry point the reader reads on until a highlight comes that was not seen before, or until
n characters are wasted; text seen before counts as irrelevant. The start of a result is its entry
point.
"""

from __future__ import annotations

import numpy as np

from readpath.arrays import Floats
from readpath.measures.cutoffs import Cutoff
from readpath.measures.registry import list_score
from readpath.reading import Results

ONE_PLACE = {
    "split": "each result is a place to begin at",
    "again": "begun at again, a place may lead to the next highlight",
}

PAPER = "de Vries, Kazai & Lalmas (2004), Tolerance to Irrelevance"


@list_score(
    "T2I",
    of="results",
    formula="T2I(n)@k = results among the first k that lead to a new highlight / k",
    paper=PAPER,
    cutoffs=("", "rank"),
    exempt=ONE_PLACE,
)
def tolerance_to_irrelevance(results: Results, cutoff: Cutoff, *, n: int = 300) -> Floats:
    """Share of the results from which the reader comes to a new highlight before giving up."""
    counts = results.leads_on(n) & (results.rank <= cutoff.rank)
    consulted = results.sizes if cutoff.kind == "" else cutoff.rank
    return np.where(consulted > 0, results.sum(counts) / consulted, 0.0)


@list_score(
    "ESL",
    of="results",
    formula="ESL(n, wanted) = results that lead to nothing new before the wanted-th new highlight",
    paper=PAPER,
    effort=True,
    exempt=ONE_PLACE,
)
def expected_search_length(
    results: Results, cutoff: Cutoff, *, n: int = 300, wanted: float = 1, never: float = 1500
) -> Floats:
    """Results consulted in vain until as many highlights are found as are wanted, or all there are.

    If the run does not lead to so many, the length is `never`.
    """
    leads = results.leads_on(n)
    needed = np.minimum(wanted, results.highlights)
    found = results.running_total(leads)
    before = found - leads < results.spread(needed)
    vain = results.sum(before & ~leads)
    reached = results.sum(leads) >= needed
    return np.where(needed > 0, np.where(reached, vain, never), np.nan)
