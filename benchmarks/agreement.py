"""Do all programs come to the same numbers? A fast wrong number is worthless."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from benchmarks.programs import Means
from benchmarks.recipe import Recipe

TOLERANCE = 1e-9

DIFFERENT = {
    ("ranx", "bpref"): "it takes a grade below 0 as judged non-relevant, trec_eval as unjudged",
}
"""What a program measures differently, and why; it is not compared."""

UNSTABLE = {"ranx"}
"""Programs that rank results of equal score in no fixed order."""


SCALE_FREE = ("iP", "AiP")
"""Measures that stay as they are when all lengths grow alike."""


class DisagreementError(Exception):
    """Two programs differ where they must not."""


@dataclass(frozen=True)
class Answer:
    """What a program found: the means of each run, or of the first few."""

    program: str
    recipe: Recipe
    measures: tuple[str, ...]
    means: list[Means]

    def __str__(self) -> str:
        return f"{self.program} on {self.recipe.name}"


class Agreement:
    """The first answer to each question, which all others must repeat."""

    def __init__(self) -> None:
        self._first: dict[tuple[Recipe, tuple[str, ...]], Answer] = {}
        self.notes: dict[str, None] = {}
        """What was compared, and what was not; each note once, in order."""

    def check(self, answer: Answer) -> None:
        """Raise a DisagreementError if the answer differs from the first one."""
        first = self._first.setdefault((answer.recipe.content, answer.measures), answer)
        excuses: defaultdict[str, list[str]] = defaultdict(list)
        for measure in answer.measures:
            excuses[_excuse(answer, measure)].append(measure)
        compared = excuses.pop("", [])
        for measure in compared:
            _same(measure, first, answer)
        for excuse, measures in excuses.items():
            self.notes[f"{answer}: not compared: {', '.join(measures)}; {excuse}"] = None
        if compared and (first.program, first.recipe) != (answer.program, answer.recipe):
            runs = f"{len(answer.means)} run{'s' * (len(answer.means) > 1)}"
            self.notes[f"{answer} agrees with {first}: {', '.join(compared)} of {runs}"] = None


def _excuse(answer: Answer, measure: str) -> str:
    """Why a value cannot be compared; empty if it can."""
    if answer.recipe.tied and answer.program in UNSTABLE:
        return "it ranks results of equal score in no fixed order"
    if answer.recipe != answer.recipe.content and not measure.startswith(SCALE_FREE):
        return "the same patience does not go as far in longer texts"
    return DIFFERENT.get((answer.program, measure), "")


def _same(measure: str, first: Answer, second: Answer) -> None:
    for run, one, other in zip(first.recipe.run_files, first.means, second.means, strict=False):
        if not abs(one[measure] - other[measure]) <= TOLERANCE:
            raise DisagreementError(
                f"{run}: {measure} is {one[measure]!r} by {first}, "
                f"but {other[measure]!r} by {second}"
            )
