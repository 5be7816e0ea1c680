"""The list of all measures, as text for the terminal and as Markdown for the documentation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import getdoc

from readpath.measures import (
    ALIASES,
    DOCUMENT_SCORES,
    FAMILIES,
    LIST_SCORES,
    TASKS,
    Definition,
    measure,
)
from readpath.measures.cutoffs import WRITTEN
from readpath.measures.language import Call, parse


@dataclass(frozen=True)
class Entry:
    """What is said about one measure."""

    usage: str
    definition: Definition

    @classmethod
    def of(cls, definition: Definition) -> Entry:
        """The entry of a measure, with its parameters and cut-offs as they are written."""
        inner = [f"{n}={p.default!r}" for n, p in definition.parameters.items()]
        if definition.takes_score:
            inner.insert(0, "S")
        cutoffs = [WRITTEN[kind] for kind in definition.cutoffs if kind]
        optional = "" in definition.cutoffs and bool(cutoffs)
        ending = f"@{'|'.join(cutoffs)}" if cutoffs else ""
        name = definition.name + (f"({', '.join(inner)})" if inner else "")
        return cls(name + (f"[{ending}]" if optional else ending), definition)


def families() -> Iterator[tuple[str, list[Entry]]]:
    """Each family's title with its measures; those registered elsewhere come last."""
    every = [*LIST_SCORES.values(), *DOCUMENT_SCORES.values()]
    modules = dict.fromkeys(module.__name__ for module in FAMILIES)
    modules |= dict.fromkeys(definition.function.__module__ for definition in every)
    for name in modules:
        entries = [Entry.of(each) for each in every if each.function.__module__ == name]
        yield (getdoc(sys.modules[name]) or name).splitlines()[0].rstrip("."), entries


def as_text() -> str:
    """Every measure with formula and paper, for the terminal."""
    lines = []
    for title, entries in families():
        lines += [title, ""]
        for entry in entries:
            lines += [
                f"  {entry.usage}",
                *(f"      {line}" for line in _said(entry.definition)),
                "",
            ]
    lines += ["Other names", "", *(f"  {n:<8} {target}" for n, target in ALIASES.items()), ""]
    lines += ["Tasks", "", *(f"  {n:<16} {'  '.join(ms)}" for n, ms in TASKS.items())]
    return "\n".join([*lines, "", "readpath measures NAME tells more about one of them.", ""])


def _said(definition: Definition) -> list[str]:
    return [definition.summary, definition.formula, definition.paper]


def about(name: str) -> str:
    """All that is known about the parts of a measure's name, or about a document score."""
    if name not in (*DOCUMENT_SCORES, *LIST_SCORES, *ALIASES):
        measure(name)
    parts, texts = [parse(name)], []
    while parts:
        call = parts.pop(0)
        parts += [inner for inner in call.arguments if isinstance(inner, Call)]
        if call.name in ALIASES:
            texts.append(f"{call.name} is another name for {ALIASES[call.name]}\n")
            parts.append(parse(ALIASES[call.name]))
        texts += [
            f"{Entry.of(each).usage}\n\n{getdoc(each.function)}\n\n{each.formula}\n{each.paper}\n"
            for registry in (LIST_SCORES, DOCUMENT_SCORES)
            if (each := registry.get(call.name))
        ]
    return "\n".join(dict.fromkeys(texts))


def as_markdown() -> str:
    """The same as tables for the documentation."""
    lines = []
    for title, entries in families():
        lines += [
            f"## {title}",
            "",
            "| measure | what it is | formula | from |",
            "|---|---|---|---|",
        ]
        lines += [
            f"| {_code(entry.usage)} | {' | '.join(map(_plain, _said(entry.definition)))} |"
            for entry in entries
        ]
        lines.append("")
    lines += ["## Other names", "", "| name | stands for |", "|---|---|"]
    lines += [f"| {_code(name)} | {_code(target)} |" for name, target in ALIASES.items()]
    lines += ["", "## Tasks", "", "| task | measures |", "|---|---|"]
    lines += [f"| {_code(n)} | {', '.join(map(_code, names))} |" for n, names in TASKS.items()]
    return "\n".join([*lines, ""])


def _code(text: str) -> str:
    return f"`{_plain(text)}`"


def _plain(text: str) -> str:
    return text.replace("|", "\\|")
