"""The command `readpath`: each subcommand calls one function that Python users have too."""

from __future__ import annotations

import os
import sys

import click

from readpath.cli.about import demo, measures
from readpath.cli.comparing import agreement, breakdown, compare, stats
from readpath.cli.files import convert, validate
from readpath.cli.scoring import curve, evaluate, path

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


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


COMMANDS = (
    demo, evaluate, compare, agreement, breakdown, stats, path, curve, validate, convert, measures,
)  # fmt: skip
for command in COMMANDS:
    cli.add_command(command)


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
