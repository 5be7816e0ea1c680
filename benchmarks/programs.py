"""The programs, each used as its own users would: from the names of files to mean scores.

Each function imports a program and gives back what is timed: it reads the judgments and all runs, and
returns the means of each run. To add a program, write such a function and put it into PROGRAMS.
"""
# ruff: noqa: PLC0415 (a program is imported only in the process that measures it)

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from benchmarks.by_character import by_character

Means = dict[str, float]
Scorer = Callable[[Path, Sequence[Path], Sequence[str]], list[Means]]

TREC_EVAL = {
    "AP": "map",
    "nDCG@10": "ndcg_cut_10",
    "P@10": "P_10",
    "RR": "recip_rank",
    "bpref": "bpref",
}
IR_MEASURES = {"bpref": "Bpref"}
RANX = {"AP": "map", "nDCG@10": "ndcg@10", "P@10": "precision@10", "RR": "mrr", "bpref": "bpref"}
"""What the programs call a measure, where it is not what readpath calls it."""


def readpath() -> Scorer:
    """Readpath from Python; the command does the same.

    Passages of a document may have others in between: measures of documents put them together.
    """
    from readpath import Policy, evaluate, read_judgments

    together = Policy(interleaved="merge")

    def score(judgments: Path, runs: Sequence[Path], measures: Sequence[str]) -> list[Means]:
        scores = evaluate(runs, read_judgments(judgments), measures, policy=together)
        return scores.wide().drop("run").to_dicts()

    return score


def pytrec_eval() -> Scorer:
    """Trec_eval itself, in C; the files are read in Python."""
    import pytrec_eval as trec

    def score(judgments: Path, runs: Sequence[Path], measures: Sequence[str]) -> list[Means]:
        with judgments.open() as file:
            judged = trec.parse_qrel(file)
        evaluator = trec.RelevanceEvaluator(judged, {TREC_EVAL[m] for m in measures})
        means = []
        for path in runs:
            with path.open() as file:
                topics = evaluator.evaluate(trec.parse_run(file)).values()
            means.append(
                {
                    name: trec.compute_aggregated_measure(
                        TREC_EVAL[name], [topic[TREC_EVAL[name]] for topic in topics]
                    )
                    for name in measures
                }
            )
        return means

    return score


def ir_measures() -> Scorer:
    """ir-measures, which hands these measures on to pytrec_eval."""
    import ir_measures as irm

    def score(judgments: Path, runs: Sequence[Path], measures: Sequence[str]) -> list[Means]:
        chosen = {name: irm.parse_measure(IR_MEASURES.get(name, name)) for name in measures}
        evaluator = irm.evaluator(chosen.values(), irm.read_trec_qrels(str(judgments)))  # type: ignore[no-untyped-call]
        means = []
        for path in runs:
            found = evaluator.calc_aggregate(irm.read_trec_run(str(path)))  # type: ignore[no-untyped-call]
            means.append({name: float(found[measure]) for name, measure in chosen.items()})
        return means

    return score


def ranx() -> Scorer:
    """Ranx, which compiles its functions when they are first called."""
    from ranx import Qrels, Run, evaluate  # type: ignore[import-untyped]

    def score(judgments: Path, runs: Sequence[Path], measures: Sequence[str]) -> list[Means]:
        judged = Qrels.from_file(str(judgments), kind="trec")
        names = [RANX[name] for name in measures]
        means = []
        for path in runs:
            found = evaluate(judged, Run.from_file(str(path), kind="trec"), names)
            by_name = found if isinstance(found, dict) else {names[0]: found}
            means.append({m: float(by_name[n]) for m, n in zip(measures, names, strict=True)})
        return means

    return score


@dataclass(frozen=True)
class Program:
    """A program: the package it comes in, and how it is loaded.

    One that `compiles` scores the first topics of the same files before it is timed.
    """

    package: str
    load: Callable[[], Scorer]
    compiles: bool = False

    @property
    def version(self) -> str:
        """The version of the package that is installed."""
        return version(self.package)


PROGRAMS = {
    "readpath": Program("readpath", readpath),
    "pytrec_eval": Program("pytrec_eval-terrier", pytrec_eval),
    "ir_measures": Program("ir-measures", ir_measures),
    "ranx": Program("ranx", ranx, compiles=True),
    "by_character": Program("numpy", lambda: by_character),
}
