"""From the name of a measure to something that can be computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from readpath.arrays import Floats
from readpath.errors import MeasureError, nearest
from readpath.judgments.judged import Judged
from readpath.measures.cutoffs import NONE, Cutoff, parse_cutoff
from readpath.measures.language import Call, Value, parse
from readpath.measures.parameters import Counting, given_to, model_of
from readpath.measures.registry import ALIASES, DOCUMENT_SCORES, LIST_SCORES, Definition
from readpath.reading import Documents, Reading
from readpath.reading.models import ReadingModel
from readpath.units import CHARACTERS, SPEED


@dataclass(frozen=True, eq=False)
class DocumentScore:
    """A document score with its parameters, and the reading model that it asks for, if any."""

    definition: Definition
    given: Mapping[str, float | str]
    cutoff: Cutoff = NONE
    model: ReadingModel | None = None

    def __call__(self, documents: Documents) -> Floats:
        """The score of each returned document; without relevant text no path is worth anything."""
        inner = (self.cutoff,) if self.cutoff.kind else ()
        if self.definition.of == "document":
            values = self.definition.function(documents, *inner, **self.given)
            return np.asarray(values, dtype=float)
        paths = documents.paths(self.model)
        values = self.definition.function(paths, *inner, **self.given)
        return np.where(documents.relevant, values, 0.0)

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
    given: Mapping[str, float | str]
    unit: str = CHARACTERS
    score: DocumentScore | None = None

    def __str__(self) -> str:
        return self.name

    def values(self, reading: Reading) -> Floats:
        """One value per judged topic, in the order of the judgments; nan where undefined.

        The reading must be in the measure's unit.
        """
        read = reading.results if self.definition.of == "results" else reading.documents
        inner = () if self.score is None else (self.score,)
        with np.errstate(divide="ignore", invalid="ignore"):
            values = self.definition.function(read, *inner, self.cutoff, **self.given)
        ordered = np.empty(len(values))
        ordered[reading.join.order] = values
        return ordered


def measure(
    name: str, *, official: bool = False, unit: str = CHARACTERS, speed: float = SPEED
) -> Measure:
    """The measure that a name stands for.

    `official` takes inex_eval's choice of parameters. Amounts of text that name no unit are counted
    in `unit`; `speed` is how many characters are read in a second.
    """
    call = parse(name)
    label = str(call)
    while call.name in ALIASES:
        call = _unaliased(call)
    counted = Counting(label, unit, speed)
    definition = _look_up(call.name, LIST_SCORES, "measure")
    arguments = list(call.arguments)
    score = _inner_score(definition, arguments, counted) if definition.takes_score else None
    given = given_to(definition.name, definition.function, arguments, call.parameters, counted)
    if official:
        given = {**definition.official, **given}
    cutoff = counted.cutoff(parse_cutoff(call.cutoff, definition.cutoffs, call.name))
    return Measure(label, definition, cutoff, given, counted.unit, score)


def _inner_score(
    definition: Definition, arguments: list[Call | Value], counted: Counting
) -> DocumentScore:
    """The document score that is the first argument, else the usual one."""
    call = arguments.pop(0) if arguments and isinstance(arguments[0], Call) else None
    if call is None and definition.default_score:
        call = parse(definition.default_score)
    fitting = [n for n, d in DOCUMENT_SCORES.items() if d.effort == definition.effort]
    usual = "LE(300)" if definition.effort else "F(0.25)"
    if not isinstance(call, Call):
        raise MeasureError(
            f"{definition.name} needs a document score, as in {definition.name}({usual}); "
            f"known: {', '.join(sorted(fitting))}"
        )
    inner = _look_up(call.name, DOCUMENT_SCORES, "document score")
    if inner.name not in fitting:
        kind = "an effort, of which less is better" if inner.effort else "a gain, not an effort"
        raise MeasureError(
            f"{call} is {kind}; {definition.name} takes one of {', '.join(sorted(fitting))}"
        )
    return _scored(call, inner, counted)


def _scored(call: Call, inner: Definition, counted: Counting) -> DocumentScore:
    """A document score with its parameters and reading model."""
    if call.cutoff and inner.cutoffs == ("",):
        raise MeasureError(f"{call} stands inside and takes no cut-off")
    within, model = list(call.arguments), None
    models = [a for a in within if isinstance(a, Call)] if inner.of == "path" else []
    if models:
        within.remove(models[0])
        model = model_of(models[0], counted)
    given = given_to(inner.name, inner.function, within, call.parameters, counted)
    cutoff = counted.cutoff(parse_cutoff(call.cutoff, inner.cutoffs, call.name))
    return DocumentScore(inner, given, cutoff, model)


def document_score(name: str, model: ReadingModel | None = None) -> DocumentScore:
    """The document score that a name stands for, with a reading model if it names none itself."""
    call = parse(name)
    definition = _look_up(call.name, DOCUMENT_SCORES, "document score")
    counted = Counting(name, CHARACTERS, SPEED)
    score = _scored(call, definition, counted)
    if counted.unit != CHARACTERS:
        raise MeasureError(f"{name} counts {counted.unit}; here only characters are counted")
    return score if score.model else replace(score, model=model)


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
    if name in DOCUMENT_SCORES:
        outer = "ANCE" if DOCUMENT_SCORES[name].effort else "AgP"
        hint = f"it is a document score; put it inside a list score, as in {outer}({name})"
    raise MeasureError(f"unknown {what} {name!r}; {hint}")
