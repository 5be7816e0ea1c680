"""The documentation: what it shows is what happens, and all that there is stands in it.

A page is run from top to bottom beside the demonstration's files, `sea`. A block with a file's name
beside its language becomes that file; `$ readpath …` in a console block is run, and so is Python;
a text block right below Python is what it prints; … on a line of its own stands for any lines.
"""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from glob import glob
from os.path import normpath
from pathlib import Path
from unittest.mock import patch

import pytest

from readpath import demo, judgments, runs
from readpath.cli import cli, main
from readpath.measures import ALIASES, DOCUMENT_SCORES, LIST_SCORES, TASKS
from readpath.reading.models import ORDERS

ROOT = Path(__file__).parents[1]
FILES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
PAGES = {file.relative_to(ROOT).as_posix(): file.read_text() for file in FILES}
BLOCK = re.compile(r"^```(\w*) ?(\S*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (readpath .*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES)
@patch.dict(runs.FORMATS)
@patch.dict(DOCUMENT_SCORES)
@patch.dict(ORDERS)
def test_a_page_shows_what_happens(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text, names, printed, end = PAGES[page], {"__name__": "__main__"}, "", 0
    if "demo --save sea" not in text:
        demo.save("sea")
    for block in BLOCK.finditer(text):
        language, file, body = block.groups()
        if file:
            Path(file).write_text(body)
        elif language == "python":
            code = "\n" * text.count("\n", 0, block.start(3)) + body
            with redirect_stdout(io.StringIO()) as screen:
                exec(compile(code, page, "exec"), names)
            printed, end = screen.getvalue(), block.end()
        elif language == "console":
            for command, shown in COMMAND.findall(body):
                assert_shown(shown, printed_by_command(command))
        elif language == "text" and not text[end : block.start()].strip():
            assert_shown(body, printed)


def printed_by_command(line: str) -> str:
    """What a command prints, results and messages on one screen."""
    words = [found for word in shlex.split(line) for found in sorted(glob(word)) or [word]]
    screen = io.TextIOWrapper(paper := io.BytesIO(), encoding="utf-8", write_through=True)
    with patch.multiple(sys, argv=words, stdout=screen, stderr=screen), suppress(SystemExit):
        main()
    return paper.getvalue().decode()


def assert_shown(shown: str, printed: str) -> None:
    parts = re.split("^…\n", shown, flags=re.MULTILINE)
    if not re.fullmatch("(?:.*\n)*".join(map(re.escape, parts)), printed):
        assert shown == printed


def slugs(page: str) -> list[str]:
    titles = re.findall("^##+ (.*)$", PAGES[page].lower(), re.M)
    return [re.sub(r"[^\w-]", "", title.replace(" ", "-")) for title in titles]


def links(page: str) -> set[str]:
    """Where a page leads, as a path from the root, leaving out what it quotes."""
    found = LINK.findall(re.sub("`[^`\n]*`", "", BLOCK.sub("", PAGES[page])))
    return {normpath(page + to if to[0] == "#" else Path(page).parent / to) for to in found}


def test_links_lead_somewhere_and_no_page_or_picture_is_lost() -> None:
    reached = {to for page in PAGES for to in links(page)}
    there = {f"{page}#{slug}" for page in PAGES for slug in slugs(page)}
    assert [to for to in reached - there if not (ROOT / to).exists()] == []
    assert reached >= {str(picture.relative_to(ROOT)) for picture in ROOT.glob("docs/**/*.svg")}
    assert links("docs/index.md") >= PAGES.keys() - {"README.md", "docs/index.md"}


def test_references_are_complete_and_up_to_date() -> None:
    subprocess.run([sys.executable, str(ROOT / "tools/docs.py"), "--check"], check=True)
    commands = re.findall("^## readpath (.+)$", PAGES["docs/reference/cli.md"], re.M)
    assert set(commands) == set(cli.commands)
    measures = re.findall(r"^\| `([\w-]+)", PAGES["docs/reference/measures.md"], re.M)
    assert set(measures) == {*LIST_SCORES, *DOCUMENT_SCORES, *ALIASES, *TASKS}


def test_every_measure_and_every_format_has_a_page() -> None:
    words = re.findall(r"\w+", " ".join(code_on_pages("measures")))
    assert set(words) >= {*LIST_SCORES, *DOCUMENT_SCORES}
    modules = [*runs.FORMATS.values(), *judgments.FORMATS.values()]
    assert code_on_pages("formats") >= {vars(module)["__name__"] for module in modules}


def code_on_pages(folder: str) -> set[str]:
    pages = [text for page, text in PAGES.items() if page.startswith(f"docs/{folder}/")]
    return {code for text in pages for code in re.findall("`([^`\n]+)`", text)}


def test_messages_in_the_table_of_bad_input_are_printed_below_it() -> None:
    table = PAGES["docs/bad-input.md"]
    printed = "".join(block[3] for block in BLOCK.finditer(table))
    messages = re.findall(r"^\|.*\| `(.*)` \|$", table, re.M)
    assert len(messages) > 30
    assert [message for message in messages if message not in printed] == []
