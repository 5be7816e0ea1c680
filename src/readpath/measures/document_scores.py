"""Document scores: what a reader gets from one document, as a number from 0 to 1.

P and R are precision and recall, in characters, of the text that the run returns of the document.
"""

from __future__ import annotations

import numpy as np

from readpath.arrays import Floats, Ints
from readpath.judgments.judged import UNKNOWN, Judged
from readpath.measures.registry import document_score
from readpath.reading import Documents

CONTEXT = "Kamps, Lalmas & Pehcevski (2007), Evaluating Relevant in Context"
AD_HOC = "Kamps, Geva, Trotman, Woodley & Koolen (2008), Overview of the INEX 2008 Ad Hoc Track"
TREC = "trec_eval (Buckley & Voorhees)"


@document_score("P", formula="P = found / retrieved", paper=CONTEXT)
def precision(documents: Documents) -> Floats:
    """Share of the document's retrieved characters that are highlighted."""
    return np.where(documents.found > 0, documents.found / documents.retrieved, 0.0)


@document_score("R", formula="R = found / highlighted", paper=CONTEXT)
def recall(documents: Documents) -> Floats:
    """Share of the document's highlighted characters that are retrieved."""
    return np.where(documents.found > 0, documents.found / documents.highlighted, 0.0)


Counts = Ints | Floats


def weighed(found: Counts, read: Counts, highlighted: Counts, beta: float) -> Floats:
    """(1 + β²)·P·R / (β²·P + R) from counts of characters; 0 if nothing was found."""
    value = (1 + beta**2) * found / (beta**2 * highlighted + read)
    return np.where(found > 0, value, 0.0)


@document_score("F", formula="F = (1 + β²)·P·R / (β²·P + R)", paper=CONTEXT)
def f_score(documents: Documents, *, beta: float = 0.25) -> Floats:
    """Precision and recall in one; β is 0.25 since INEX 2008, and was 1 before."""
    return weighed(documents.found, documents.retrieved, documents.highlighted, beta)


@document_score(
    "BEP",
    formula="BEP = (n − distance) / n if distance < n, else 0",
    paper=AD_HOC,
    ideal=lambda judged: judged.relevant & (judged.entry_point != UNKNOWN),
    exempt=dict.fromkeys(("split", "again"), "a document takes one entry point"),
)
def entry_point_distance(documents: Documents, *, n: int = 500) -> Floats:
    """How near the run's entry point is to the assessor's, in characters; n = 1000 in 2007."""
    return np.maximum((n - documents.distance) / n, 0.0)


@document_score("binary", formula="1 if relevant, else 0", paper=TREC)
def binary(documents: Documents) -> Floats:
    """Whether the document is relevant: it has highlighted text, or a grade of 1 or more."""
    return documents.relevant.astype(float)


def _grade(judged: Judged) -> Floats:
    return np.maximum(judged.grade, 0).astype(float)


NO_SHARE = dict.fromkeys(
    ("bounds", "ideal"), "it is a gain, not a share of what can be gained; nDCG makes one of it"
)


@document_score("grade", formula="the grade, at least 0", paper=TREC, ideal=_grade, exempt=NO_SHARE)
def grade(documents: Documents) -> Floats:
    """The document's grade as gain (trec_eval's nDCG)."""
    return documents.grade.astype(float)


@document_score(
    "exp",
    formula="2^grade − 1",
    paper="Burges et al. (2005), Learning to Rank using Gradient Descent",
    ideal=lambda judged: np.exp2(_grade(judged)) - 1,
    exempt=NO_SHARE,
)
def exponential(documents: Documents) -> Floats:
    """Gain that doubles with each grade, as web search has it."""
    return np.exp2(documents.grade) - 1


@document_score(
    "judged",
    formula="1 if judged, else 0",
    paper=TREC,
    ideal=lambda judged: judged.relevant | judged.nonrelevant,
    exempt=dict.fromkeys(
        ("irrelevant", "tail"), "it counts documents that were judged, relevant or not"
    ),
)
def judged(documents: Documents) -> Floats:
    """Whether anyone has judged the document."""
    return (documents.relevant | documents.nonrelevant).astype(float)
