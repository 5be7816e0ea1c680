"""Reading models: in which order a reader meets the text of a document.

A model is an order and what happens to the rest: `document`, `rank(rest='best')`,
`document(rest='stop', passage_cost=50)`. An order is a small function from the pieces of documents
to which of them are read first, and by what key; pieces of one key stay in the order of the text. A
new one is one such function under the decorator.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from readpath.arrays import Bools, Ints, as_ints
from readpath.errors import OptionError, one_of
from readpath.reading.pieces import Pieces

Order = Callable[[Pieces], tuple[Bools, Ints | Bools]]
Rest = Literal["natural", "best", "worst", "stop"]

ORDERS: dict[str, Order] = {}
"""Orders by name."""


def reading_order(function: Order) -> Order:
    """Register a function as the reading order of its name."""
    if function.__name__ in ORDERS:
        raise OptionError(f"reading order {function.__name__} is registered twice")
    ORDERS[function.__name__] = function
    return function


@reading_order
def document(pieces: Pieces) -> tuple[Bools, Ints | Bools]:
    """The passages in the order of the text, as arrows lead from one to the next."""
    return pieces.shown, pieces.start


@reading_order
def rank(pieces: Pieces) -> tuple[Bools, Ints | Bools]:
    """The passages in the order in which the system ranks them."""
    return pieces.shown, pieces.result


@reading_order
def sequential(pieces: Pieces) -> tuple[Bools, Ints | Bools]:
    """The document from its start to its end, whatever the passages: document retrieval."""
    return pieces.all, pieces.start


@reading_order
def entry(pieces: Pieces) -> tuple[Bools, Ints | Bools]:
    """From the entry point, where the first passage begins, to the end; then from the start."""
    return pieces.all, pieces.above_entry


@dataclass(frozen=True)
class ReadingModel:
    """How a document is read.

    `order`: what is read first. `rest`: then what remains, from the beginning of the document
    (`natural`), its relevant text first (`best`) or last (`worst`), or nothing (`stop`).
    `passage_cost`: characters of effort for each place that the reader has to open.
    """

    order: str = "document"
    rest: Rest = field(default="natural", kw_only=True)
    passage_cost: int = field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        """Refuse unknown words."""
        one_of(ORDERS, self.order, "reading order")
        one_of(get_args(Rest), self.rest, "rest of a document")
        if self.passage_cost < 0:
            raise OptionError(f"passage_cost is {self.passage_cost}; it cannot be negative")
        if self.passage_cost != int(self.passage_cost):
            raise OptionError(f"passage_cost is {self.passage_cost}; give whole characters")

    def __str__(self) -> str:
        """The model as it is written in the name of a measure."""
        changed = [
            f"{each.name}={getattr(self, each.name)!r}"
            for each in fields(self)[1:]
            if getattr(self, each.name) != each.default
        ]
        return self.order + (f"({', '.join(changed)})" if changed else "")

    def sorted(self, pieces: Pieces) -> tuple[Ints, Bools]:
        """The pieces in the order of reading, and which of these are read first."""
        first, key = ORDERS[self.order](pieces)
        later = {"best": ~pieces.relevant, "worst": pieces.relevant}.get(self.rest, pieces.all)
        order = _stable_order(pieces.owner * 2 + ~first, np.where(first, key, later))
        if self.rest == "stop":
            order = order[first[order]]
        return order, first[order]


def _stable_order(part: Ints, by: NDArray[Any]) -> Ints:
    """The order of pieces by part, then by a key, then as they stand.

    Keys that are whole numbers make one number with the part, if it fits: pieces are nearly in order
    already, and one sort of nearly ordered numbers is fast.
    """
    if len(by) and by.dtype.kind in "biu":
        key = as_ints(by)
        width = int(key.max() - key.min()) + 1
        if (int(part[-1]) + 2) * width < np.iinfo(np.int64).max:
            return as_ints(np.argsort(part * width + (key - key.min()), kind="stable"))
    return as_ints(np.lexsort((by, part)))


USUAL = ReadingModel()
"""Passages in the order of the text, then the rest: what paper and campaign take for granted."""
