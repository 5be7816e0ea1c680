"""Tables for reading: on a terminal, in Markdown, in a LaTeX paper, in a notebook.

A cell is a text that may be bold and carry marks, such as the letters of the runs that it beats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest

import polars as pl

from readpath.plain import shown

LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "−": "$-$",
    "★": r"$\star$",
    "†": r"$\dagger$",
    "τ": r"$\tau$",
    "≤": r"$\leq$",
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
}


@dataclass(frozen=True)
class Cell:
    """A text with marks behind it."""

    text: str
    marks: str = ""
    bold: bool = False


@dataclass(frozen=True)
class Table:
    """A title, names of columns, and rows; the first columns, `words` of them, are aligned left."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    words: int = 1

    @classmethod
    def of(cls, title: str, frame: pl.DataFrame, words: int | None = None) -> Table:
        """A data frame as it is, with four digits; words to the left, numbers to the right."""
        numeric = [kind.is_numeric() for kind in frame.dtypes]
        first = next((at for at, number in enumerate(numeric) if number), len(numeric))
        rows = [[Cell(shown(value)) for value in row] for row in frame.iter_rows()]
        return cls(title, frame.columns, rows, first if words is None else words)


def text(table: Table) -> str:
    """Lines for a terminal; marks stand behind a space."""
    columns = list(zip_longest(*([Cell(name) for name in table.head], *table.rows)))
    padded = []
    for place, column in enumerate(columns):
        width = max(len(cell.text) for cell in column)
        marks = max(len(cell.marks) for cell in column)
        left = place < table.words
        padded.append(
            [
                (cell.text.ljust(width) if left else cell.text.rjust(width))
                + (" " + cell.marks.ljust(marks) if marks else "")
                for cell in column
            ]
        )
    lines = ["  ".join(row).rstrip() for row in zip(*padded, strict=True)]
    return "\n".join([*([table.title, ""] if table.title else []), *lines, ""])


def markdown(table: Table) -> str:
    """A table for GitHub and the like; marks are raised."""
    ruler = ["---" if at < table.words else "---:" for at in range(len(table.head))]
    lines = [
        "| " + " | ".join(row) + " |"
        for row in (
            [_piped(name) for name in table.head],
            ruler,
            *([_markdown_cell(cell) for cell in row] for row in table.rows),
        )
    ]
    return "\n".join([*([f"**{_piped(table.title)}**", ""] if table.title else []), *lines, ""])


def _markdown_cell(cell: Cell) -> str:
    inner = f"**{_piped(cell.text)}**" if cell.bold else _piped(cell.text)
    return inner + (f"<sup>{cell.marks}</sup>" if cell.marks else "")


def _piped(words: str) -> str:
    return re.sub(r"([|*_<`\\])", r"\\\1", words)


def latex(table: Table) -> str:
    """A tabular with rules from the booktabs package; marks are raised."""
    letters = "l" * table.words + "r" * (len(table.head) - table.words)
    return "\n".join(
        [
            *([f"% {table.title}"] if table.title else []),
            rf"\begin{{tabular}}{{{letters}}}",
            r"\toprule",
            " & ".join(map(latex_escaped, table.head)) + r" \\",
            r"\midrule",
            *(" & ".join(map(_latex_cell, row)) + r" \\" for row in table.rows),
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _latex_cell(cell: Cell) -> str:
    inner = latex_escaped(cell.text)
    inner = rf"\textbf{{{inner}}}" if cell.bold else inner
    return inner + (rf"\textsuperscript{{{latex_escaped(cell.marks)}}}" if cell.marks else "")


def latex_escaped(words: str) -> str:
    """Text that LaTeX prints as it is."""
    return re.sub(r"[\\~^–−★†τ≤&%$#_{}]", lambda mark: LATEX[mark[0]], words)


def html(table: Table) -> str:
    """A table for notebooks."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.head)
    rows = "".join(f"<tr>{''.join(map(_html_cell, row))}</tr>" for row in table.rows)
    title = f"<caption>{escape(table.title)}</caption>" if table.title else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>\n"


def _html_cell(cell: Cell) -> str:
    inner = f"<b>{escape(cell.text)}</b>" if cell.bold else escape(cell.text)
    return f"<td>{inner}{f'<sup>{escape(cell.marks)}</sup>' if cell.marks else ''}</td>"


@dataclass(frozen=True)
class Style:
    """How a document is put together: its tables, and its notes below them."""

    table: Callable[[Table], str]
    note: Callable[[str], str]


STYLES = {
    "table": Style(text, str),
    "markdown": Style(markdown, lambda note: f"{_piped(note)}\n"),
    "latex": Style(latex, lambda note: f"% {note}"),
    "html": Style(html, lambda note: f"<p>{escape(note)}</p>"),
}
"""Ways to write tables for people, by name."""
