"""Measures: each a small function from what a reader meets to one number per topic."""

from __future__ import annotations

from readpath.measures import chunks, document_scores, focused, rankings
from readpath.measures.measure import Measure, measure
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
    "measure",
]

FAMILIES = (focused, rankings, document_scores, chunks)
"""The modules that hold the measures, which importing them registers; a new family is one more."""
