"""Units: text counted in words, sentences or tokens instead of characters, and effort in seconds.

A unit is a map of a document's places that never goes back: place p becomes the number of units that
begin before p. Runs and judgments are mapped before they are read, so that no measure knows of it.
A unit belongs to the span in which it begins; a span of text in which none begins holds the one that
it lies in. Seconds are characters at a steady speed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
import polars as pl

from readpath.arrays import Ints, as_ints
from readpath.errors import EvidenceError, InputError, MeasureError, OptionError, nearest
from readpath.files.fields import recognised
from readpath.files.record_files import read_records
from readpath.files.records import Records, as_table
from readpath.files.source import PathLikeText, Source
from readpath.judgments import Judgments
from readpath.runs import Run
from readpath.runs.table import ABSENT
from readpath.spans import Spans, on_line

Tokens = Sequence[str] | Sequence[int] | Sequence[tuple[int, int]]
Tokenizer = Callable[[str], Tokens]

CHARACTERS, SECONDS = "chars", "seconds"
NAMES = {
    CHARACTERS: ("char", "character", "characters"),
    "words": ("word",),
    "sentences": ("sentence",),
    "tokens": ("token",),
    SECONDS: ("second", "s"),
}
"""Units, and what else each is called."""

SPEED = 25.0
"""Characters read in a second: 250 words a minute of six characters each (choice)."""

BEGINS = {
    "words": re.compile(r"\w+(?:[-'’]\w+)*"),
    "sentences": re.compile(
        r"\S.*?(?:(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s|$)|(?=\n\s*\n)|$)", re.DOTALL
    ),
}
"""What a word and a sentence look like, for those who bring no tokenizer of their own."""


def unit_of_text(name: str) -> str:
    """A unit that all text can be counted in."""
    unit = unit_named(name)
    if unit == SECONDS:
        raise MeasureError(
            "seconds are for single amounts, as in T2IF(30 seconds); all text is counted in chars, "
            "words, sentences or tokens"
        )
    return unit


def unit_named(text: str) -> str:
    """The unit that a text names."""
    for name, others in NAMES.items():
        if text in (name, *others):
            return name
    raise MeasureError(f"unknown unit {text!r}; {nearest(text, NAMES)}")


@dataclass(frozen=True, eq=False)
class Units:
    """What is needed to count in other units than characters.

    `texts` has the text of each document by name. `tokenizer` is a function from a text to its
    tokens: strings in the order of the text, places where they start, or pairs of start and end.
    `speed` is how many characters a reader reads in a second.
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    tokenizer: Tokenizer | None = None
    speed: float = SPEED
    _known: dict[tuple[str, str], Ints] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse a reader who does not move."""
        if not 0 < self.speed < math.inf:
            raise OptionError(f"speed is {self.speed}; give characters a second, above 0")

    def run(self, run: Run, unit: str) -> Run:
        """A run with its spans in units; pointers to what does not exist stay."""
        if unit == CHARACTERS or not run.has_spans:
            return run
        there = pl.col("start") != ABSENT
        table = run.table.with_row_index("_row")
        mapped = self.spans(table.filter(there), unit)
        both = pl.concat((mapped, table.filter(~there))).sort("_row")
        return run.with_table(both.drop("_row"))

    def judgments(self, judgments: Judgments, unit: str) -> Judgments:
        """Judgments with highlights, entry points and lengths in units.

        Where the judgments do not tell how long a document is, its text does.
        """
        sizes = {name: len(text) for name, text in self.texts.items()}
        length = (
            pl.col("document").replace_strict(sizes, default=None, return_dtype=pl.Int64)
            if sizes
            else pl.lit(None, pl.Int64)
        )
        documents = judgments.documents.with_columns(pl.coalesce("length", length).alias("length"))
        if unit == CHARACTERS:
            return replace(judgments, documents=documents)
        passages = self.spans(judgments.highlights, unit)
        known = pl.col("document").is_in({*passages["document"], *self.texts})
        places = ["length", "entry_point"]
        documents = documents.with_row_index("_row")
        mapped = self.places(documents.filter(known), places, unit)
        rest = documents.filter(~known).with_columns(
            pl.lit(None, pl.Int64).alias(n) for n in places
        )
        return Judgments.of(
            pl.concat((mapped, rest)).sort("_row").select("topic", "document", *places, "grade"),
            passages if judgments.highlighted else None,
            Source(judgments.source),
            judgments.notes,
        )

    def spans(self, table: pl.DataFrame, unit: str) -> pl.DataFrame:
        """A table of `document, start, end` in units; some text is never less than one unit."""
        if unit == CHARACTERS:
            return table
        text = Spans.of(table).lengths > 0
        spans = Spans.of(table := self.places(table, ["start", "end"], unit))
        inside = text & (spans.lengths == 0)
        starts = np.where(inside, np.maximum(spans.starts - 1, 0), spans.starts)
        ends = np.where(inside, starts + 1, spans.ends)
        return table.with_columns(pl.Series("start", starts), pl.Series("end", ends))

    def places(self, table: pl.DataFrame, columns: list[str], unit: str) -> pl.DataFrame:
        """Columns of places in documents, as numbers of units before them."""
        names = table["document"].unique(maintain_order=True)
        begins = [self._begins(name, unit, len(names)) for name in names]
        sizes = as_ints([len(each) for each in begins])
        owner = np.repeat(np.arange(len(names)), sizes)
        every = np.concatenate([*begins, as_ints([])])
        line = on_line(owner, Spans(every, every)).starts
        group = as_ints(
            table["document"].replace_strict(names, range(len(names)), return_dtype=pl.Int64)
        )
        before = (np.cumsum(sizes) - sizes)[group] if len(names) else group
        mapped = []
        for column in columns:
            places = as_ints(table[column].fill_null(0))
            found = np.searchsorted(line, on_line(group, Spans(places, places)).starts) - before
            mapped.append(pl.when(pl.col(column).is_not_null()).then(pl.Series(column, found)))
        return table.with_columns(mapped)

    def _begins(self, document: str, unit: str, of: int) -> Ints:
        """Where the units of a document begin."""
        if (document, unit) not in self._known:
            if document not in self.texts:
                raise EvidenceError(
                    f"{unit} cannot be counted without the text of document {document}; give the "
                    f"texts of all documents ({of:,} here) with texts= or --texts FILE"
                )
            self._known[document, unit] = self._find(self.texts[document], unit)
        return self._known[document, unit]

    def _find(self, text: str, unit: str) -> Ints:
        if unit in BEGINS:
            return as_ints([match.start() for match in BEGINS[unit].finditer(text)])
        if self.tokenizer is None:
            raise EvidenceError(
                f"{unit} are counted by a tokenizer of yours; give it with tokenizer= or "
                "--tokenizer MODULE:FUNCTION"
            )
        try:
            return begins_of(cast(Tokens, list(self.tokenizer(text))), text)
        except EvidenceError:
            raise
        except (TypeError, ValueError, IndexError) as error:
            raise EvidenceError(
                "the tokenizer must return tokens as strings, places where they start, or pairs of "
                f"start and end: {type(error).__name__}: {error}"
            ) from error


def begins_of(tokens: Tokens, text: str) -> Ints:
    """Where tokens begin: given as places, as pairs, or as strings found one after the other."""
    if tokens and isinstance(tokens[0], str):
        return _located([str(token) for token in tokens], text)
    places = np.asarray(tokens) if len(tokens) else as_ints([])
    if places.ndim == 2:  # pairs of start and end; marks such as (0, 0) that cover no text are none
        places = places[places[:, 0] < places[:, 1], 0]
    inside = (places >= 0) & (places < len(text))
    if places.dtype.kind not in "iu" or not inside.all() or (np.diff(places) < 0).any():
        raise EvidenceError(
            "the tokenizer's numbers are not ascending places in the text; if they are token ids, "
            "let it return the tokens as strings, or pairs of start and end"
        )
    return as_ints(places)


def _located(tokens: list[str], text: str) -> Ints:
    found, at = [], 0
    for token in tokens:
        place = text.find(token, at)
        if place < 0:
            raise EvidenceError(
                f"token {token!r} is not in the text after character {at}; let the tokenizer "
                "return the places where tokens start"
            )
        found.append(place)
        at = place + len(token)
    return as_ints(found)


def read_texts(source: PathLikeText | Records) -> dict[str, str]:
    """The texts of documents from records of `document, text`."""
    file = Source("texts")
    table = as_table(source, file)
    if table is None:
        file = Source.of(source)  # type: ignore[arg-type]
        table = read_records(file)
    table = recognised(table, file, needed=("document",))
    if "text" not in table.columns:
        raise InputError("no field for the text; call it 'text'", source=file.name)
    return dict(table.select("document", pl.col("text").fill_null("")).iter_rows())
