"""The name of a run: the one its file gives, else its file's own name."""

from __future__ import annotations

from pathlib import PurePath

import polars as pl


def named(table: pl.DataFrame, source: str) -> tuple[str, list[str]]:
    """The run's name from its `name` column, and a note if the file holds several."""
    names = table["name"].unique(maintain_order=True).cast(pl.String).to_list()
    if not names:
        return stem(source), []
    if len(names) > 1:
        return names[0], [
            f"{source}: holds {len(names)} run names ({', '.join(names[:3])} …); "
            f"all lines are read as one run, {names[0]}"
        ]
    return names[0], []


def stem(source: str) -> str:
    """A file's name without folders and ending: `runs/a.v2.jsonl.gz` is `a.v2`."""
    return PurePath(PurePath(source).name.removesuffix(".gz")).stem


def one_word(name: str) -> str:
    """A name that fits a column parted by white space."""
    return "_".join(name.split()) or "run"
