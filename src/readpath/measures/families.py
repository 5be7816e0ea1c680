"""The families of measures: importing this module registers every measure there is."""

from __future__ import annotations

from readpath.measures import chunks, document_scores, focused, rankings

FAMILIES = (focused, rankings, document_scores, chunks)
"""The modules that hold the measures; a new family is one more."""
