"""Where a measure stops looking: at a rank, a recall level, or a number of characters."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from readpath.errors import MeasureError
from readpath.units import unit_named

Kind = Literal["", "rank", "level", "amount", "R", "min"]

SPOKEN: dict[Kind, str] = {
    "": "no cut-off",
    "rank": "a rank, as in @10",
    "level": "a recall level from 0 to 1, as in @0.01",
    "amount": "an amount of text read, as in @2000chars or @300words",
    "R": "@R, the number of relevant documents",
    "min": "@min, the number of chunks that hold evidence",
}


WRITTEN: dict[Kind, str] = {
    "rank": "k",
    "level": "x",
    "amount": "n chars",
    "R": "R",
    "min": "min",
}
"""How each kind of cut-off stands for itself in the list of measures."""


NUMBER = r"([1-9]\d{0,14})"


@dataclass(frozen=True)
class Cutoff:
    """The part of a measure's name after the @."""

    kind: Kind = ""
    value: Fraction = Fraction(0)
    unit: str = ""

    @property
    def rank(self) -> float:
        """The last rank that counts."""
        return float(self.value) if self.kind == "rank" else math.inf


NONE = Cutoff()
"""Everything counts."""


def parse_cutoff(text: str, kinds: tuple[Kind, ...], measure: str) -> Cutoff:
    """The cut-off that a text names, among the kinds that a measure takes."""
    cutoff = _read(text, kinds)
    if cutoff is None or cutoff.kind not in kinds:
        takes = ", or ".join(SPOKEN[kind] for kind in kinds)
        given = f"@{text}" if text else "no cut-off"
        raise MeasureError(f"{measure} takes {takes}; not {given}")
    return cutoff


def _read(text: str, kinds: tuple[Kind, ...]) -> Cutoff | None:
    if text in ("", "R", "min"):
        return Cutoff(text)  # type: ignore[arg-type]
    unit = "([a-z]+)" if "rank" in kinds else "([a-z]*)"
    amount = re.fullmatch(NUMBER + unit, text)
    if amount and "amount" in kinds:
        return Cutoff("amount", Fraction(amount[1]), unit_named(amount[2]) if amount[2] else "")
    if "level" in kinds and re.fullmatch(r"\d*\.?\d+", text) and Fraction(text) <= 1:
        return Cutoff("level", Fraction(text))
    return Cutoff("rank", Fraction(text)) if re.fullmatch(NUMBER, text) else None
