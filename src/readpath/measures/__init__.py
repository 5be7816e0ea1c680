"""Measures: each a small function from what a reader meets to one number per topic."""

from __future__ import annotations

from readpath.measures import (
    chunks,
    cumulated,
    document_scores,
    entry_points,
    focused,
    paths,
    rankings,
)
from readpath.measures.measure import Measure, document_score, measure
from readpath.measures.parameters import reading_model
from readpath.measures.presets import TASKS
from readpath.measures.registry import ALIASES, DOCUMENT_SCORES, LIST_SCORES, Definition

__all__ = [
    "ALIASES",
    "DOCUMENT_SCORES",
    "FAMILIES",
    "LIST_SCORES",
    "TASKS",
    "Definition",
    "Measure",
    "document_score",
    "measure",
    "reading_model",
]

FAMILIES = (focused, rankings, document_scores, paths, cumulated, entry_points, chunks)
"""The modules that hold the measures, which importing them registers; a new family is one more."""
