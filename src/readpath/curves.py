"""Curves: a measure at many values of one of its numbers, written `x` in its name.

`iP@x` over recall, `gP(F(0.25))@x` and `NCE(LE(300))@x` over rank, `gP(ChP@x)@10` over characters
read, `AgP(T2IF(x))` over tolerance: every number of every measure can be followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import polars as pl

from readpath.errors import MeasureError, OptionError
from readpath.evaluation import Runlike, evaluate
from readpath.files.records import Records
from readpath.files.source import PathLikeText
from readpath.judgments import Judgments
from readpath.measures import measure

X = re.compile(r"\bx(?=\W|$|chars|words|sentences|tokens|seconds)")
MOST = 10_000

POINTS = {"level": "0:1:0.01", "rank": "1:50", "amount": "100:3000:100"}
"""Where a curve is computed unless that is said: at recall levels, ranks, or amounts of text."""


def curve(
    runs: Runlike | Iterable[Runlike] | Mapping[str, Runlike],
    judgments: Judgments | Records | PathLikeText,
    measures: str | Iterable[str],
    points: str | Iterable[float] | None = None,
    tell: Callable[[Iterable[str]], None] | None = None,
    **options: Any,  # noqa: ANN401
) -> pl.DataFrame:
    """The table `run, topic, measure, x, value` for measures with an `x` in their names.

    `points` are the values of x, or `from:to` or `from:to:step`; `tell` is given what a reader of the
    numbers should know. Options are those of `evaluate`.
    Means over topics have the topic `all`.
    """
    named = [measures] if isinstance(measures, str) else list(measures)
    if not named:
        raise OptionError("no measure to follow; write for example iP@x")
    steps = [(name, x) for name in named for x in _points(name, points)]
    filled = pl.DataFrame(
        {
            "filled": [str(measure(_filled(name, x))) for name, x in steps],
            "measure": [name for name, _ in steps],
            "x": [float(x) for _, x in steps],
        }
    ).unique("filled", maintain_order=True)
    scores = evaluate(runs, judgments, filled["filled"].to_list(), **options)
    if tell:
        tell(scores.notes)
    table = scores.long(by_topic=True).rename({"measure": "filled"})
    table = table.join(filled, on="filled", maintain_order="left")
    order = ["run", "topic", "measure"]
    return table.sort(
        *(
            pl.col(name).replace_strict(_places(table[name]), return_dtype=pl.Int64)
            for name in order
        ),
        "x",
    ).select(*order, "x", "value")


def _places(column: pl.Series) -> dict[str, int]:
    return {name: place for place, name in enumerate(column.unique(maintain_order=True))}


def _filled(name: str, x: Fraction) -> str:
    digits = f"{Decimal(x.numerator) / Decimal(x.denominator):f}"
    return X.sub(digits.rstrip("0").rstrip(".") if "." in digits else digits, name)


def _points(name: str, given: str | Iterable[float] | None) -> list[Fraction]:
    if not X.search(name):
        raise MeasureError(f"{name} has no x to draw a curve over; write for example iP@x")
    if isinstance(given, str | None):
        return _range(given or POINTS[_kind(name)])
    try:
        values = [Fraction(str(x)) for x in given]
    except ValueError as error:
        raise OptionError(f"points are numbers: {error}") from None
    if not values:
        raise OptionError("no points to follow the measure over")
    return values


def _kind(name: str) -> str:
    """What x stands for: a recall level, a rank, or an amount of text."""
    if not re.search(r"(@x|\[x\])$", name):
        return "amount"
    try:
        measure(_filled(name, Fraction(1, 2)))
    except MeasureError:
        return "rank"
    return "level"


def _range(text: str) -> list[Fraction]:
    try:
        first, last, step = [
            *map(Fraction, text.split(":")),
            *[Fraction(1)] * (text.count(":") == 1),
        ]
        count = (last - first) // step + 1
    except (ValueError, ZeroDivisionError):
        raise OptionError(f"points {text!r} are not from:to or from:to:step") from None
    if step < 0 or not 1 <= count <= MOST:
        raise OptionError(f"points {text!r} are not from 1 to {MOST:,} ascending values")
    return [first + step * number for number in range(count)]
