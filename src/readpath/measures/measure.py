"""From the name of a measure to something that can be computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args, get_origin, get_type_hints

import numpy as np

from readpath.arrays import Floats
from readpath.errors import MeasureError, nearest
from readpath.judgments.judged import Judged
from readpath.measures.cutoffs import Cutoff, parse_cutoff
from readpath.measures.language import Call, parse
from readpath.measures.registry import (
    ALIASES,
    DOCUMENT_SCORES,
    LIST_SCORES,
    Definition,
    Value,
)
from readpath.reading import Documents, Reading


@dataclass(frozen=True, eq=False)
class DocumentScore:
    """A document score with its parameters."""

    definition: Definition
    given: Mapping[str, Value]

    def __call__(self, documents: Documents) -> Floats:
        """The score of each returned document."""
        return np.asarray(self.definition.function(documents, **self.given), dtype=float)

    def ideal(self, judged: Judged) -> Floats:
        """The best score that each judged document can have."""
        if self.definition.ideal is None:
            return judged.relevant.astype(float)
        return np.asarray(self.definition.ideal(judged), dtype=float)


@dataclass(frozen=True, eq=False)
class Measure:
    """A measure ready to be computed, under the name that its user gave it."""

    name: str
    definition: Definition
    cutoff: Cutoff
    given: Mapping[str, Value]
    score: DocumentScore | None = None

    def __str__(self) -> str:
        return self.name

    def values(self, reading: Reading) -> Floats:
        """One value per judged topic, in the order of the judgments; nan where undefined."""
        read = reading.results if self.definition.of == "results" else reading.documents
        inner = () if self.score is None else (self.score,)
        with np.errstate(divide="ignore", invalid="ignore"):
            values = self.definition.function(read, *inner, self.cutoff, **self.given)
        ordered = np.empty(len(values))
        ordered[reading.join.order] = values
        return ordered


def measure(name: str, *, official: bool = False) -> Measure:
    """The measure that a name stands for; `official` takes inex_eval's choice of parameters."""
    call = parse(name)
    label = str(call)
    while call.name in ALIASES:
        call = _unaliased(call)
    definition = _look_up(call.name, LIST_SCORES, "measure")
    arguments = list(call.arguments)
    score = _inner_score(definition, arguments) if definition.takes_score else None
    given = _given(definition, arguments, call.parameters)
    if official:
        given = {**definition.official, **given}
    cutoff = parse_cutoff(call.cutoff, definition.cutoffs, call.name)
    return Measure(label, definition, cutoff, given, score)


def _inner_score(definition: Definition, arguments: list[Call | Value]) -> DocumentScore:
    """The document score that is the first argument, else the usual one."""
    call = arguments.pop(0) if arguments and isinstance(arguments[0], Call) else None
    if call is None and definition.default_score:
        call = parse(definition.default_score)
    if not isinstance(call, Call):
        raise MeasureError(
            f"{definition.name} needs a document score, as in {definition.name}(F(0.25)); "
            f"known: {', '.join(sorted(DOCUMENT_SCORES))}"
        )
    if call.cutoff:
        raise MeasureError(f"{call} stands inside and takes no cut-off")
    inner = _look_up(call.name, DOCUMENT_SCORES, "document score")
    return DocumentScore(inner, _given(inner, list(call.arguments), call.parameters))


def _unaliased(call: Call) -> Call:
    """What an alias stands for, with the cut-off and parameters that were written after it."""
    target = parse(ALIASES[call.name])
    if call.cutoff and target.cutoff:
        raise MeasureError(f"{call.name} is {target} and takes no other cut-off")
    if call.arguments:
        raise MeasureError(f"{call.name} is {target}; to change what is inside, write it in full")
    own = {name for name, _ in call.parameters}
    kept = tuple(item for item in target.parameters if item[0] not in own)
    cutoff = call.cutoff or target.cutoff
    return Call(target.name, target.arguments, kept + call.parameters, cutoff)


def _look_up(name: str, registry: dict[str, Definition], what: str) -> Definition:
    if name in registry:
        return registry[name]
    known = [*registry, *(ALIASES if registry is LIST_SCORES else ())]
    hint = nearest(name, known)
    other = DOCUMENT_SCORES if registry is LIST_SCORES else LIST_SCORES
    if name in other and registry is LIST_SCORES:
        hint = f"it is a document score; put it inside a list score, as in AgP({name})"
    raise MeasureError(f"unknown {what} {name!r}; {hint}")


def _given(
    definition: Definition,
    arguments: list[Call | Value],
    parameters: tuple[tuple[str, Value], ...],
) -> dict[str, Value]:
    """Parameter values by name, checked against what the measure's function declares."""
    known = definition.parameters
    if len(arguments) > len(known):
        raise MeasureError(f"{definition.name} takes {_signature(definition)}")
    pairs = [*zip(known, arguments, strict=False), *parameters]
    given: dict[str, Value] = {}
    hints = get_type_hints(definition.function)
    for name, value in pairs:
        if name not in known:
            hint = nearest(name, known) if known else "it takes none"
            raise MeasureError(f"{definition.name} has no parameter {name!r}; {hint}")
        if name in given:
            raise MeasureError(f"{definition.name}: {name} is given twice")
        given[name] = _checked(definition.name, name, value, hints[name])
    return given


def _checked(measure: str, name: str, value: Call | Value, kind: object) -> Value:
    if get_origin(kind) is Literal:
        if value in get_args(kind):
            return str(value)
        choices = " or ".join(repr(choice) for choice in get_args(kind))
        raise MeasureError(f"{measure}: {name} is {choices}, not {value}")
    if isinstance(value, Call | str):
        raise MeasureError(f"{measure}: {name} is a number, not {value}")
    if not value > 0:
        raise MeasureError(f"{measure}: {name} must be above 0, not {value}")
    return value


def _signature(definition: Definition) -> str:
    known = definition.parameters
    if not known:
        return "no parameters"
    return ", ".join(f"{name} (default {p.default!r})" for name, p in known.items())
