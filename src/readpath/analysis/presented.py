"""What all analyses offer: to be printed, to be pasted into a paper, and to be computed with."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

import polars as pl

from readpath.analysis.tables import STYLES, Table
from readpath.errors import one_of

Sections = Mapping[str, Callable[[], list[Table]]]
Frames = Mapping[str, Callable[[], pl.DataFrame]]


class Presented(ABC):
    """Tables for people in sections, and data frames for programs, both by name."""

    usual: tuple[str, ...]
    """The sections that are shown unless others are asked for."""

    @property
    @abstractmethod
    def remarks(self) -> list[str]:
        """What a reader of the numbers should know."""

    @property
    @abstractmethod
    def sections(self) -> Sections:
        """Tables for people by name."""

    @property
    @abstractmethod
    def frames(self) -> Frames:
        """Tables for programs by name, the main one first."""

    def rendered(self, style: str, show: Sequence[str] = ()) -> str:
        """The sections, in the style `table`, `markdown`, `latex` or `html`."""
        write = STYLES[one_of(STYLES, style, "style")]
        chosen = [self.sections[one_of(self.sections, name, "section")] for name in show]
        chosen = chosen or [self.sections[name] for name in self.usual]
        parts = [write.table(table) for section in chosen for table in section()]
        notes = [write.note(note) for note in self.remarks]
        return "\n".join([*parts, *notes]).rstrip("\n") + "\n"

    def latex(self, *show: str) -> str:
        """The tables for a paper, with rules from the booktabs package."""
        return self.rendered("latex", show)

    def markdown(self, *show: str) -> str:
        """The tables in Markdown."""
        return self.rendered("markdown", show)

    def csv(self, name: str = "") -> str:
        """One of the data frames, the main one unless it is named, with all digits."""
        frame = one_of(self.frames, name, "table") if name else next(iter(self.frames))
        return self.frames[frame]().write_csv()

    def json(self) -> str:
        """All data frames as lists of records, and the remarks."""
        content = {name: frame().to_dicts() for name, frame in self.frames.items()}
        return json.dumps(content | {"notes": self.remarks}, ensure_ascii=False, indent=1) + "\n"

    def __str__(self) -> str:
        return self.rendered("table").rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self.rendered("html")
