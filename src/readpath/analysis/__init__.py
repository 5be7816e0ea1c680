"""Statistics: which runs differ, which measures agree, and what was judged.

All that they know of an evaluation are its scores.
"""

from __future__ import annotations

from readpath.analysis.agreements import Agreement, agreement
from readpath.analysis.collection import Statistics, statistics
from readpath.analysis.comparison import Comparison, compare
from readpath.analysis.corrections import CORRECTIONS
from readpath.analysis.significance import TAILS, TESTS
from readpath.analysis.subsets import Breakdown, breakdown

__all__ = [
    "CORRECTIONS",
    "TAILS",
    "TESTS",
    "Agreement",
    "Breakdown",
    "Comparison",
    "Statistics",
    "agreement",
    "breakdown",
    "compare",
    "statistics",
]
