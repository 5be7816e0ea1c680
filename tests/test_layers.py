"""The house stands: every module imports only from its own layer and the layers before it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import readpath

PACKAGE = Path(readpath.__file__).parent
LAYERS = (
    ("errors", "arrays", "plain"),
    ("spans", "segments", "pairs"),
    ("files",),
    ("judgments", "runs"),
    ("chunking", "units"),
    ("reading",),
    ("measures", "scores"),
    ("scoring",),
    ("evaluation", "validation"),
    ("strips", "curves", "analysis"),
    ("report",),
    ("demo",),
    ("cli",),
)
"""From what everything stands on to the doors; a module may use its own layer and those before."""

LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def room_of(module: str) -> str:
    """The room of `readpath.room.module`."""
    return module.split(".")[1]


def imports(path: Path) -> Iterator[str]:
    """Every module of readpath that a file imports, wherever in the file that stands."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "readpath":
            yield from (f"readpath.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("readpath."):
            yield str(node.module)
        elif isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.startswith("readpath."))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_arrow_points_up(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert room in LEVEL, f"give {room} a place in LAYERS"
    upward = [name for name in imports(path) if LEVEL[room_of(name)] > LEVEL[room]]
    assert not upward, f"{room} stands below what it imports"


def test_formats_and_rooms_of_one_layer_do_not_lean_on_each_other() -> None:
    """Judgments know nothing of runs, nor runs of judgments."""
    for here, other in (("judgments", "runs"), ("runs", "judgments")):
        names = {name for path in (PACKAGE / here).glob("*.py") for name in imports(path)}
        assert other not in {room_of(name) for name in names}


def borders(side: ast.expr) -> set[str]:
    """Whether one side of a comparison speaks of starts, of ends, or (as a length does) of both."""
    words = {node.attr for node in ast.walk(side) if isinstance(node, ast.Attribute)}
    words |= {str(node.value) for node in ast.walk(side) if isinstance(node, ast.Constant)}
    return {border for border in ("start", "end") if words & {border, f"{border}s"}}


def test_only_the_span_algebra_compares_starts_and_ends() -> None:
    """House rule 1: spans are compared in spans.py alone."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Compare) and path.name != "spans.py":
                sides = [borders(side) for side in (node.left, *node.comparators)]
                place = f"{path}:{node.lineno}"
                assert not ({"start"} in sides and {"end"} in sides), f"{place}: belongs to spans"


def test_modules_stay_small() -> None:
    sizes = {path: len(path.read_text().splitlines()) for path in MODULES}
    assert {path: size for path, size in sizes.items() if size > 300} == {}
