"""Commands that score runs: evaluate, curve and path."""

from __future__ import annotations

from typing import Any

import click

from readpath.cli.options import INPUT, READING, RULES, each_run, policy, rules, with_options
from readpath.cli.output import tell, write
from readpath.errors import one_of

MEASURE = click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="A measure, as in AP, P@10 or 'AgP(F(0.25))'; repeat it for more.",
)
BY_TOPIC = click.option(
    "--by-topic", is_flag=True, help="Every topic's scores too, not only the means."
)
OUTPUT = click.option("-o", "--output", metavar="FILE", default="-", help="Write to a file.")


@click.command()
@click.argument("judgments")
@click.argument("runs", nargs=-1, required=True)
@with_options(
    MEASURE,
    click.option(
        "-t",
        "--task",
        metavar="TASK",
        help="The measures of focused, thorough, in-context, best-in-context, article, effort or "
        "chunks.",
    ),
    BY_TOPIC,
    click.option(
        "--baseline",
        is_flag=True,
        help="Also score the same rankings as whole documents, read from their start.",
    ),
    click.option(
        "-f",
        "--format",
        "form",
        default="table",
        show_default=True,
        metavar="FORMAT",
        help="table, latex, trec, csv or json; the last two with all digits.",
    ),
    OUTPUT,
    *RULES,
    *INPUT,
)
def evaluate(judgments: str, runs: tuple[str, ...], **options: Any) -> None:
    """Score RUNS against JUDGMENTS.

    \b
      readpath evaluate judgments.qrels a.run b.run --task focused
      readpath evaluate judgments.qrels *.run -m MAgP -m AP -f csv --by-topic
      readpath evaluate judgments.qrels a.run --task effort --baseline
      readpath evaluate gold.jsonl chunks.jsonl -m Recall@5 -m Precision@2000chars

    Measures are listed by: readpath measures
    """
    from readpath.evaluation import evaluate as evaluate_runs
    from readpath.judgments import read_judgments
    from readpath.report import FORMATS

    render = FORMATS[one_of(FORMATS, options["form"], "output format")]
    scores = evaluate_runs(
        each_run(runs, options),
        read_judgments(judgments, options["judgments_format"]),
        options["measures"],
        task=options["task"],
        baseline=options["baseline"],
        **rules(options),
    )
    tell(scores.notes)
    write(options["output"], render(scores, options["by_topic"]))


@click.command()
@click.argument("judgments")
@click.argument("runs", nargs=-1, required=True)
@with_options(
    MEASURE,
    click.option(
        "--points",
        metavar="FROM:TO:STEP",
        help="Values of x; by default recall levels, ranks 1:50, or amounts of text 100:3000:100.",
    ),
    BY_TOPIC,
    click.option(
        "-f", "--format", "form", default="csv", show_default=True, metavar="FORMAT",
        help="csv or json.",
    ),
    OUTPUT,
    *RULES,
    *INPUT,
)  # fmt: skip
def curve(judgments: str, runs: tuple[str, ...], **options: Any) -> None:
    """Follow a measure over one of its numbers, written x in its name.

    \b
      readpath curve judgments.qrels *.run -m iP@x                  over recall
      readpath curve judgments.qrels *.run -m 'NCE(LE(300))@x'      over rank
      readpath curve judgments.qrels *.run -m 'gP(ChP@x)@10'        over characters read
      readpath curve judgments.qrels *.run -m 'AgP(T2IF(x))'        over tolerance
    """
    from readpath.curves import curve as follow
    from readpath.judgments import read_judgments
    from readpath.report import CURVES
    from readpath.scores import ALL

    render = CURVES[one_of(CURVES, options["form"], "output format")]
    table = follow(
        each_run(runs, options),
        read_judgments(judgments, options["judgments_format"]),
        options["measures"] or ["iP@x"],
        options["points"],
        tell,
        **rules(options | {"task": None}),
    )
    write(options["output"], render(table if options["by_topic"] else table.filter(topic=ALL)))


@click.command()
@click.argument("judgments")
@click.argument("run")
@with_options(
    click.option("--topic", required=True, metavar="TOPIC", help="The topic to look at."),
    click.option(
        "--document",
        "documents",
        multiple=True,
        metavar="NAME",
        help="Only this document; repeat it for more.",
    ),
    click.option(
        "--score",
        "scores",
        multiple=True,
        metavar="NAME",
        help="A document score to print beside each path, as in aveChP; repeat it for more.",
    ),
    click.option(
        "--patience",
        default=300,
        show_default=True,
        metavar="N",
        help="Irrelevant characters after which the reader gives up; 300 is a phone's screen, 2000 "
        "a laptop's.",
    ),
    click.option(
        "-o", "--output", metavar="FILE", default="-", help="Write to a file; .svg draws."
    ),
    *READING,
    *INPUT,
)
def path(judgments: str, run: str, **options: Any) -> None:
    """Draw how RUN leads its reader through the documents of a topic.

    \b
      readpath path judgments.qrels a.run --topic 544
      readpath path judgments.qrels a.run --topic 544 --reading rank --patience 2000 -o 544.svg
    """
    from readpath.judgments import read_judgments
    from readpath.report import strip_svg, strip_text
    from readpath.runs import read_run
    from readpath.strips import strips_of

    strips = strips_of(
        read_run(run, options["run_format"], order=options["order"]),
        read_judgments(judgments, options["judgments_format"]),
        options["topic"],
        options["documents"] or None,
        reading=options["reading"],
        scores=options["scores"] or None,
        patience=options["patience"],
        policy=policy(options),
    )
    tell(strips.notes)
    draw = strip_svg.render if options["output"].endswith(".svg") else strip_text.render
    write(options["output"], draw(strips))
