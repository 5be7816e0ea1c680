"""What is written between the parentheses of a measure, checked and in one unit."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, cast, get_args, get_origin, get_type_hints

from readpath.errors import MeasureError, nearest
from readpath.measures.cutoffs import Cutoff
from readpath.measures.language import Amount, Call, Value, parse
from readpath.measures.registry import declared
from readpath.reading.models import ORDERS, ReadingModel
from readpath.units import CHARACTERS, SECONDS, SPEED, unit_named

LARGEST = 10**15
"""No text is longer, and up to here whole numbers are exact as floating-point numbers."""


@dataclass
class Counting:
    """The one unit that the amounts in a measure's name are counted in, as far as it is read.

    Seconds become characters at once, at `speed` characters a second.
    """

    measure: str
    unit: str
    speed: float
    named: str = ""

    def number(self, amount: Amount) -> float:
        """An amount as a number of the measure's unit."""
        unit = unit_named(amount.unit)
        if self.named not in ("", unit):
            raise MeasureError(f"{self.measure} counts in {self.named} and in {unit}; use one unit")
        self.named = unit
        self.unit = CHARACTERS if unit == SECONDS else unit
        return round(amount.number * self.speed) if unit == SECONDS else amount.number

    def cutoff(self, cutoff: Cutoff) -> Cutoff:
        """A cut-off, its amount of text as a number of the measure's unit."""
        if not cutoff.unit:
            return cutoff
        number = self.number(Amount(float(cutoff.value), cutoff.unit))
        return replace(cutoff, value=Fraction(number))


def given_to(
    name: str,
    function: Callable[..., object],
    arguments: list[Call | Value],
    parameters: tuple[tuple[str, Value], ...],
    counted: Counting,
) -> dict[str, float | str]:
    """Parameter values by name, checked against what a function declares."""
    known = declared(function)
    if len(arguments) > len(known):
        raise MeasureError(f"{name} takes {_signature(known)}")
    given: dict[str, float | str] = {}
    hints = get_type_hints(function)
    for key, value in [*zip(known, arguments, strict=False), *parameters]:
        if key not in known:
            hint = nearest(key, known) if known else "it takes none"
            raise MeasureError(f"{name} has no parameter {key!r}; {hint}")
        if key in given:
            raise MeasureError(f"{name}: {key} is given twice")
        usual = value == known[key].default
        checked = value if usual else _checked(f"{name}: {key}", value, hints[key], counted)
        given[key] = cast(float | str, checked)
    return given


def _checked(what: str, value: Call | Value, kind: object, counted: Counting) -> float | str:
    if get_origin(kind) is Literal:
        if value in get_args(kind):
            return str(value)
        choices = " or ".join(repr(choice) for choice in get_args(kind))
        raise MeasureError(f"{what} is {choices}, not {value}")
    if isinstance(value, Amount):
        if kind is not int:
            raise MeasureError(f"{what} is a plain number, not {value}")
        value = counted.number(value)
    if isinstance(value, Call | str):
        raise MeasureError(f"{what} is a number, not {value}")
    if not value > 0:
        raise MeasureError(f"{what} must be above 0, not {value}")
    if value > LARGEST:
        raise MeasureError(f"{what} must be at most {LARGEST:,}, not {value}")
    return value


def _signature(known: Mapping[str, inspect.Parameter]) -> str:
    if not known:
        return "no parameters"
    return ", ".join(f"{name} (default {p.default!r})" for name, p in known.items())


def reading_model(text: str, *, speed: float = SPEED) -> ReadingModel:
    """The reading model that a name stands for, such as `rank(rest='best')`.

    A cost in seconds is one in characters, read at `speed` a second.
    """
    counted = Counting(text, CHARACTERS, speed)
    model = model_of(parse(text), counted)
    if counted.unit != CHARACTERS:
        raise MeasureError(
            f"{text} counts {counted.unit}; a model for all measures costs chars or seconds"
        )
    return model


def model_of(call: Call, counted: Counting) -> ReadingModel:
    """The reading model that stands in the name of a measure."""
    if call.name not in ORDERS:
        hint = "x is for curves" if call.name == "x" else nearest(call.name, ORDERS)
        raise MeasureError(f"unknown reading order {call.name!r}; {hint}")
    if call.cutoff:
        raise MeasureError(f"reading model {call} takes no cut-off")
    given = given_to(call.name, ReadingModel, list(call.arguments), call.parameters, counted)
    return ReadingModel(call.name, **given)  # type: ignore[arg-type]
