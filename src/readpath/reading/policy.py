"""Rules for what papers and programs treat differently."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from readpath.errors import one_of
from readpath.reading.models import USUAL, ReadingModel

Overlap = Literal["new", "penalise", "naive", "thorough", "forbid"]
Interleaved = Literal["error", "merge", "drop"]


@dataclass(frozen=True)
class Policy:
    """Rules for what papers and programs treat differently.

    `overlap`: text that an earlier result of the topic has shown counts the first time only (`new`),
    again as irrelevant (`penalise`), again as what it is (`naive`), again outside relevant documents
    (`thorough`), or is an error (`forbid`).

    `interleaved`: a document whose results do not stand together is an error (`error`), keeps its
    first place with all its results (`merge`) or with only those of its first block (`drop`). None
    leaves it to the run's format: `merge` for records, `error` for task files.

    `reading`: in which order the text of a document is read, for measures that do not name an order
    themselves. `absent_characters`: how many irrelevant characters are read in an element that does
    not exist.
    `stated_sizes`: believe the sizes that an INEX judgments file states, not its passages.
    `official_measures`: compute measures the way inex_eval does where that differs.
    """

    overlap: Overlap = "new"
    interleaved: Interleaved | None = None
    reading: ReadingModel = USUAL
    absent_characters: int = 0
    stated_sizes: bool = False
    official_measures: bool = False

    def __post_init__(self) -> None:
        """Refuse unknown words."""
        one_of(get_args(Overlap), self.overlap, "overlap policy")
        if self.interleaved is not None:
            one_of(get_args(Interleaved), self.interleaved, "policy for interleaved documents")

    @classmethod
    def inex_eval(cls, task: str | None = None) -> Policy:
        """What the official INEX program of 2010 does for a task."""
        return cls(
            overlap="thorough" if task == "thorough" else "forbid",
            interleaved="error",
            absent_characters=18,
            stated_sizes=True,
            official_measures=True,
        )
