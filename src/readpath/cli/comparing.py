"""Commands that compare: compare, agreement, breakdown and stats."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from readpath.cli.options import INPUT, RULES, each_run, rules, with_options
from readpath.cli.output import tell, write
from readpath.cli.scoring import MEASURE, OUTPUT
from readpath.errors import OptionError, one_of

if TYPE_CHECKING:
    from readpath.analysis.presented import Presented
    from readpath.scores import Scores

FORMS = ("table", "latex", "markdown", "html", "csv", "json")

TASK = click.option(
    "-t", "--task", metavar="TASK",
    help="The measures of focused, thorough, in-context, best-in-context, article, effort or chunks.",
)  # fmt: skip
FORMAT = click.option(
    "-f", "--format", "form", default="table", show_default=True, metavar="FORMAT",
    help="table, latex, markdown, html, csv or json; the last two with all digits.",
)  # fmt: skip
SIGNIFICANCE = (
    click.option(
        "--test",
        default="t",
        show_default=True,
        metavar="TEST",
        help="t, wilcoxon, sign, permutation or bootstrap.",
    ),
    click.option(
        "--tail",
        default="two",
        show_default=True,
        metavar="TAIL",
        help="two; one (is the better run better?); greater or less (is the run that was given "
        "first better, worse?).",
    ),
    click.option(
        "--correction",
        default="holm",
        show_default=True,
        metavar="NAME",
        help="For the number of pairs: holm, bh, tukey, randomised-tukey or none.",
    ),
    click.option(
        "--level",
        default=0.05,
        show_default=True,
        metavar="P",
        help="Below which adjusted p a difference is significant.",
    ),
    click.option(
        "--seed", default=0, show_default=True, metavar="N", help="From which all chance follows."
    ),
)
"""How runs are told apart."""


def show(*names: str) -> Any:
    """The option that chooses among the tables of a result."""
    return click.option(
        "--show", multiple=True, metavar="TABLE", help=f"{', '.join(names)}; repeat it for more."
    )


@click.command()
@click.argument("judgments")
@click.argument("runs", nargs=-1, required=True)
@with_options(
    MEASURE,
    TASK,
    *SIGNIFICANCE,
    click.option(
        "--resamples", type=int, metavar="N",
        help="Random draws; by default 1,000 for the bootstrap and 10,000 for permutations.",
    ),
    show("means", "pairs", "groups", "triangle", "moved", "power"),
    FORMAT,
    OUTPUT,
    click.option(
        "--by-topic-csv", metavar="FILE", help="Also write every topic's scores to a file."
    ),
    *RULES,
    *INPUT,
)  # fmt: skip
def compare(judgments: str, runs: tuple[str, ...], **options: Any) -> None:
    """Tell whether RUNS differ, by how much, and whether by chance.

    \b
      readpath compare judgments.qrels a.run b.run -m MAgP
      readpath compare judgments.qrels *.run -t focused --test permutation --show groups
      readpath compare judgments.qrels *.run -m MAgP --tail one --correction none --show triangle
      readpath compare judgments.qrels *.run -m AP -m MAgP -f latex --show means
    """
    from readpath.analysis import compare as compare_runs

    scores = scored(judgments, runs, options)
    result = compare_runs(scores, resamples=options["resamples"], **significance(options))
    if options["by_topic_csv"]:
        write(options["by_topic_csv"], scores.by_topic.write_csv())
    present(result, options)


@click.command()
@click.argument("judgments")
@click.argument("runs", nargs=-1, required=True)
@with_options(
    MEASURE,
    TASK,
    *SIGNIFICANCE,
    click.option(
        "--samples", default=100, show_default=True, metavar="N",
        help="How often the topics are halved, to see whether the ranking stays.",
    ),
    show("kendall", "ap", "spearman", "pearson", "power", "stability"),
    FORMAT,
    OUTPUT,
    *RULES,
    *INPUT,
)  # fmt: skip
def agreement(judgments: str, runs: tuple[str, ...], **options: Any) -> None:
    """Tell how far measures agree on which of RUNS are better.

    \b
      readpath agreement judgments.qrels *.run -m AP -m MAgP -m MAiP
      readpath agreement judgments.qrels *.run -t in-context --tail one --correction none --show power
    """
    from readpath.analysis import agreement as agree

    scores = scored(judgments, runs, options)
    present(agree(scores, samples=options["samples"], **significance(options)), options)


@click.command()
@click.argument("judgments")
@click.argument("runs", nargs=-1, required=True)
@with_options(
    MEASURE,
    TASK,
    click.option(
        "--by",
        metavar="FILE",
        help="CSV or other records with a column topic or run; the other columns are attributes.",
    ),
    click.option(
        "--pattern",
        metavar="REGEX",
        help="What is looked for in the names of topics, as in '^(20..)'.",
    ),
    click.option("--of-runs", is_flag=True, help="The pattern is for the names of runs."),
    FORMAT,
    OUTPUT,
    *RULES,
    *INPUT,
)
def breakdown(judgments: str, runs: tuple[str, ...], **options: Any) -> None:
    """Score RUNS by the kind of topic or run.

    Without --by and --pattern: topics with few and with many relevant documents.

    \b
      readpath breakdown judgments.qrels *.run -m MAgP
      readpath breakdown judgments.qrels *.run -m MAgP --by topics.csv
      readpath breakdown judgments.qrels *.run -m AP --pattern '^(20..)'
    """
    from readpath.analysis import breakdown as break_down
    from readpath.judgments import read_judgments

    if options["by"] and options["pattern"]:
        raise OptionError("give --by or --pattern, not both")
    attributes: Any = options["by"] or read_judgments(judgments, options["judgments_format"])
    if options["pattern"]:
        attributes = expression(options["pattern"])
    of = "run" if options["of_runs"] else "topic"
    options["show"] = ()
    present(break_down(scored(judgments, runs, options), attributes, of=of), options)


@click.command()
@click.argument("judgments")
@with_options(
    show("topics", "documents", "passages", "entry-points", "first-relevant", "fractions"),
    FORMAT,
    OUTPUT,
    click.option(
        "--judgments-format", metavar="FORMAT", help="inex, trec or records, if not recognised."
    ),
)
def stats(judgments: str, **options: Any) -> None:
    """Count what was judged in JUDGMENTS, what of it is relevant, and where that stands.

    With -f csv there are also the tables entry-and-first, by-topic and by-document.

    \b
      readpath stats judgments.qrels
      readpath stats judgments.qrels --show fractions
      readpath stats judgments.qrels -f csv --show by-topic
    """
    from readpath.analysis import statistics
    from readpath.judgments import read_judgments

    present(statistics(read_judgments(judgments, options["judgments_format"])), options)


def scored(judgments: str, runs: tuple[str, ...], options: dict[str, Any]) -> Scores:
    """The runs evaluated; what a reader should know of that goes to standard error."""
    from readpath.evaluation import evaluate
    from readpath.judgments import read_judgments

    one_of(FORMS, options["form"], "output format")
    scores = evaluate(
        each_run(runs, options),
        read_judgments(judgments, options["judgments_format"]),
        options["measures"],
        task=options["task"],
        **rules(options),
    )
    tell(scores.notes)
    return scores


def significance(options: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `compare` and `agreement`."""
    return {name: options[name] for name in ("test", "tail", "correction", "level", "seed")}


def expression(pattern: str) -> re.Pattern[str]:
    """A pattern, if it is one."""
    try:
        return re.compile(pattern)
    except re.error as error:
        raise OptionError(f"pattern {pattern!r} is not a regular expression: {error}") from error


def present(result: Presented, options: dict[str, Any]) -> None:
    """Write a result in the form that was asked for."""
    form, names = one_of(FORMS, options["form"], "output format"), options["show"]
    if form == "csv" and len(names) > 1:
        raise OptionError(f"one CSV holds one table; show {names[0]} or {names[1]}")
    if form == "csv":
        text = result.csv(*names)
        tell(result.remarks)
    else:
        text = result.json() if form == "json" else result.rendered(form, names)
    write(options["output"], text)
