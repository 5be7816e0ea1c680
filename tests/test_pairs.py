"""Numbers for pairs against dictionaries, whatever the hash function does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from readpath.arrays import as_ints
from readpath.pairs import Hashes, PairIndex, Pairs

Case: TypeAlias = list[tuple[int, str]]

PAIRS = st.tuples(
    st.integers(0, 3), st.sampled_from(["", "a", "b", "ab", "007", "7", "ä"]) | st.text(max_size=3)
)
CASES = st.lists(PAIRS, max_size=30)


def on_cases(test: Callable[..., None]) -> Callable[..., None]:
    """Try a test on random pairs, with good and with bad hash functions."""
    kept = [HealthCheck.function_scoped_fixture]
    test = settings(deadline=None, max_examples=50, suppress_health_check=kept)(test)
    tried: Callable[..., None] = pytest.mark.usefixtures("_hashes")(test)
    return tried


def all_alike(self: Pairs, seed: int) -> Hashes:
    """A hash that is of no use until its third seed."""
    return proper(self, seed) if seed > 2 else np.zeros(len(self), dtype=np.uint64)


def by_size(self: Pairs, seed: int) -> Hashes:
    """A hash that tells few pairs apart, whatever the seed, until its sixth."""
    sizes = self.documents.str.len_chars().cast(pl.UInt64).to_numpy()
    return proper(self, seed) if seed > 5 else sizes


def as_it_is(self: Pairs, seed: int) -> Hashes:
    return proper(self, seed)


proper = Pairs.hashes


@pytest.fixture(params=[as_it_is, all_alike, by_size])
def _hashes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pairs, "hashes", request.param)


def pairs_of(case: Case) -> Pairs:
    documents = pl.Series([document for _, document in case], dtype=pl.String)
    return Pairs(as_ints([topic for topic, _ in case]), documents)


@on_cases
@given(CASES)
def test_pairs_are_numbered_by_first_appearance(case: Case) -> None:
    numbers = {pair: number for number, pair in enumerate(dict.fromkeys(case))}
    number, first = pairs_of(case).numbered()
    assert number.tolist() == [numbers[pair] for pair in case]
    assert first.tolist() == [case.index(pair) for pair in numbers]


@on_cases
@given(CASES)
def test_pairs_that_are_called_distinct_are(case: Case) -> None:
    assert not pairs_of(case).distinct() or len(set(case)) == len(case)


@on_cases
@given(st.sets(PAIRS, max_size=20), CASES)
def test_only_pairs_of_an_index_are_found_in_it(held: set[tuple[int, str]], asked: Case) -> None:
    places = {pair: place for place, pair in enumerate(sorted(held))}
    at, found = PairIndex(pairs_of(sorted(held))).find(pairs_of(asked))
    expected = [(i, places[pair]) for i, pair in enumerate(asked) if pair in places]
    assert list(zip(at.tolist(), found.tolist(), strict=True)) == expected


def test_a_stranger_with_the_hash_of_another_is_not_taken_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Pairs, "hashes", by_size)
    index = PairIndex(pairs_of([(0, "a"), (0, "bb")]))
    at, found = index.find(pairs_of([(0, "x"), (1, "a"), (0, "bb"), (0, "yy")]))
    assert (at.tolist(), found.tolist()) == ([2], [1])


@pytest.mark.parametrize("case", [[], [(0, "a")], [(0, "a"), (1, "a"), (0, "b")]])
def test_the_hash_in_use_tells_distinct_pairs_apart(case: Case) -> None:
    assert pairs_of(case).distinct()
    assert not pairs_of([*case, (0, "a"), (0, "a")]).distinct()


def test_many_pairs_of_small_numbers_are_told_apart() -> None:
    topics = np.repeat(np.arange(300), 300)
    documents = pl.Series([str(number) for number in range(300)] * 300)
    assert Pairs(topics, documents).distinct()


def test_pairs_are_chosen_by_place() -> None:
    pairs = pairs_of([(0, "a"), (1, "b"), (2, "c")])
    for which in (slice(1, None), as_ints([1, 2])):
        assert pairs[which].equal(pairs_of([(1, "b"), (2, "c")])).all()
        assert pairs[which].equal(pairs_of([(1, "c"), (0, "c")])).tolist() == [False, False]
