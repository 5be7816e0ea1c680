"""Write the pages of the documentation that follow from the code.

python tools/docs.py            write the pages in docs/reference
python tools/docs.py --check    write nothing, exit 1 if they differ from what would be written
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from inspect import Parameter, Signature, cleandoc, getdoc, signature
from pathlib import Path
from types import FunctionType

import click

import readpath
from readpath.cli import cli
from readpath.measures import catalogue

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
MEMBERS = (FunctionType, property, cached_property)

MEASURES = """\
# Every measure

This page is made from the code by `tools/docs.py`. The same list is printed by `readpath measures`,
and `readpath measures NAME` tells more about one of them.

A name is written `measure(parameter=value)@cutoff`. What stands in brackets here may be left out;
`S` is a place for one of the document scores, as in `AgP(F(0.25))`. Recall levels may be written
`iP@0.01` or `iP[0.01]`. The pages on [measures](../index.md#measures) explain them with examples.

"""

COMMANDS = """\
# Every command

This page is made from the code by `tools/docs.py`; each text is what `--help` prints. The exit code
is 0 only if all that was asked for was done, 1 if it was not, and 2 if the command was not understood.
"""

PYTHON = """\
# Everything in Python

This page is made from the code by `tools/docs.py`; each text is what `help()` prints. These names are
all that `import readpath as rp` offers.
"""


def measures() -> str:
    """The reference of all measures."""
    return MEASURES + catalogue.as_markdown()


def commands() -> str:
    """The reference of all commands."""
    context = click.Context(cli, info_name="readpath", **cli.context_settings)
    return "\n".join([COMMANDS, *described(cli, context)])


def described(command: click.Command, context: click.Context) -> Iterator[str]:
    """What one command takes, then the same for the commands below it."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield from (f"## {context.command_path}", "", f"`{usage}`", "", *described_in_words(command))
    yield from ("| option | what it does |", "|---|---|")
    for each in command.get_params(context):
        record = each.get_help_record(context)
        if record and isinstance(each, click.Option):
            yield f"| `{cell(record[0])}` | {cell(record[1])} |"
    yield ""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.commands[name]
            yield from described(below, click.Context(below, parent=context, info_name=name))


def described_in_words(command: click.Command) -> Iterator[str]:
    r"""Its help text as Markdown; what follows a \b is an example to be shown line by line."""
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            lines = re.sub("^  ", "", paragraph.removeprefix("\b\n"), flags=re.MULTILINE)
            yield f"```text\n{lines}\n```\n"
        else:
            yield f"{' '.join(paragraph.split())}\n"


def python() -> str:
    """The reference of all public names."""
    names = sorted(readpath.__all__, key=lambda name: (name[0].isupper(), name))
    return "\n".join([PYTHON, *(line for name in names for line in public(name))])


def public(name: str) -> Iterator[str]:
    """A function with what it takes, or a class with what its values offer."""
    thing = getattr(readpath, name)
    called = "" if isinstance(thing, type) else bare(signature(thing))
    yield from (f"## {name}", "", f"`rp.{name}{called}`", "", getdoc(thing) or "", "")
    if isinstance(thing, type) and any(offers(thing)):
        yield from ("| of each | what it is |", "|---|---|", *offers(thing), "")


def bare(full: Signature) -> Signature:
    """Names and defaults, without types."""
    parameters = [each.replace(annotation=Parameter.empty) for each in full.parameters.values()]
    return Signature(parameters)


def offers(kind: type) -> Iterator[str]:
    """A row for each method and property."""
    for name, member in vars(kind).items():
        if not name.startswith("_") and isinstance(member, MEMBERS):
            called = bare(signature(member)) if isinstance(member, FunctionType) else ""
            text = str(getdoc(getattr(kind, name))).splitlines()[0]
            yield f"| `{name}{str(called).replace('(self, ', '(')}` | {cell(text)} |"


def cell(text: str) -> str:
    """Text that fits a table."""
    return text.replace("|", "\\|")


def main() -> int:
    """Write the pages, or compare them with what is there."""
    parser = argparse.ArgumentParser(description="Write the reference pages of the documentation.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing, exit 1 if pages differ"
    )
    check = parser.parse_args().check
    made = {"measures.md": measures(), "cli.md": commands(), "python.md": python()}
    pages = {REFERENCE / name: text for name, text in made.items()}
    stale = [
        page
        for page, text in pages.items()
        if not page.exists() or page.read_bytes() != text.encode()
    ]
    for page in stale:
        print("out of date:" if check else "written:", page.relative_to(REFERENCE.parents[1]))
        if not check:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_bytes(pages[page].encode())
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
