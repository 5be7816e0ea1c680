"""All measures by name: what each is called, how it is computed, and who proposed it.

A *list score* turns a topic's results or documents into one number. A *document score* turns what
the reader is shown of one document into a number, and stands inside a list score: in
`AgP(F(0.25))`, AgP is the list score and F the document score.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from readpath.arrays import Floats
from readpath.errors import MeasureError
from readpath.measures.cutoffs import Kind

Function = Callable[..., Floats]
Value = float | str


@dataclass(frozen=True)
class Definition:
    """A measure as it is published.

    `of` says what the function is given: a topic's results, its documents, or one document each.
    `ideal(judged)` is the most that each judged document can score, 1 for relevant ones without it.
    `official` holds the parameters that reproduce the official INEX program. `exempt` names the
    common properties of measures that do not hold for this one, each with the reason.
    """

    name: str
    function: Function
    of: Literal["results", "documents", "document"]
    formula: str
    paper: str
    cutoffs: tuple[Kind, ...] = ("",)
    default_score: str | None = None
    ideal: Function | None = None
    official: Mapping[str, Value] = field(default_factory=dict)
    exempt: Mapping[str, str] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (self.function.__doc__ or "").strip().splitlines()[0]

    @property
    def parameters(self) -> dict[str, inspect.Parameter]:
        """What the measure can be given by name, with defaults."""
        every = inspect.signature(self.function).parameters.values()
        return {p.name: p for p in every if p.kind is inspect.Parameter.KEYWORD_ONLY}

    @property
    def takes_score(self) -> bool:
        """Whether a document score stands inside."""
        return "score" in inspect.signature(self.function).parameters


LIST_SCORES: dict[str, Definition] = {}
DOCUMENT_SCORES: dict[str, Definition] = {}
ALIASES: dict[str, str] = {}


def list_score(
    name: str,
    *,
    of: Literal["results", "documents"],
    formula: str,
    paper: str,
    cutoffs: tuple[Kind, ...] = ("",),
    default_score: str | None = None,
    official: Mapping[str, Value] | None = None,
    exempt: Mapping[str, str] | None = None,
) -> Callable[[Function], Function]:
    """Register `function(results or documents, [score,] cutoff, *, parameters…)`.

    It returns one value per topic, nan where the measure is not defined.
    """

    def register(function: Function) -> Function:
        _refuse_second(name, LIST_SCORES)
        LIST_SCORES[name] = Definition(
            name,
            function,
            of,
            formula,
            paper,
            cutoffs,
            default_score,
            None,
            official or {},
            exempt or {},
        )
        return function

    return register


def document_score(
    name: str, *, formula: str, paper: str, ideal: Function | None = None
) -> Callable[[Function], Function]:
    """Register `function(documents, *, parameters…)`: one value per returned judged document."""

    def register(function: Function) -> Function:
        _refuse_second(name, DOCUMENT_SCORES)
        DOCUMENT_SCORES[name] = Definition(name, function, "document", formula, paper, ideal=ideal)
        return function

    return register


def alias(name: str, target: str) -> None:
    """Another name for a measure; a cut-off that follows it belongs to the target."""
    _refuse_second(name, {**LIST_SCORES, **ALIASES})
    ALIASES[name] = target


def _refuse_second(name: str, registry: Mapping[str, object]) -> None:
    if name in registry:
        raise MeasureError(f"measure {name} is registered twice")
