"""Where commands write: results to standard output or a file, remarks to standard error."""

from __future__ import annotations

from collections.abc import Iterable

import click


def tell(notes: Iterable[str]) -> None:
    """Print what a reader of the results should know."""
    for note in notes:
        click.echo(f"note: {note}", err=True)


def write(path: str, text: str) -> None:
    """Write a text to a file; - is standard output."""
    from readpath.files.source import writing

    with writing(path) as out:
        out.write(text.encode())
        out.flush()
