"""readpath scores retrieval by what people read."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from readpath.analysis import Agreement as Agreement
    from readpath.analysis import Breakdown as Breakdown
    from readpath.analysis import Comparison as Comparison
    from readpath.analysis import Statistics as Statistics
    from readpath.analysis import agreement as agreement
    from readpath.analysis import breakdown as breakdown
    from readpath.analysis import compare as compare
    from readpath.analysis import statistics as statistics
    from readpath.chunking import Chunking as Chunking
    from readpath.chunking import read_chunking as read_chunking
    from readpath.curves import curve as curve
    from readpath.errors import ReadpathError as ReadpathError
    from readpath.evaluation import evaluate as evaluate
    from readpath.judgments import Judgments as Judgments
    from readpath.judgments import read_judgments as read_judgments
    from readpath.measures import measure as measure
    from readpath.reading import Policy as Policy
    from readpath.reading import ReadingModel as ReadingModel
    from readpath.reading import reading_order as reading_order
    from readpath.runs import Run as Run
    from readpath.runs import read_run as read_run
    from readpath.runs import write_run as write_run
    from readpath.scores import Scores as Scores
    from readpath.strips import strips_of as strips_of
    from readpath.units import Units as Units
    from readpath.units import read_texts as read_texts
    from readpath.validation import validate as validate

__version__ = "0.1.0"

HOMES = {
    "Agreement": "analysis",
    "Breakdown": "analysis",
    "Chunking": "chunking",
    "Comparison": "analysis",
    "Judgments": "judgments",
    "Policy": "reading",
    "ReadingModel": "reading",
    "ReadpathError": "errors",
    "Run": "runs",
    "Scores": "scores",
    "Statistics": "analysis",
    "Units": "units",
    "agreement": "analysis",
    "breakdown": "analysis",
    "compare": "analysis",
    "curve": "curves",
    "evaluate": "evaluation",
    "measure": "measures",
    "read_chunking": "chunking",
    "read_judgments": "judgments",
    "read_run": "runs",
    "read_texts": "units",
    "reading_order": "reading",
    "statistics": "analysis",
    "strips_of": "strips",
    "validate": "validation",
    "write_run": "runs",
}
"""The module of each public name, imported when the name is first used: importing is instant."""

__all__ = [*HOMES]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    if name not in HOMES:
        raise AttributeError(f"module 'readpath' has no attribute {name!r}")
    value = getattr(import_module(f"readpath.{HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES})
