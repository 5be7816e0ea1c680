"""Measures: each a small function from what a reader meets to one number per topic."""

from __future__ import annotations

from readpath.measures.families import FAMILIES
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
