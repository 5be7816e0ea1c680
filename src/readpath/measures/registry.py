"""All measures by name: what each is called, how it is computed, and who proposed it.

A *list score* turns a topic's results or documents into one number. A *document score* turns what
the reader meets in one document into a number, and stands inside a list score: in `AgP(F(0.25))`,
AgP is the list score and F the document score. A document score `of` the *path* depends on the order
of reading, and takes a reading model: `AgP(aveChP(rank))`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypedDict, Unpack

from readpath.arrays import Floats
from readpath.errors import MeasureError
from readpath.measures.cutoffs import Kind

Function = Callable[..., Floats]
Of = Literal["results", "documents", "document", "path"]


@dataclass(frozen=True)
class Definition:
    """A measure as it is published.

    `of` says what the function is given: a topic's results, its documents, one document each, or the
    path through each. Of `effort` less is better; an effort stands only in a list score of efforts.
    `ideal(judged)` is the most that each judged document can score, 1 for relevant ones without it.
    `official` holds the parameters that reproduce the official INEX program. `exempt` names the
    common properties of measures that do not hold for this one, each with the reason.
    """

    name: str
    function: Function
    of: Of
    formula: str
    paper: str
    cutoffs: tuple[Kind, ...] = ("",)
    effort: bool = False
    default_score: str | None = None
    ideal: Function | None = None
    official: Mapping[str, float | str] = field(default_factory=dict)
    exempt: Mapping[str, str] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (self.function.__doc__ or "").strip().splitlines()[0]

    @property
    def parameters(self) -> dict[str, inspect.Parameter]:
        """What the measure can be given by name, with defaults."""
        return declared(self.function)

    @property
    def takes_score(self) -> bool:
        """Whether a document score stands inside."""
        return "score" in inspect.signature(self.function).parameters


LIST_SCORES: dict[str, Definition] = {}
DOCUMENT_SCORES: dict[str, Definition] = {}
ALIASES: dict[str, str] = {}


class More(TypedDict, total=False):
    """What else a measure can say when it is registered: the fields of `Definition` with defaults."""

    cutoffs: tuple[Kind, ...]
    effort: bool
    default_score: str
    ideal: Function
    official: Mapping[str, float | str]
    exempt: Mapping[str, str]


def declared(function: Callable[..., object]) -> dict[str, inspect.Parameter]:
    """What a function can be given by name, with defaults."""
    every = inspect.signature(function).parameters.values()
    return {p.name: p for p in every if p.kind is inspect.Parameter.KEYWORD_ONLY}


def list_score(
    name: str,
    *,
    of: Literal["results", "documents"],
    formula: str,
    paper: str,
    **more: Unpack[More],
) -> Callable[[Function], Function]:
    """Register `function(results or documents, [score,] cutoff, *, parameters…)`.

    It returns one value per topic, nan where the measure is not defined. `more` is what else a
    `Definition` can say.
    """
    return _registered(LIST_SCORES, lambda f: Definition(name, f, of, formula, paper, **more))


def document_score(
    name: str,
    *,
    formula: str,
    paper: str,
    of: Literal["document", "path"] = "document",
    **more: Unpack[More],
) -> Callable[[Function], Function]:
    """Register `function(documents or paths, [cutoff,] *, parameters…)`.

    It returns one value per returned judged document.
    """
    return _registered(DOCUMENT_SCORES, lambda f: Definition(name, f, of, formula, paper, **more))


def _registered(
    registry: dict[str, Definition], definition: Callable[[Function], Definition]
) -> Callable[[Function], Function]:
    def register(function: Function) -> Function:
        found = definition(function)
        _refuse_second(found.name, registry)
        registry[found.name] = found
        return function

    return register


def alias(name: str, target: str) -> None:
    """Another name for a measure; a cut-off that follows it belongs to the target."""
    _refuse_second(name, {**LIST_SCORES, **ALIASES})
    ALIASES[name] = target


def _refuse_second(name: str, registry: Mapping[str, object]) -> None:
    if name in registry:
        raise MeasureError(f"measure {name} is registered twice")
