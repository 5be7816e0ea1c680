"""Commands on the files of runs: validate and convert."""

from __future__ import annotations

import sys
from typing import Any

import click

from readpath.cli.output import tell, write

SHOWN = 20
"""How many problems `validate` prints unless asked for all."""


@click.command()
@click.argument("run")
@click.option(
    "-t",
    "--task",
    metavar="TASK",
    help="Check the rules of focused, thorough, in-context, best-in-context, article, effort or "
    "chunks.",
)
@click.option("-j", "--judgments", metavar="FILE", help="Also check topics and documents' ends.")
@click.option("--all", "everything", is_flag=True, help=f"All problems, not the first {SHOWN}.")
@click.option("--run-format", metavar="FORMAT", help="inex, inex-xml, trec or records.")
def validate(
    run: str, task: str | None, judgments: str | None, everything: bool, run_format: str | None
) -> None:
    """Tell everything that is wrong with RUN at once.

    The exit code is 0 if nothing is, and 1 if something is.

    \b
      readpath validate my.run --task in-context --judgments judgments.qrels
    """
    from readpath.judgments import read_judgments
    from readpath.validation import validate as check

    judged = read_judgments(judgments) if judgments else None
    verdict = check(run, task, judged, format=run_format)
    shown = verdict.errors if everything else verdict.errors[:SHOWN]
    lines = [f"error: {error}" for error in shown]
    if len(verdict.errors) > len(shown):
        lines.append(f"… and {len(verdict.errors) - len(shown):,} more; --all shows them")
    lines += [f"note: {note}" for note in verdict.notes]
    write("-", "".join(f"{line}\n" for line in [*lines, verdict.summary]))
    if not verdict.valid:
        sys.exit(1)


@click.command()
@click.argument("run")
@click.argument("output")
@click.option("--from", "source", metavar="FORMAT", help="inex, inex-xml, trec or records.")
@click.option(
    "--to", "target", metavar="FORMAT", help="inex, inex-xml, trec, jsonl, csv or parquet."
)
@click.option("--order", metavar="ORDER", help="What ranks the results: file, score or rank.")
@click.option("--name", metavar="NAME", help="What the run is called from now on.")
def convert(
    run: str, output: str, source: str | None, target: str | None, order: Any, name: str | None
) -> None:
    """Write RUN to OUTPUT in another format.

    Without --to, the ending of OUTPUT decides: .xml, .jsonl, .csv or .parquet; else it is inex, or
    trec for a run of whole documents. A further ending .gz packs the file.

    \b
      readpath convert my.run my.jsonl
      readpath convert chunks.jsonl - --to trec
    """
    from readpath.runs import read_run, write_run

    found = read_run(run, source, order=order, name=name)
    tell(found.notes)
    write_run(found, output, target)
