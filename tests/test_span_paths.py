"""Cutting spans, finding what holds a point, and following points to spans, against plain loops."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from readpath.arrays import as_ints
from readpath.spans import (
    NOWHERE,
    STRETCH,
    Coverage,
    Spans,
    cut,
    holder,
    leads_to,
    on_line,
    reach,
)

Span: TypeAlias = tuple[int, int]

SMALL = st.builds(
    lambda start, length: (start, start + length), st.integers(0, 40), st.integers(0, 12)
)
SOME = st.lists(SMALL, max_size=12)
POINTS = st.lists(st.integers(0, 60), max_size=25)


def spans_of(pairs: list[Span]) -> Spans:
    return Spans(as_ints([start for start, _ in pairs]), as_ints([end for _, end in pairs]))


def pairs_of(spans: Spans) -> list[Span]:
    return list(zip(spans.starts.tolist(), spans.ends.tolist(), strict=True))


def disjoint(places: set[int]) -> list[Span]:
    """Disjoint spans, ascending, some of which touch: places are taken in twos."""
    ordered = sorted(places)
    return [(low, high) for low, high in pairwise(ordered) if (low + high) % 3]


DISJOINT = st.sets(st.integers(0, 50), max_size=14).map(disjoint)


# cut


@settings(deadline=None)
@given(SOME.map(lambda pairs: [p for p in pairs if p[0] < p[1]]), st.sets(st.integers(0, 60)))
@example([(0, 5)], set())
@example([(0, 5)], {0, 5})
@example([(3, 9), (0, 5), (3, 9)], {3, 4, 8})
def test_spans_are_cut_at_the_borders_inside_them(pairs: list[Span], borders: set[int]) -> None:
    pieces, owner = cut(spans_of(pairs), as_ints(sorted(borders)))
    expected = []
    for number, (start, end) in enumerate(pairs):
        marks = [start, *sorted(b for b in borders if start < b < end), end]
        expected += [(piece, number) for piece in pairwise(marks)]
    assert list(zip(pairs_of(pieces), owner.tolist(), strict=True)) == expected


@settings(deadline=None)
@given(SOME.map(lambda pairs: [p for p in pairs if p[0] < p[1]]), st.sets(st.integers(0, 60)))
def test_no_piece_is_empty_and_all_together_are_the_spans(
    pairs: list[Span], borders: set[int]
) -> None:
    pieces, owner = cut(spans_of(pairs), as_ints(sorted(borders)))
    assert (pieces.lengths > 0).all()
    for number, (start, end) in enumerate(pairs):
        own = [p for p, o in zip(pairs_of(pieces), owner.tolist(), strict=True) if o == number]
        assert [place for s, e in own for place in range(s, e)] == list(range(start, end))


def test_nothing_is_cut_into_nothing() -> None:
    for borders in ([], [3, 7]):
        pieces, owner = cut(spans_of([]), as_ints(borders))
        assert (pairs_of(pieces), owner.tolist()) == ([], [])


# holder


@settings(deadline=None)
@given(DISJOINT, POINTS)
@example([(0, 3), (3, 5)], [0, 2, 3, 4, 5])
@example([], [0, 1])
@example([(2, 4)], [])
def test_a_point_lies_in_the_span_that_covers_it(pairs: list[Span], points: list[int]) -> None:
    found = holder(spans_of(pairs), as_ints(points))
    expected = [
        next((n for n, (start, end) in enumerate(pairs) if point in range(start, end)), NOWHERE)
        for point in points
    ]
    assert found.tolist() == expected


@settings(deadline=None)
@given(st.integers(1, 2**20), DISJOINT, POINTS)
def test_far_down_the_line_nothing_changes(
    group: int, pairs: list[Span], points: list[int]
) -> None:
    """Every document has its own stretch, and none leans on the first one's being at 0."""
    groups = np.full(len(pairs), group)
    far = on_line(groups, spans_of(pairs))
    places = as_ints(points) + group * STRETCH
    assert holder(far, places).tolist() == holder(spans_of(pairs), as_ints(points)).tolist()
    here, there = leads_to(as_ints(points), spans_of(pairs), 7), leads_to(places, far, 7)
    assert there.tolist() == here.tolist()
    borders = as_ints([point for pair in pairs for point in pair])
    pieces, owner = cut(far, borders + group * STRETCH)
    assert [(s - group * STRETCH, e - group * STRETCH) for s, e in pairs_of(pieces)] == pairs
    assert owner.tolist() == list(range(len(pairs)))


