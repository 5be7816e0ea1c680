"""What readpath wants to reach. A missed target is reported; only a wrong number is an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.results import Result, Verdict

Target = Callable[[Sequence[Result]], Verdict]
"""What the results of a case say about something that we want."""


def faster_than(peer: str, times: float) -> Target:
    """So many times as fast as a peer."""

    def verdict(results: Sequence[Result]) -> Verdict:
        ours, theirs = _both(peer, results)
        reached = theirs.seconds / ours.seconds
        text = f"{ours.case}: {reached:.2f} times as fast as {peer} (wanted: {times:g})"
        return Verdict(text, reached >= times)

    return verdict


def smaller_than(peer: str) -> Target:
    """Less memory than a peer."""

    def verdict(results: Sequence[Result]) -> Verdict:
        ours, theirs = _both(peer, results)
        share = ours.megabytes / theirs.megabytes
        text = f"{ours.case}: {share:.2f} of the memory of {peer} (wanted: less than 1)"
        return Verdict(text, share < 1)

    return verdict


def as_many_rows_per_second(results: Sequence[Result]) -> Verdict:
    """The second line of the case does not lag behind the first."""
    first, second = results
    share = second.rate / first.rate
    text = f"{second.case}: {share:.2f} of the rows per second of {first.case} (wanted: 1)"
    return Verdict(text, share >= 1)


def within(most: float) -> Target:
    """The second line of the case takes at most so many times as long as the first."""

    def verdict(results: Sequence[Result]) -> Verdict:
        second = results[1]
        text = f"{second.case}: {second.ratio:.3f} of the time (wanted: at most {most:g})"
        return Verdict(text, second.ratio <= most)

    return verdict


def starts_in(*limits: float) -> Target:
    """Every command of the case is done in so many seconds."""

    def verdict(results: Sequence[Result]) -> Verdict:
        pairs = [*zip(results, limits, strict=True)]
        parts = [
            f"{each.case} in {each.seconds:.3f} s (wanted: {limit:g})" for each, limit in pairs
        ]
        return Verdict("; ".join(parts), all(each.seconds <= limit for each, limit in pairs))

    return verdict


def _both(peer: str, results: Sequence[Result]) -> tuple[Result, Result]:
    by_program = {result.program: result for result in results}
    return by_program["readpath"], by_program[peer]
