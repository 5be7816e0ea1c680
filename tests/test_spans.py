"""The span algebra against plain sets of characters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from readpath import read_judgments
from readpath.arrays import as_ints
from readpath.errors import InputError
from readpath.spans import (
    STRETCH,
    Coverage,
    Spans,
    first_readings,
    groups_of,
    off_line,
    on_line,
    overlapping,
    union,
)

Span: TypeAlias = tuple[int, int]
Case: TypeAlias = list[Span]

SMALL = st.builds(
    lambda start, length: (start, start + length), st.integers(0, 40), st.integers(0, 12)
)
CASES = st.one_of(
    st.lists(SMALL, max_size=30),
    st.lists(st.sampled_from([(0, 5), (5, 10), (5, 5), (0, 10), (10, 15), (3, 7)]), max_size=12),
)
"""Spans anywhere, and spans that touch, repeat, are empty or lie within each other."""


def on_cases(test: Callable[[Case], None]) -> Callable[[], None]:
    """Try a test on random spans and on those that are known to be delicate."""
    for case in ([], [(3, 3)], [(0, 5), (5, 10)], [(2, 4), (2, 4)], [(0, 9), (4, 4), (3, 5)]):
        test = example(case)(test)
    return settings(deadline=None)(given(CASES)(test))


def spans_of(pairs: Iterable[Span]) -> Spans:
    pairs = list(pairs)
    return Spans(as_ints([start for start, _ in pairs]), as_ints([end for _, end in pairs]))


def pairs_of(spans: Spans) -> Case:
    return list(zip(spans.starts.tolist(), spans.ends.tolist(), strict=True))


def characters(pairs: Iterable[Span]) -> set[int]:
    return {character for start, end in pairs for character in range(start, end)}


def stretches(covered: set[int]) -> Case:
    """A set of characters as the fewest possible spans."""
    starts = sorted(c for c in covered if c - 1 not in covered)
    ends = sorted(c + 1 for c in covered if c + 1 not in covered)
    return list(zip(starts, ends, strict=True))


@on_cases
def test_a_union_has_the_same_characters_in_the_fewest_spans(pairs: Case) -> None:
    assert pairs_of(union(spans_of(pairs))) == stretches(characters(pairs))


@on_cases
def test_coverage_counts_what_lies_before_a_point(pairs: Case) -> None:
    covered, points = characters(pairs), range(-2, 60)
    found = Coverage(spans_of(pairs)).before(as_ints(points))
    assert found.tolist() == [sum(c < point for c in covered) for point in points]


@settings(deadline=None)
@given(CASES, CASES)
def test_coverage_counts_what_lies_inside_spans(pairs: Case, asked: Case) -> None:
    found = Coverage(spans_of(pairs)).inside(spans_of(asked))
    assert found.tolist() == [len(characters([span]) & characters(pairs)) for span in asked]


@on_cases
def test_overlapping_finds_each_span_that_shares_text_with_an_earlier_start(pairs: Case) -> None:
    which, partners = (found.tolist() for found in overlapping(spans_of(pairs)))
    earlier = {
        late: {
            other
            for other, span in enumerate(pairs)
            if (span[0], other) < (pairs[late][0], late)
            and characters([span]) & characters([pairs[late]])
        }
        for late in range(len(pairs))
    }
    assert sorted(which) == [late for late, others in earlier.items() if others]
    assert all(other in earlier[late] for late, other in zip(which, partners, strict=True))


@on_cases
def test_first_readings_give_each_character_to_the_first_that_shows_it(pairs: Case) -> None:
    shown, by = first_readings(spans_of(pairs))
    owners = {
        character: owner
        for span, owner in zip(pairs_of(shown), by.tolist(), strict=True)
        for character in range(*span)
    }
    first: dict[int, int] = {}
    for number, span in enumerate(pairs):
        for character in range(*span):
            first.setdefault(character, number)
    assert owners == first


@on_cases
def test_first_readings_are_ascending_disjoint_and_not_cut_needlessly(pairs: Case) -> None:
    shown, by = first_readings(spans_of(pairs))
    assert all(start < end for start, end in pairs_of(shown))
    fragments = zip(pairs_of(shown), by.tolist(), strict=True)
    for ((_, end), owner), ((start, _), next_owner) in pairwise(fragments):
        assert end < start or (end == start and owner != next_owner)


def test_first_readings_of_thousands_of_spans_within_each_other() -> None:
    """Russian dolls, the smallest first: each shows two new characters, the first one all of its."""
    depth = 3000
    dolls = [(depth - i, depth + 1 + i) for i in range(depth)]
    shown, by = first_readings(spans_of(dolls))
    assert np.bincount(by, weights=shown.lengths).tolist() == [1] + [2] * (depth - 1)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 200), SMALL), max_size=40))
def test_documents_keep_to_their_own_stretch_of_the_line(placed: list[tuple[int, Span]]) -> None:
    groups, spans = as_ints([group for group, _ in placed]), spans_of(span for _, span in placed)
    line = on_line(groups, spans)
    back, local = off_line(line)
    assert back.tolist() == groups_of(line).tolist() == groups.tolist()
    assert pairs_of(local) == pairs_of(spans)

    owner, merged = off_line(union(line))
    expected = {
        group: stretches(characters(span for g, span in placed if g == group))
        for group in sorted(set(groups.tolist()))
    }
    assert list(zip(owner.tolist(), pairs_of(merged), strict=True)) == [
        (group, span) for group, found in expected.items() for span in found
    ]


def test_the_longest_texts_of_neighbours_do_not_run_together() -> None:
    longest = spans_of([(0, STRETCH - 1), (0, STRETCH - 1)])
    assert len(union(on_line(as_ints([0, 1]), longest))) == 2


def test_no_text_that_is_read_fills_its_stretch() -> None:
    """A span that ended where the next document begins would be joined with that document's text."""
    marks = pl.DataFrame(
        {"topic": "1", "document": ["a", "b"], "start": [0, 0], "end": [STRETCH, 10]}
    )
    with pytest.raises(InputError, match="past any text's end"):
        read_judgments(marks)


@settings(deadline=None)
@given(CASES, st.integers(-3, 60))
def test_spans_are_cut_moved_and_compared_one_by_one(pairs: Case, n: int) -> None:
    spans, each = spans_of(pairs), np.full(len(pairs), n)
    assert pairs_of(spans.first(each)) == [(s, min(e, s + max(n, 0))) for s, e in pairs]
    assert pairs_of(spans.moved(each)) == [(s + n, e + n) for s, e in pairs]
    assert spans.past(each).tolist() == [e > n for _, e in pairs]
    assert spans.lengths.tolist() == [e - s for s, e in pairs]
    assert len(spans) == len(pairs)


def test_spans_of_a_table_are_its_columns() -> None:
    table = pl.DataFrame({"start": [3, 0], "end": [4, 9]})
    assert pairs_of(Spans.of(table)) == [(3, 4), (0, 9)]
    assert pairs_of(Spans.of(table)[as_ints([1])]) == [(0, 9)]
