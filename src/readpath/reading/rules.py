"""Rules that the results of a task must keep, and what is said about those that do not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from readpath.arrays import Bools, Ints
from readpath.errors import RunError
from readpath.reading.retrieved import Retrieved
from readpath.spans import Spans, overlapping


def shared_text(results: Retrieved, spans: Spans) -> Iterator[RunError]:
    """Results that show text which an earlier result of the topic has shown."""
    pair = np.sort(np.stack(overlapping(spans)), axis=0)
    for first, second in pair[:, np.lexsort(pair)].T:
        yield _error(
            results,
            int(first),
            int(second),
            "share text",
            "keep one of them, or let the text count once with --overlap new (overlap='new')",
        )


def interleaved(results: Retrieved) -> Iterator[RunError]:
    """Results that come back to a document after other documents."""
    return _again(
        results,
        results.returns & _opens(results),
        "are in one document, with other documents in between",
        "put the results of a document together, or choose --interleaved merge or drop "
        "(interleaved='merge')",
    )


def second_entries(results: Retrieved) -> Iterator[RunError]:
    """Results in a document that has had one, where each document takes one."""
    return _again(
        results,
        results.repeats,
        "are in one document",
        "a ranking of documents or of entry points names each document once",
    )


def _opens(results: Retrieved) -> Bools:
    opens = np.zeros(len(results.owner), dtype=bool)
    opens[results.blocks] = True
    return opens


def _again(results: Retrieved, which: Bools, problem: str, remedy: str) -> Iterator[RunError]:
    firsts: Ints = np.arange(len(results.owner))[results.firsts]
    for second in np.flatnonzero(which):
        first = firsts[results.document_of[second]]
        yield _error(results, int(first), int(second), problem, remedy)


def _error(results: Retrieved, first: int, second: int, problem: str, remedy: str) -> RunError:
    ranks, topic = results.rank, results.topics[results.owner[second]]
    return RunError(
        f"topic {topic}, document {results.documents[second]}: the results at ranks "
        f"{ranks[first]} and {ranks[second]} {problem}; {remedy}",
        source=results.place(second),
    )


def refuse_first(errors: Iterator[RunError]) -> None:
    """Raise the first of the errors, if there is one."""
    for error in errors:
        raise error