# reach and borders


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), SMALL), max_size=20))
def test_each_group_reaches_as_far_as_its_last_span(placed: list[tuple[int, Span]]) -> None:
    groups, spans = as_ints([group for group, _ in placed]), spans_of([span for _, span in placed])
    expected = [max([end for g, (_, end) in placed if g == group], default=0) for group in range(6)]
    assert reach(groups, spans, 6).tolist() == expected


@settings(deadline=None)
@given(SOME)
def test_the_borders_of_covered_text_are_where_that_changes(pairs: list[Span]) -> None:
    covered = {place for start, end in pairs for place in range(start, end)}
    changes = [p for p in range(60) if (p in covered) != (p - 1 in covered)]
    assert Coverage(spans_of(pairs)).borders.tolist() == changes


# leads_to


def led(points: list[int], pairs: list[Span], within: float) -> list[int]:
    """Each point in its turn: step by step to the first span that nobody was led to."""
    taken: set[int] = set()
    found = []
    for point in points:
        place, steps, reached = point, 0, NOWHERE
        while steps < within and reached == NOWHERE and place < 200:
            here = [n for n, (start, end) in enumerate(pairs) if start <= place < end]
            if here and here[0] not in taken:
                reached = here[0]
            place, steps = place + 1, steps + 1
        taken.add(reached)
        found.append(reached)
    return found


@settings(deadline=None, max_examples=300)
@given(DISJOINT, POINTS, st.integers(1, 30) | st.just(10**6))
@example([(10, 20), (22, 24), (29, 30)], [5, 12, 19, 24], 5)
@example([(0, 1), (1, 2), (2, 3)], [0, 0, 0, 0], 3)
@example([(5, 9)], [1, 0], 5)
@example([(5, 9)], [9, 8], 5)
@example([(5, 6), (7, 8), (9, 10)], [9, 5, 6, 7, 0], 100)
def test_points_take_their_turns(pairs: list[Span], points: list[int], within: int) -> None:
    found = leads_to(as_ints(points), spans_of(pairs), within)
    assert found.tolist() == led(points, pairs, within)


def test_whoever_comes_first_is_led_on_even_if_asked_late() -> None:
    """The second point would have the second span; the first comes to it by way of a taken one."""
    spans = spans_of([(0, 2), (4, 6), (8, 9)])
    assert leads_to(as_ints([1, 1, 3, 3]), spans, 100).tolist() == [0, 1, 2, NOWHERE]
    assert leads_to(as_ints([3, 1, 1]), spans, 100).tolist() == [1, 0, 2]


def test_no_point_is_led_into_another_document() -> None:
    spans = on_line(as_ints([0, 1, 2]), spans_of([(0, 5), (0, 5), (0, 5)]))
    points = as_ints([9, STRETCH - 1, STRETCH + 9])
    for within in (10, STRETCH, 10 * STRETCH, np.inf):
        assert leads_to(points, spans, within).tolist() == [NOWHERE] * 3


@pytest.mark.parametrize("within", [4, 4.0])
def test_a_tolerance_is_exact_on_every_stretch_of_the_line(within: float) -> None:
    """Beyond 2^53 a double does not tell neighbours apart; that is after 131,072 documents."""
    for group in (1, 2**17 + 1, 2**20 + 1):
        spans = on_line(as_ints([group]), spans_of([(5, 9)]))
        for point, expected in ((0, NOWHERE), (1, NOWHERE), (2, 0), (8, 0), (9, NOWHERE)):
            found = leads_to(as_ints([group * STRETCH + point]), spans, within)
            assert found.tolist() == [expected], (group, point)
