"""The command: python -m benchmarks."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.agreement import Agreement, Answer, DisagreementError
from benchmarks.cases import Case, Contender, Scoring, cases
from benchmarks.measure import Measured
from benchmarks.results import Report, Result, Verdict, machine


def main() -> None:
    """Measure readpath side by side with other programs, and print a table in Markdown."""
    options, where = _options(), machine()
    known = cases(quick=options.quick)
    unknown = [name for name in options.cases if name not in known]
    if unknown:
        raise SystemExit(f"no case {', '.join(unknown)}; there are {', '.join(known)}")
    agreement = Agreement()
    results: list[Result] = []
    verdicts: list[Verdict] = []
    for name in options.cases or known:
        try:
            found = _measured(known[name], options.repeat, agreement)
        except DisagreementError as error:
            raise SystemExit(f"case {name}: the programs disagree\n{error}") from error
        results += found
        if not options.quick:
            verdicts += [target(found) for target in known[name].targets]
    report = Report(where, results, verdicts, [*agreement.notes])
    print(report.markdown(), end="")
    if options.output:
        options.output.write_text(report.json())


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=main.__doc__)
    parser.add_argument(
        "--cases", type=lambda text: text.split(","), default=[], metavar="A,B", help="only these"
    )
    parser.add_argument("--repeat", type=int, default=3, help="how often; the best time counts")
    parser.add_argument("--quick", action="store_true", help="small sizes, to try it out")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the same as JSON")
    return parser.parse_args()


def _measured(case: Case, repeat: int, agreement: Agreement) -> list[Result]:
    """Each contender as often as wanted, in turn, so that a busy machine slows all of them alike."""
    for recipe in case.recipes:
        if not recipe.folder.exists():
            _tell(f"making {recipe.folder}")
            recipe.make()
    found = {each: [_once(each, agreement)] for each in case.contenders}
    for check in case.checks:
        _once(check, agreement)
    for _ in range(1, max(repeat, case.least)):
        for contender, measured in found.items():
            measured.append(_once(contender, agreement))
    first = case.contenders[0]
    best = min(each.seconds for each in found[first])
    return [
        _result(each, measured, best if each.rows == first.rows != 0 else None)
        for each, measured in found.items()
    ]


def _once(contender: Contender, agreement: Agreement) -> Measured:
    measured = contender.measured()
    _tell(f"{contender.case}, {contender.program}: {measured.seconds:.3f} s")
    if isinstance(contender, Scoring):
        agreement.check(
            Answer(contender.program, contender.recipe, contender.measures, measured.means)
        )
    return measured


def _result(contender: Contender, measured: list[Measured], reference: float | None) -> Result:
    return Result(
        contender.case,
        contender.program,
        contender.version,
        contender.rows,
        tuple(each.seconds for each in measured),
        min(each.processor_seconds for each in measured),
        max(each.megabytes for each in measured),
        reference,
    )


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
