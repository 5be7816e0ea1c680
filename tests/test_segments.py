"""Operations on many lists at once against the same on plain Python lists."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from readpath.arrays import as_ints
from readpath.segments import Segments

Lists: TypeAlias = list[list[float]]

FRACTIONS = st.floats(0, 1e9) | st.sampled_from([0.1, 0.2, 0.3, 1e-300, 1e300])
WHOLE = st.integers(0, 2**40)
LONG = [0.1 * (i % 7) for i in range(3000)]
UNEVEN: Lists = [[], [0.1], LONG, [], [1e300, 1e-300], LONG[:513], [0.3] * 2, []]
DELICATE: list[Lists] = [[], [[]], [[], [], []], UNEVEN]


def lists_of(values: st.SearchStrategy[float]) -> st.SearchStrategy[Lists]:
    """Empty lists, short lists, and now and then a long one between them."""
    short = st.lists(values, max_size=4)
    return st.lists(short | st.lists(values, min_size=20, max_size=40), max_size=12)


def on_lists(test: Callable[[Lists], None]) -> Callable[[], None]:
    """Try a test on lists of fractions, of whole numbers, and of very different sizes."""

    @settings(deadline=None, max_examples=50)
    @given(lists_of(FRACTIONS) | lists_of(WHOLE))
    def tried(lists: Lists) -> None:
        test(lists)

    def both() -> None:
        for lists in DELICATE:
            test(lists)
        tried()

    both.__name__, both.__doc__ = test.__name__, test.__doc__
    return both


def segments_of(lists: Lists) -> Segments:
    return Segments(np.repeat(np.arange(len(lists)), [len(each) for each in lists]), len(lists))


def flat(lists: Lists) -> NDArray[np.float64] | NDArray[np.int64]:
    """All items end to end; whole numbers stay whole."""
    items = [item for each in lists for item in each]
    return as_ints(items) if items and isinstance(items[0], int) else np.array(items, dtype=float)


@on_lists
def test_sizes_places_and_ranks(lists: Lists) -> None:
    segments = segments_of(lists)
    assert segments.sizes.tolist() == [len(each) for each in lists]
    assert segments.rank.tolist() == [rank for each in lists for rank in range(1, len(each) + 1)]
    items = flat(lists)
    for start, each in zip(segments.starts, lists, strict=True):
        assert items[start : start + len(each)].tolist() == each


@on_lists
def test_totals_are_those_of_each_list_added_up_in_order(lists: Lists) -> None:
    expected = [float(list(accumulate(each, initial=0))[-1]) for each in lists]
    assert segments_of(lists).sum(flat(lists)).tolist() == expected


@on_lists
def test_running_totals_start_anew_in_each_list(lists: Lists) -> None:
    expected = [total for each in lists for total in accumulate(each)]
    assert segments_of(lists).running_total(flat(lists)).tolist() == expected


@on_lists
def test_the_largest_of_each_list_is_0_where_there_is_none(lists: Lists) -> None:
    assert segments_of(lists).max(flat(lists)).tolist() == [max(each, default=0) for each in lists]


@on_lists
def test_the_best_to_come_looks_to_the_end_of_its_own_list(lists: Lists) -> None:
    expected = [max(each[at:]) for each in lists for at in range(len(each))]
    assert segments_of(lists).best_to_come(flat(lists).astype(float)).tolist() == expected


@on_lists
def test_the_item_before_the_first_is_the_one_given(lists: Lists) -> None:
    expected = [item for each in lists for item in [-1, *each][:-1]]
    assert segments_of(lists).before(flat(lists), first=-1).tolist() == expected


@on_lists
def test_a_value_of_each_list_is_spread_over_its_items(lists: Lists) -> None:
    names = np.arange(100, 100 + len(lists))
    expected = [100 + number for number, each in enumerate(lists) for _ in each]
    assert segments_of(lists).spread(names).tolist() == expected


@on_lists
def test_keeping_some_items_keeps_all_lists(lists: Lists) -> None:
    items = flat(lists)
    kept = segments_of(lists).keep(items > 1)
    assert kept.count == len(lists)
    assert kept.sizes.tolist() == [sum(item > 1 for item in each) for each in lists]
    assert kept.sum(items[items > 1]).tolist() == [
        float(list(accumulate((i for i in each if i > 1), initial=0))[-1]) for each in lists
    ]


def test_fractions_do_not_feel_what_lies_in_other_lists() -> None:
    """Taking a border's total away would leave nothing of 0.1 beside 1e300."""
    segments, items = segments_of([[1e300], [0.1, 0.2]]), np.array([1e300, 0.1, 0.2])
    assert segments.running_total(items).tolist() == [1e300, 0.1, 0.1 + 0.2]
    assert segments.sum(items).tolist() == [1e300, 0.1 + 0.2]


@pytest.mark.parametrize("kind", [bool, np.int8, np.uint8, np.int64])
def test_whole_numbers_of_any_width_add_up_without_overflow(kind: type) -> None:
    segments = segments_of([[1.0] * 300, [1.0] * 200])
    items: NDArray[Any] = np.ones(500, dtype=kind)
    assert segments.running_total(items).tolist() == [*range(1, 301), *range(1, 201)]
    assert segments.sum(items).tolist() == [300, 200]
