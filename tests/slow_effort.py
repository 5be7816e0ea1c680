"""A slow second implementation of reading effort, written to be obviously right.

One document at a time, one character after the other, in plain loops. It shares no code with the
package; the tests compare the two on random topics. Definitions are those of Arvola, Kekäläinen &
Junkkari (2010), Expected Reading Effort in Focused Retrieval Evaluation, and, for ranked entry
points, of de Vries, Kazai & Lalmas (2004), Tolerance to Irrelevance.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

ABSENT = -1
"""The start of a result whose element does not exist."""


@dataclass(frozen=True)
class Result:
    """One result, in rank order: half-open characters of a document."""

    document: str
    start: int
    end: int


@dataclass(frozen=True)
class Judged:
    """One judged document; its length may be unknown."""

    highlights: tuple[tuple[int, int], ...] = ()
    length: int | None = None


@dataclass(frozen=True)
class Model:
    """In which order a document is read."""

    order: str = "document"
    rest: str = "natural"
    cost: int = 0

    def __str__(self) -> str:
        inside = [f"rest={self.rest!r}"] if self.rest != "natural" else []
        inside += [f"passage_cost={self.cost}"] if self.cost else []
        return self.order + (f"({', '.join(inside)})" if inside else "")


Topic: TypeAlias = Mapping[str, Judged]
Results: TypeAlias = Sequence[Result]
Path: TypeAlias = list[bool]
"""Whether each character is relevant, in the order of reading."""


def relevant_places(judged: Judged) -> set[int]:
    """Collect the highlighted places of a document."""
    return {place for start, end in judged.highlights for place in range(start, end)}


def relevant_documents(topic: Topic) -> set[str]:
    """Collect the documents with highlighted text."""
    return {name for name, judged in topic.items() if relevant_places(judged)}


def ranking(results: Results) -> list[str]:
    """List the documents, first come first served."""
    return list(dict.fromkeys(result.document for result in results))


def length(results: Results, judged: Judged) -> int:
    """Tell how far a document goes: to its end, or to what is known to be in it."""
    shown = [result.end for result in results if result.start < result.end]
    marked = [place + 1 for place in relevant_places(judged)]
    return max([judged.length or 0, *shown, *marked])


def read_first(own: Results, order: str, size: int) -> list[int]:
    """List the places that are read first."""
    shown = [place for result in own for place in range(result.start, result.end)]
    if order == "document":
        return sorted(set(shown))
    if order == "rank":
        return list(dict.fromkeys(shown))
    if order == "sequential":
        return list(range(size))
    if order == "entry":
        entry = min(max(own[0].start, 0), size)
        return [*range(entry, size), *range(entry)]
    raise ValueError(f"unknown reading order {order!r}")


def read_later(first: Iterable[int], rest: str, size: int, relevant: set[int]) -> list[int]:
    """List the places that are read after those."""
    seen = set(first)
    places = [place for place in range(size) if place not in seen]
    good = [place for place in places if place in relevant]
    bad = [place for place in places if place not in relevant]
    return {"natural": places, "best": good + bad, "worst": bad + good, "stop": []}[rest]


def path(document: str, results: Results, topic: Topic, model: Model) -> Path:
    """Read one document; the effort of opening a place comes before it, as irrelevant characters."""
    own = [result for result in results if result.document == document]
    relevant, size = relevant_places(topic[document]), length(own, topic[document])
    first = read_first(own, model.order, size)
    read: Path = []
    after = None
    for place in first:
        if place != after:
            read += [False] * model.cost
        read.append(place in relevant)
        after = place + 1
    return read + [place in relevant for place in read_later(first, model.rest, size, relevant)]


# Document scores: of a path, and of how many characters of the document are highlighted


def average_precision(read: Path, highlighted: int) -> float:
    """Average the precision at each relevant character."""
    found, precisions = 0, []
    for count, relevant in enumerate(read, start=1):
        if relevant:
            found += 1
            precisions.append(found / count)
    return math.fsum(precisions) / highlighted


def precision_of(read: Path) -> float:
    """Divide what is relevant by what is read; 0 if nothing is."""
    return sum(read) / len(read) if read else 0.0


def tolerated(read: Path, n: int) -> Path:
    """Cut a path after its n-th irrelevant character."""
    wasted = 0
    for count, relevant in enumerate(read, start=1):
        wasted += not relevant
        if wasted == n:
            return read[:count]
    return read


def f_score(read: Path, highlighted: int, beta: float) -> float:
    """Weigh precision and recall of what is read."""
    precision, recall = precision_of(read), sum(read) / highlighted
    if sum(read) == 0:
        return 0.0
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def localisation(read: Path, screen: int, *, linear: bool = False, cap: float = math.inf) -> float:
    """Count screens up to the first relevant character; infinitely many if there is none."""
    if True not in read:
        return math.inf
    screens = (read.index(True) + 1) / screen
    return min(max(screens, 1.0) if linear else math.ceil(screens), cap)


Score: TypeAlias = Callable[[Path, int], float]

GAINS: dict[str, Score] = {
    "aveChP({})": average_precision,
    "ChP({})@1": lambda read, _: precision_of(read[:1]),
    "ChP({})@9": lambda read, _: precision_of(read[:9]),
    "ChP({})@1000": lambda read, _: precision_of(read),
    "ChR({})@9": lambda read, total: sum(read[:9]) / total,
    "T2IP({}, 1)": lambda read, _: precision_of(tolerated(read, 1)),
    "T2IP({}, 8)": lambda read, _: precision_of(tolerated(read, 8)),
    "T2IP({}, 1000)": lambda read, _: precision_of(read),
    "T2IR({}, 1)": lambda read, total: sum(tolerated(read, 1)) / total,
    "T2IR({}, 8)": lambda read, total: sum(tolerated(read, 8)) / total,
    "T2IF({}, 8)": lambda read, total: f_score(tolerated(read, 8), total, 1),
    "T2IF({}, 8, 0.25)": lambda read, total: f_score(tolerated(read, 8), total, 0.25),
}
"""Gains by name; braces stand for the reading model."""

EFFORTS: dict[str, Score] = {
    "LE({}, 1)": lambda read, _: localisation(read, 1),
    "LE({}, 6)": lambda read, _: localisation(read, 6),
    "LE({}, 6, variant='linear')": lambda read, _: localisation(read, 6, linear=True),
    "LE({}, 6, cap=3)": lambda read, _: localisation(read, 6, cap=3),
    "LE({}, 6, 2.5, variant='linear')": lambda read, _: localisation(read, 6, cap=2.5, linear=True),
}
"""Efforts by name."""


def gains(score: Score, results: Results, topic: Topic, model: Model) -> list[float]:
    """Score each document of a ranking; one without highlighted text scores 0."""
    relevant = relevant_documents(topic)
    return [
        score(path(name, results, topic, model), len(relevant_places(topic[name])))
        if name in relevant
        else 0.0
        for name in ranking(results)
    ]


def efforts(
    score: Score, results: Results, topic: Topic, model: Model, *, k: int, nr: float
) -> list[float]:
    """List ES at the ranks 1 to k: NR unless relevant text is met."""
    relevant, spent = relevant_documents(topic), []
    for name in ranking(results)[:k]:
        effort = score(path(name, results, topic, model), 1) if name in relevant else math.inf
        spent.append(nr if effort == math.inf else effort)
    return spent + [nr] * (k - len(spent))


# List scores


def generalised_precision(values: Sequence[float], k: int) -> float:
    """Average the first k document scores; what is missing scores 0."""
    return math.fsum(values[:k]) / k


def average_generalised_precision(
    values: Sequence[float], results: Results, topic: Topic
) -> float | None:
    """Average generalised precision at the ranks of relevant documents."""
    relevant = relevant_documents(topic)
    if not relevant:
        return None
    ranks = [rank for rank, name in enumerate(ranking(results), 1) if name in relevant]
    return math.fsum(generalised_precision(values, rank) for rank in ranks) / len(relevant)


def cumulated(spent: Sequence[float]) -> list[float]:
    """CE at each rank: effort beyond the least that a document costs, 1."""
    return [sum(each - 1 for each in spent[:rank]) for rank in range(1, len(spent) + 1)]


def normalised(spent: Sequence[float], relevant: int, nr: float) -> list[float]:
    """NCE at each rank: effort against that of the ideal ranking."""
    ideal = [1.0 if rank <= relevant else nr for rank in range(1, len(spent) + 1)]
    ratios = [each / best - 1 for each, best in zip(spent, ideal, strict=True)]
    return [sum(ratios[:rank]) for rank in range(1, len(spent) + 1)]


def averaged(spent: Sequence[float], relevant: int, nr: float) -> float:
    """ANCE at the last rank."""
    return sum(normalised(spent, relevant, nr)) / len(spent)


# Ranked entry points


def fragments(topic: Topic) -> dict[tuple[str, int], int]:
    """Number the stretches of highlighted text, and look up the number of each character."""
    found: dict[tuple[str, int], int] = {}
    number = 0
    for name, judged in topic.items():
        places = relevant_places(judged)
        for place in sorted(places):
            number += place - 1 not in places
            found[name, place] = number
    return found


def led(results: Results, topic: Topic, n: int) -> list[bool]:
    """Read on from each entry point until a new fragment comes or n characters are wasted."""
    fragment, seen, success = fragments(topic), set[int](), []
    for result in results:
        found = None
        wasted, place = 0, result.start
        last = max([at for name, at in fragment if name == result.document], default=-1)
        while result.start != ABSENT and found is None and wasted < n and place <= last:
            here = fragment.get((result.document, place))
            if here is not None and here not in seen:
                found = here
            wasted, place = wasted + 1, place + 1
        seen |= {found} if found else set()
        success.append(found is not None)
    return success


def entry_precision(results: Results, topic: Topic, n: int, k: int | None) -> float:
    """T2I: the share of results that lead to a new fragment; missing ones lead to none."""
    success = led(results, topic, n)[:k]
    consulted = k or len(success)
    return sum(success) / consulted if consulted else 0.0


def search_length(
    results: Results, topic: Topic, n: int, wanted: int, never: float
) -> float | None:
    """ESL: results consulted in vain until enough fragments are found."""
    wanted = min(wanted, len(set(fragments(topic).values())))
    if wanted == 0:
        return None
    vain = found = 0
    for success in led(results, topic, n):
        found += success
        vain += not success
        if found == wanted:
            return vain
    return never


# Random topics, and topics as a user would write them


def random_span(rng: random.Random, size: int) -> tuple[int, int]:
    """Draw a span, sometimes empty, half of them on a coarse grid so that edges meet."""
    grid = rng.choice((1, 5))
    start = rng.randrange(0, size + 1, grid)
    return start, start + grid * rng.randint(0, max(1, size // grid // 2))


def random_topic(rng: random.Random, *, absent: bool = False) -> tuple[Results, Topic]:
    """Make one small adversarial topic: results and judgments."""
    names = [f"d{number}" for number in range(rng.randint(1, 5))]
    sizes = {name: rng.choice((1, 20, rng.randint(1, 45))) for name in names}
    topic, results = {}, []
    for name in names:
        if rng.random() < 0.85:
            marks = tuple(random_span(rng, sizes[name]) for _ in range(rng.choice((0, 1, 2, 4))))
            topic[name] = Judged(marks, rng.choice((None, sizes[name], sizes[name])))
    for _ in range(rng.randint(0, 10)):
        name = rng.choice(names)
        span = random_span(rng, sizes[name] + rng.choice((0, 0, 9)))
        lost = absent and rng.random() < 0.2
        results.append(Result(name, *((ABSENT, ABSENT) if lost else span)))
    if results and rng.random() < 0.3:
        results.append(rng.choice(results))
    return results, topic


def run_records(answers: Mapping[str, Results]) -> list[dict[str, object]]:
    """Write results as records."""
    return [
        {"topic": topic, "document": each.document, "start": each.start, "end": each.end}
        for topic, results in answers.items()
        for each in results
    ]


def run_lines(answers: Mapping[str, Results]) -> str:
    """Write results as lines of an INEX run, in which elements may be absent."""
    return "".join(
        f"{topic} Q0 {each.document} 1 1 run "
        f"{'X' if each.start == ABSENT else each.start} {each.end - each.start}\n"
        for topic, results in answers.items()
        for each in results
    )


def judged_records(assessed: Mapping[str, Topic]) -> list[dict[str, object]]:
    """Write judgments as records: one for each highlight, or one for a document without any."""
    return [
        {
            "topic": topic,
            "document": name,
            "start": start,
            "end": end,
            "document_length": judged.length,
        }
        for topic, documents in assessed.items()
        for name, judged in documents.items()
        for start, end in (judged.highlights or [(None, None)])
    ]
