"""Which files to measure with: made once, the same for everyone, and kept for the next time."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "data"

EDITION = 2
"""Raised whenever a recipe gives other files than before, so that nobody measures with the old ones."""


@dataclass(frozen=True)
class Recipe(ABC):
    """Judgments, and runs of so many results for each of so many topics."""

    runs: int
    topics: int
    results: int

    @property
    @abstractmethod
    def name(self) -> str:
        """What the folder is called, apart from its size."""

    @abstractmethod
    def write(self, judgments: Path, runs: list[Path]) -> None:
        """Write the judgments and the runs."""

    @property
    def content(self) -> Recipe:
        """What decides about scores: recipes of one content must give the same."""
        return self

    @property
    def tied(self) -> bool:
        """Whether scores depend on how a program ranks results of equal score."""
        return False

    @property
    def rows(self) -> int:
        """Results in all runs together."""
        return self.runs * self.topics * self.results

    @property
    def folder(self) -> Path:
        """Where the files are kept."""
        return DATA / f"{self.name}-{self.runs}x{self.topics}x{self.results}-edition{EDITION}"

    @property
    def judgments(self) -> Path:
        """The file of judgments."""
        return self.folder / "judgments.qrels"

    @property
    def run_files(self) -> list[Path]:
        """The files of the runs."""
        return [self.folder / f"run{number:03}.run" for number in range(self.runs)]

    def make(self) -> None:
        """Make the files; their folder appears only when all of them are complete."""
        unfinished = self.folder.with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        self.write(unfinished / self.judgments.name, [unfinished / f.name for f in self.run_files])
        unfinished.rename(self.folder)
