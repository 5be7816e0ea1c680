"""Commands that show what readpath is: measures and demo."""

from __future__ import annotations

import click

from readpath.cli.output import write


@click.command()
@click.argument("name", required=False)
@click.option("--markdown", is_flag=True, help="As Markdown tables.")
def measures(name: str | None, markdown: bool) -> None:
    """List every measure with its formula and paper; with NAME, tell more about one."""
    from readpath.measures import catalogue

    if name:
        write("-", catalogue.about(name))
    else:
        write("-", catalogue.as_markdown() if markdown else catalogue.as_text())


@click.command()
@click.option("--save", metavar="FOLDER", help="Copy the collection's files to a new folder.")
def demo(save: str | None) -> None:
    """Evaluate three runs on a small collection that comes with readpath."""
    from readpath import demo as collection

    if save:
        collection.save(save)
        write("-", f"{save}: articles, topics, judgments and three runs; see {save}/README.md\n")
    else:
        write("-", collection.show())
