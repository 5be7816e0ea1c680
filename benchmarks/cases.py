"""The cases: what is measured next to what, and what we want to come of it.

To add one, put it into `cases`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.documents import Rankings
from benchmarks.measure import Job, Measured, scoring, starting
from benchmarks.passages import WINDOWS, Passages
from benchmarks.programs import PROGRAMS
from benchmarks.recipe import Recipe
from benchmarks.targets import (
    Target,
    as_many_rows_per_second,
    faster_than,
    smaller_than,
    starts_in,
    within,
)

DOCUMENTS = ("AP", "nDCG@10", "P@10", "RR", "bpref")
FOCUSED = ("iP@0.01", "AiP")
FOCUSED_TASK = ("iP@0.00", "iP@0.01", "iP@0.05", "iP@0.10", "AiP")
EFFORT = (
    "AgP(aveChP)",
    "AgP(ChP@500)",
    "AgP(ChR@500)",
    "AgP(T2IP(300))",
    "AgP(T2IR(300))",
    "AgP(T2IF(300))",
    "AgP(T2IF(2000))",
    "CE(LE(300))@600",
    "NCE(LE(300))@600",
    "ANCE(LE(300))@600",
    "ANCE(LE(2000))@600",
    "T2I(300)@10",
    "ESL(300)",
)
EFFORT_OF_MODELS = tuple(f"AgP(aveChP({model}))" for model in ("rank", "sequential", "entry"))
PEERS = ("pytrec_eval", "ir_measures", "ranx")
COMMAND = str(Path(sys.executable).with_name("readpath"))


@dataclass(frozen=True)
class Scoring:
    """A program that scores the runs of a recipe, all of them or the first few."""

    case: str
    program: str
    recipe: Recipe
    measures: tuple[str, ...]
    runs: int | None = None

    @property
    def rows(self) -> int:
        """How many results it has to score."""
        return self.recipe.rows

    @property
    def version(self) -> str:
        """The version of the program."""
        return PROGRAMS[self.program].version

    def measured(self) -> Measured:
        """Do it once."""
        files = [str(file) for file in self.recipe.run_files[: self.runs]]
        measured = scoring(Job(self.program, str(self.recipe.judgments), files, [*self.measures]))
        if len(measured.means) != len(files):
            raise SystemExit(f"{self.program} scored {len(measured.means)} of {len(files)} runs")
        return measured


@dataclass(frozen=True)
class Starting:
    """A command that has next to nothing to do."""

    case: str
    command: tuple[str, ...]
    program: str = "readpath"
    rows: int = 0

    @property
    def version(self) -> str:
        """The version of readpath."""
        return PROGRAMS["readpath"].version

    def measured(self) -> Measured:
        """Do it once."""
        return starting(self.command)


Contender = Scoring | Starting


@dataclass(frozen=True)
class Case:
    """Contenders that are measured in turn, those that only check their numbers, and our targets."""

    contenders: tuple[Contender, ...]
    targets: tuple[Target, ...]
    checks: tuple[Scoring, ...] = ()
    least: int = 1
    """How often to measure at least: short work needs to be repeated to be told from noise."""

    @property
    def recipes(self) -> list[Recipe]:
        """The files that are needed."""
        scored = [each for each in self.contenders if isinstance(each, Scoring)]
        return list(dict.fromkeys(each.recipe for each in (*scored, *self.checks)))


def cases(*, quick: bool) -> dict[str, Case]:
    """All cases by name, in full size or small."""
    one_run = Rankings(1, 200, 100, "web") if quick else Rankings(1, 7000, 1000, "web")
    many_runs = Rankings(5, 20, 150, "news") if quick else Rankings(100, 70, 1500, "news")
    passages = Passages(5, 12, 30) if quick else Passages(100, 120, 300)
    tenth = Passages(4, 12, 30) if quick else Passages(10, 120, 300)
    long = Passages(tenth.runs, tenth.topics, tenth.results, scale=100)
    return {
        "A": _side_by_side("A: one run", one_run),
        "B": _side_by_side("B: many runs", many_runs),
        "C": Case(
            (
                Scoring("B with AP alone", "readpath", many_runs, ("AP",)),
                Scoring("C: passages", "readpath", passages, FOCUSED),
            ),
            (as_many_rows_per_second,),
            checks=(Scoring("C", "by_character", passages, FOCUSED, runs=WINDOWS),),
        ),
        "D": Case(
            (
                Scoring("D: a tenth of C", "readpath", tenth, FOCUSED),
                Scoring("D: in texts 100 times as long", "readpath", long, FOCUSED),
            ),
            (within(1.1),),
            checks=(Scoring("D", "by_character", tenth, FOCUSED, runs=WINDOWS),),
            least=9,
        ),
        "E": Case(
            (
                Starting("E: import readpath", (sys.executable, "-c", "import readpath")),
                Starting("E: readpath --help", (COMMAND, "--help")),
            ),
            (starts_in(0.3, 0.4),),
            least=7,
        ),
        "F": Case(
            (
                Scoring("F: focused task", "readpath", passages, FOCUSED_TASK),
                Scoring("F: all effort", "readpath", passages, EFFORT),
                Scoring("F: with other orders", "readpath", passages, EFFORT + EFFORT_OF_MODELS),
            ),
            (within(3),),
        ),
        "G": Case(
            (
                Scoring("G: effort, a tenth", "readpath", tenth, EFFORT),
                Scoring("G: in texts 100 times as long", "readpath", long, EFFORT),
            ),
            (within(1.1),),
            least=9,
        ),
    }


def _side_by_side(name: str, recipe: Recipe) -> Case:
    """Readpath and its peers on the same documents."""
    programs = ("readpath", *PEERS)
    return Case(
        tuple(Scoring(name, program, recipe, DOCUMENTS) for program in programs),
        (faster_than("pytrec_eval", 3), smaller_than("pytrec_eval")),
    )
