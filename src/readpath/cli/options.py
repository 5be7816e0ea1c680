"""Options that several commands share, and what they mean for the functions of the library."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from readpath.errors import OptionError

if TYPE_CHECKING:
    from readpath.reading import Policy
    from readpath.runs import Run
    from readpath.units import Units

Command = TypeVar("Command", bound=Callable[..., Any])

INPUT = (
    click.option(
        "--order",
        metavar="ORDER",
        help="What ranks the results: file, score or rank; each format has its own default.",
    ),
    click.option(
        "--run-format", metavar="FORMAT", help="inex, inex-xml, trec or records, if not recognised."
    ),
    click.option(
        "--judgments-format", metavar="FORMAT", help="inex, trec or records, if not recognised."
    ),
)
"""How files are read."""

READING = (
    click.option(
        "--reading",
        metavar="MODEL",
        help="In which order a document is read: document (passages in the order of the text, then "
        "the rest; the default), rank, sequential or entry; with rest='natural', 'best', 'worst' or "
        "'stop' and passage_cost, as in \"rank(rest='stop')\".",
    ),
    click.option(
        "--interleaved",
        metavar="POLICY",
        help="A document whose results do not stand together: error, merge or drop.",
    ),
)
"""How documents are read."""

RULES = (
    click.option(
        "--topics",
        metavar="LIST|FILE",
        help="Only these topics: names parted by commas, or a file with a name on each line.",
    ),
    click.option(
        "--missing",
        metavar="POLICY",
        help="A judged topic that the run does not answer: zero (the default) or skip.",
    ),
    click.option(
        "--overlap",
        metavar="POLICY",
        help="Text that an earlier result has shown: new (it counts once; the default), penalise, "
        "naive, thorough or forbid.",
    ),
    *READING,
    click.option(
        "--official", is_flag=True, help="Reproduce the official INEX program (inex_eval) of 2010."
    ),
    click.option(
        "--chunks",
        metavar="FILE",
        help="All chunks of the collection (document, start, end), for measures that need them.",
    ),
    click.option(
        "--unit",
        metavar="UNIT",
        default="chars",
        help="What text is counted in: chars (the default), words, sentences or tokens.",
    ),
    click.option(
        "--texts",
        metavar="FILE",
        help="The texts of the documents (records of document, text), to count other units in.",
    ),
    click.option(
        "--tokenizer",
        metavar="MODULE:FUNCTION",
        help="A function from a text to its tokens, for the unit tokens.",
    ),
    click.option(
        "--speed",
        type=float,
        metavar="CHARS",
        help="Characters read in a second, for amounts in seconds; 25 by default.",
    ),
)
"""By which rules runs are scored."""


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Give a command several options; the first is shown first."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def each_run(paths: tuple[str, ...], options: dict[str, Any]) -> Iterator[Run]:
    """The runs one after the other, with a bar on a terminal that shows how far they are read."""
    from readpath.runs import read_run

    hidden = len(paths) == 1 or not sys.stderr.isatty()
    with click.progressbar(paths, label="Scoring runs", file=sys.stderr, hidden=hidden) as shown:
        for path in shown:
            yield read_run(path, options["run_format"], order=options["order"])


def rules(options: dict[str, Any]) -> dict[str, Any]:
    """What the options mean, as arguments of `evaluate`."""
    from readpath.chunking import read_chunking

    return {
        "policy": policy(options),
        "missing": options["missing"] or ("skip" if options["official"] else "zero"),
        "topics": _topics(options["topics"]),
        "chunks": read_chunking(options["chunks"]) if options["chunks"] else None,
        "reading": options["reading"],
        "unit": options["unit"],
        "units": _units(options),
    }


def policy(options: dict[str, Any]) -> Policy:
    """The policy that the options ask for."""
    from dataclasses import replace

    from readpath.reading import Policy

    chosen = Policy.inex_eval(options["task"]) if options.get("official") else Policy()
    given = {name: options[name] for name in ("overlap", "interleaved") if options.get(name)}
    return replace(chosen, **given)


def _units(options: dict[str, Any]) -> Units:
    from readpath.units import SPEED, Units, read_texts

    return Units(
        read_texts(options["texts"]) if options["texts"] else {},
        _function(options["tokenizer"]) if options["tokenizer"] else None,
        SPEED if options["speed"] is None else options["speed"],
    )


def _function(name: str) -> Any:
    module, colon, function = name.partition(":")
    sys.path.insert(0, "")  # as `python -m` does: modules of the folder where the command is typed
    try:
        found = getattr(import_module(module), function) if module and colon else None
    except Exception as error:  # whatever the user's module does wrong
        raise OptionError(f"tokenizer {name!r} cannot be imported: {error}") from error
    if not callable(found):
        raise OptionError(f"tokenizer {name!r} is not MODULE:FUNCTION")
    return found


def _topics(given: str | None) -> list[str] | None:
    """Topic names from a list or a file."""
    from readpath.files.source import Source

    if given is None:
        return None
    if Path(given).is_file():
        return [line.split()[0] for _, line in Source.of(given).lines()]
    return [name.strip() for name in given.split(",") if name.strip()]
