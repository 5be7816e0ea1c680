"""The command `readpath`: each subcommand calls one function that Python users have too."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from readpath.reading import Policy
    from readpath.runs import Run

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""

SHOWN = 20
"""How many problems `validate` prints unless asked for all."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="readpath", message="readpath %(version)s")
def cli() -> None:
    """Score retrieval by what people read.

    Runs may return whole documents, passages, chunks or entry points; judgments may grade documents
    or highlight text. Files may be gzipped, and - is standard input. Formats are recognised from
    the content.

    \b
      readpath demo
      readpath evaluate judgments.qrels a.run b.run --task focused
      readpath evaluate judgments.qrels a.run -m AP -m 'AgP(F(0.25))' --by-topic
    """


@cli.command()
@click.argument("judgments")
@click.argument("runs", nargs=-1, required=True)
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="A measure, as in AP, P@10 or 'AgP(F(0.25))'; repeat it for more.",
)
@click.option(
    "-t",
    "--task",
    metavar="TASK",
    help="The measures of focused, thorough, in-context, best-in-context, article or chunks.",
)
@click.option("--by-topic", is_flag=True, help="Every topic's scores too, not only the means.")
@click.option(
    "-f",
    "--format",
    "form",
    default="table",
    show_default=True,
    metavar="FORMAT",
    help="table, latex, trec, csv or json; the last two with all digits.",
)
@click.option("-o", "--output", metavar="FILE", default="-", help="Write to a file.")
@click.option(
    "--topics",
    metavar="LIST|FILE",
    help="Only these topics: names parted by commas, or a file with a name on each line.",
)
@click.option(
    "--missing",
    metavar="POLICY",
    help="A judged topic that the run does not answer: zero (the default) or skip.",
)
@click.option(
    "--overlap",
    metavar="POLICY",
    help="Text that an earlier result has shown: new (it counts once; the default), penalise, "
    "naive, thorough or forbid.",
)
@click.option(
    "--interleaved",
    metavar="POLICY",
    help="A document whose results do not stand together: error, merge or drop.",
)
@click.option(
    "--official", is_flag=True, help="Reproduce the official INEX program (inex_eval) of 2010."
)
@click.option(
    "--chunks",
    metavar="FILE",
    help="All chunks of the collection (document, start, end), for the measures that need them.",
)
@click.option(
    "--order",
    metavar="ORDER",
    help="What ranks the results: file, score or rank; each format has its own default.",
)
@click.option(
    "--run-format", metavar="FORMAT", help="inex, inex-xml, trec or records, if not recognised."
)
@click.option(
    "--judgments-format", metavar="FORMAT", help="inex, trec or records, if not recognised."
)
def evaluate(judgments: str, runs: tuple[str, ...], **options: Any) -> None:
    """Score RUNS against JUDGMENTS.

    \b
      readpath evaluate judgments.qrels a.run b.run --task focused
      readpath evaluate judgments.qrels *.run -m MAgP -m AP -f csv --by-topic
      readpath evaluate gold.jsonl chunks.jsonl -m Recall@5 -m Precision@2000chars

    Measures are listed by: readpath measures
    """
    from readpath.chunking import read_chunking
    from readpath.errors import one_of
    from readpath.evaluation import evaluate as evaluate_runs
    from readpath.judgments import read_judgments
    from readpath.report import FORMATS

    render = FORMATS[one_of(FORMATS, options["form"], "output format")]
    scores = evaluate_runs(
        _each_run(runs, options["run_format"], options["order"]),
        read_judgments(judgments, options["judgments_format"]),
        options["measures"],
        task=options["task"],
        policy=_policy(options),
        missing=options["missing"] or ("skip" if options["official"] else "zero"),
        topics=_topics(options["topics"]),
        chunks=read_chunking(options["chunks"]) if options["chunks"] else None,
    )
    _tell(scores.notes)
    _write(options["output"], render(scores, options["by_topic"]))


def _each_run(paths: tuple[str, ...], form: str | None, order: Any) -> Iterator[Run]:
    """The runs one after the other, with a bar on a terminal that shows how far they are read."""
    from readpath.runs import read_run

    hidden = len(paths) == 1 or not sys.stderr.isatty()
    with click.progressbar(paths, label="Scoring runs", file=sys.stderr, hidden=hidden) as shown:
        for path in shown:
            yield read_run(path, form, order=order)


def _policy(options: dict[str, Any]) -> Policy:
    from dataclasses import replace

    from readpath.reading import Policy

    policy = Policy.inex_eval(options["task"]) if options["official"] else Policy()
    given = {name: options[name] for name in ("overlap", "interleaved") if options[name]}
    return replace(policy, **given)


def _topics(given: str | None) -> list[str] | None:
    """Topic names from a list or a file."""
    from readpath.files.source import Source

    if given is None:
        return None
    if Path(given).is_file():
        return [line.split()[0] for _, line in Source.of(given).lines()]
    return [name.strip() for name in given.split(",") if name.strip()]


@cli.command()
@click.argument("run")
@click.option(
    "-t",
    "--task",
    metavar="TASK",
    help="Check the rules of focused, thorough, in-context, best-in-context, article or chunks.",
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
    _write("-", "".join(f"{line}\n" for line in [*lines, verdict.summary]))
    if not verdict.valid:
        sys.exit(1)


@cli.command()
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
    _tell(found.notes)
    write_run(found, output, target)


@cli.command()
@click.argument("name", required=False)
@click.option("--markdown", is_flag=True, help="As Markdown tables.")
def measures(name: str | None, markdown: bool) -> None:
    """List every measure with its formula and paper; with NAME, tell more about one."""
    from readpath.measures import catalogue

    if name:
        _write("-", catalogue.about(name))
    else:
        _write("-", catalogue.as_markdown() if markdown else catalogue.as_text())


@cli.command()
@click.option("--save", metavar="FOLDER", help="Copy the collection's files to a new folder.")
def demo(save: str | None) -> None:
    """Evaluate three runs on a small collection that comes with readpath."""
    from readpath import demo as collection

    if save:
        collection.save(save)
        _write("-", f"{save}: articles, topics, judgments and three runs; see {save}/README.md\n")
    else:
        _write("-", collection.show())


def _tell(notes: Iterable[str]) -> None:
    for note in notes:
        click.echo(f"note: {note}", err=True)


def _write(path: str, text: str) -> None:
    from readpath.files.source import writing

    with writing(path) as out:
        out.write(text.encode())
        out.flush()


def main() -> None:
    """Run the command; errors that a user can mend are printed in one line."""
    from readpath.errors import ReadpathError

    try:
        sys.exit(cli.main(standalone_mode=False))
    except click.exceptions.Abort:
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except ReadpathError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
