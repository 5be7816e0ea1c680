"""A slow second implementation of the measures, written to be obviously right.

One topic at a time, plain loops, sets of single characters and exact fractions. It shares no code
with the package; the tests compare the two on random topics.
"""

import math
import random
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

ZERO = Fraction(0)


@dataclass(frozen=True)
class Result:
    """One result, in rank order: half-open characters of a document."""

    document: str
    start: int
    end: int


@dataclass(frozen=True)
class Judged:
    """One judged document of a topic; its grade, if None, is 1 with highlighted text, else 0."""

    highlights: tuple[tuple[int, int], ...] = ()
    entry_point: int | None = None
    grade: int | None = None


@dataclass(frozen=True)
class Name:
    """The parts of a measure's name, such as gP(F(0.25), short='last')@10."""

    base: str
    argument: str | None
    variant: bool
    cut: str | None


Topic: TypeAlias = dict[str, Judged]
Character: TypeAlias = tuple[str, int]

ALIASES = {
    "P": "gP(binary)",
    "R": "gR",
    "AP": "AgP(binary)",
    "Rprec": "gP(binary)@R",
    "Judged": "gP(judged)",
    "RR": "RR(binary)",
    "nDCG": "nDCG(grade)",
}
INTERPOLATED = ("iP", "AiP")
ON_TEXT = ("Precision", "Recall", "IoU", "F", "PrecisionOmega")
ON_DOCUMENTS = ("gP", "gR", "AgP", "RR", "nDCG", "bpref")
WITHOUT_CUT = ("AiP", "PrecisionOmega", "bpref")
WITH_SCORE = ("gP", "AgP", "RR", "nDCG")
VARIANTS = {
    "levels='floor'": INTERPOLATED,
    "repeats='count'": ("Precision", "Recall", "IoU", "F"),
    "short='last'": ("gP",),
}


def score(
    name: str,
    results: list[Result],
    judged: Topic,
    *,
    overlap: str = "new",
    chunks: list[Result] | None = None,
) -> float | None:
    """Score one topic with the measure of this name; None stands for undefined (nan)."""
    if overlap not in ("new", "penalise", "naive", "thorough", "forbid"):
        raise ValueError(f"unknown overlap policy {overlap!r}")
    if overlap == "forbid" and sum(len(characters(r)) for r in results) > len(characters(*results)):
        raise ValueError("two results share a character")
    parsed = parse(name)
    value: Fraction | float | None
    if parsed.base in INTERPOLATED:
        value = interpolated(parsed, results, judged, overlap)
    elif parsed.base in ON_TEXT:
        value = on_text(parsed, results, judged, chunks)
    else:
        value = on_documents(parsed, results, judged)
    return None if value is None else float(value)


def parse(text: str) -> Name:
    """Split a measure's name into its parts, with aliases replaced; numbers need no name."""
    text = re.sub(r"\b(beta|n)=", "", text)
    base, at, cut = text.partition("@")
    match = re.fullmatch(r"(\w+)(?:\((.+)\))?(?:@([\w.]+))?", ALIASES.get(base, base) + at + cut)
    if match is None or match[1] not in INTERPOLATED + ON_TEXT + ON_DOCUMENTS:
        raise ValueError(f"unknown measure {text!r}")
    arguments = match[2].split(", ") if match[2] else []
    variant = bool(arguments) and match[1] in VARIANTS.get(arguments[-1], ())
    if variant:
        arguments.pop()
    least = 1 if match[1] in WITH_SCORE else 0
    most = 1 if match[1] in (*WITH_SCORE, "F") else 0
    if not least <= len(arguments) <= most:
        raise ValueError(f"wrong arguments in {text!r}")
    if (match[1] in WITHOUT_CUT and match[3]) or (match[1] == "iP" and not match[3]):
        raise ValueError(f"wrong cut-off in {text!r}")
    return Name(match[1], arguments[0] if arguments else None, variant, match[3])


def positive(text: str) -> int:
    """Read a cut-off, a whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"a cut-off is a whole number from 1, not {text!r}")
    return int(text)


def characters(*results: Result) -> set[Character]:
    """Collect the characters of the results, each once."""
    return {(r.document, position) for r in results for position in range(r.start, r.end)}


def highlighted(topic: Topic) -> set[Character]:
    """Collect the highlighted characters of all documents."""
    return characters(*(Result(d, *span) for d in topic for span in topic[d].highlights))


def grade(document: str, topic: Topic) -> int:
    """Look up a document's grade: 0 if negative or unjudged."""
    if document not in topic:
        return 0
    explicit = topic[document].grade
    if explicit is None:
        return 1 if highlighted({document: topic[document]}) else 0
    return max(explicit, 0)


def relevant_documents(topic: Topic) -> set[str]:
    """Collect the documents with highlighted text or, if no text is highlighted, with a grade."""
    marked = {document for document, _ in highlighted(topic)}
    return marked or {document for document in topic if grade(document, topic) >= 1}


def assessed_documents(topic: Topic) -> set[str]:
    """Collect the judged documents; one with a negative grade is not judged, as in trec_eval."""
    known = {document for document in topic if (topic[document].grade or 0) >= 0}
    return known | relevant_documents(topic)


def quality(kind: str, shared: int, read: int, total: int, beta: Fraction) -> Fraction:
    """Compute precision, recall, IoU or F from three counts of characters, where total > 0."""
    precision = Fraction(shared, read) if read > 0 else ZERO
    recall = Fraction(shared, total)
    if kind in ("P", "Precision"):
        return precision
    if kind in ("R", "Recall"):
        return recall
    if kind in ("IoU", "PrecisionOmega"):
        return Fraction(shared, read + total - shared)
    if shared == 0:
        return ZERO
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def found_and_read(results: list[Result], topic: Topic, overlap: str) -> list[tuple[int, int]]:
    """Count highlighted and all characters after each result, under the overlap policy."""
    relevant = highlighted(topic)
    before: set[Character] = set()
    found = read = 0
    points = []
    for result in results:
        text = characters(result)
        policy = overlap
        if overlap == "thorough":
            policy = "new" if result.document in relevant_documents(topic) else "naive"
        if policy == "naive":
            found += len(text & relevant)
            read += len(text)
        elif policy == "penalise":
            found += len((text - before) & relevant)
            read += len(text)
        else:
            found += len((text - before) & relevant)
            read += len(text - before)
        before |= text
        points.append((found, read))
    return points


def interpolated(name: Name, results: list[Result], topic: Topic, overlap: str) -> Fraction | None:
    """Compute iP at one recall level, or AiP over the 101 levels."""
    levels = [Fraction(name.cut)] if name.cut else [Fraction(i, 100) for i in range(101)]
    if not 0 <= levels[0] <= 1:
        raise ValueError(f"a recall level is between 0 and 1, not {name.cut}")
    total = len(highlighted(topic))
    if total == 0:
        return None
    points = found_and_read(results, topic, overlap)
    values = []
    for level in levels:
        best = ZERO
        for found, read in points:
            reached = found >= level * total
            if name.variant:
                reached = math.floor(100.0 * (found / total)) >= round(100 * float(level))
            if reached and read > 0:
                best = max(best, Fraction(found, read))
        values.append(best)
    return sum(values, ZERO) / len(values)


def passed(results: list[Result], budget: float, *, repeats: bool) -> list[Character]:
    """List the characters that a reader of the results passes until the budget is spent."""
    order: list[Character] = []
    for result in results:
        for character in sorted(characters(result)):
            if character in order and not repeats:
                continue
            if len(order) >= budget:
                return order
            order.append(character)
    return order


def on_text(
    name: Name, results: list[Result], topic: Topic, chunks: list[Result] | None
) -> Fraction | None:
    """Compute Precision, Recall, IoU, F at a rank or a budget, or PrecisionOmega."""
    relevant = highlighted(topic)
    budget = math.inf
    if name.base == "PrecisionOmega" or name.cut == "min":
        if chunks is None:
            raise ValueError("this measure needs the chunks of the collection")
        touching = [chunk for chunk in chunks if characters(chunk) & relevant]
        results = touching if name.base == "PrecisionOmega" else results[: len(touching)]
    elif name.cut and name.cut.endswith("chars"):
        budget = positive(name.cut.removesuffix("chars"))
    elif name.cut:
        results = results[: positive(name.cut)]
    if not relevant:
        return ZERO if name.base == "Precision" else None
    order = passed(results, budget, repeats=name.variant)
    shared = len(set(order) & relevant)
    return quality(name.base, shared, len(order), len(relevant), Fraction(name.argument or 1))


def document_score(kind: str, document: str, results: list[Result], topic: Topic) -> Fraction:
    """Score one document on the union of its results."""
    match = re.fullmatch(r"(F|BEP)\(([\d.]+)\)|(P|R|F|BEP|binary|grade|exp|judged)", kind)
    if match is None:
        raise ValueError(f"unknown document score {kind!r}")
    base = match[1] or match[3]
    own = [result for result in results if result.document == document]
    if base == "BEP":
        return entry_score(document, own, topic, Fraction(match[2] or 500))
    if base in ("P", "R", "F"):
        text = characters(*own)
        marked = {character for character in highlighted(topic) if character[0] == document}
        beta = Fraction(match[2] or "0.25")
        return quality(base, len(text & marked), len(text), len(marked), beta) if marked else ZERO
    of_judgments = {
        "binary": document in relevant_documents(topic),
        "grade": grade(document, topic),
        "exp": 2 ** grade(document, topic) - 1,
        "judged": document in assessed_documents(topic),
    }
    return Fraction(of_judgments[base])


def entry_score(document: str, own: list[Result], topic: Topic, n: Fraction) -> Fraction:
    """Score the distance of a document's only result from its best entry point."""
    if len(own) > 1:
        raise ValueError(f"BEP: {document} has more than one result")
    entry_point = topic[document].entry_point if document in topic else None
    if entry_point is None or document not in relevant_documents(topic):
        return ZERO
    distance = abs(own[0].start - entry_point)
    return (n - distance) / n if distance < n else ZERO


def best_score(kind: str, document: str, topic: Topic) -> Fraction:
    """Score one document as if the run returned the best of it."""
    if kind.startswith("BEP"):
        entry_point = topic[document].entry_point
        return document_score(kind, document, [Result(document, entry_point or 0, 0)], topic)
    in_judgments = kind in ("grade", "exp", "judged")
    return document_score(kind if in_judgments else "binary", document, [], topic)


def on_documents(name: Name, results: list[Result], topic: Topic) -> Fraction | float | None:
    """Compute a list score over the documents, each at the rank of its first result."""
    ranking = list(dict.fromkeys(result.document for result in results))
    relevant = relevant_documents(topic)
    kind = name.argument or "binary"
    scores = [document_score(kind, document, results, topic) for document in ranking]
    if not relevant and (name.base in ("gR", "AgP", "bpref") or name.cut == "R"):
        return None
    k = None
    if name.cut:
        k = len(relevant) if name.cut == "R" else positive(name.cut)
    if name.base == "bpref":
        return bpref(ranking, relevant, topic)
    if name.base == "nDCG":
        return ndcg(kind, scores, topic, k)
    if name.base == "RR":
        return max((gain / (i + 1) for i, gain in enumerate(scores[:k])), default=ZERO)
    if name.base == "AgP":
        ranks = [i + 1 for i, document in enumerate(ranking[:k]) if document in relevant]
        return sum((sum(scores[:rank], ZERO) / rank for rank in ranks), ZERO) / len(relevant)
    divisor = len(relevant)
    if name.base == "gP":
        divisor = len(scores[:k]) if k is None or name.variant else k
    return sum(scores[:k], ZERO) / divisor if divisor > 0 else ZERO


def bpref(ranking: list[str], relevant: set[str], topic: Topic) -> Fraction:
    """Average, over relevant documents, how few judged non-relevant ones rank above."""
    assessed = assessed_documents(topic)
    non_relevant = len(assessed - relevant)
    above = 0
    total = ZERO
    for document in ranking:
        if document in relevant and above == 0:
            total += 1
        elif document in relevant:
            total += 1 - Fraction(min(above, len(relevant)), min(non_relevant, len(relevant)))
        elif document in assessed:
            above += 1
    return total / len(relevant)


def ndcg(kind: str, scores: list[Fraction], topic: Topic, k: int | None) -> float | None:
    """Divide the discounted gain of the first k documents by that of the best ranking."""
    best = sorted((best_score(kind, document, topic) for document in topic), reverse=True)
    gained = sum(float(gain) / math.log2(i + 2) for i, gain in enumerate(scores[:k]))
    ideal = sum(float(gain) / math.log2(i + 2) for i, gain in enumerate(best[:k]))
    return None if ideal == 0 else gained / ideal


def random_span(rng: random.Random, length: int) -> tuple[int, int]:
    """Draw a span, sometimes empty, half of them on a coarse grid so that edges meet."""
    grid = rng.choice((1, 5))
    start = rng.randrange(0, length + 1, grid)
    return start, min(length, start + grid * rng.randint(0, max(1, length // grid // 2)))


def random_judged(rng: random.Random, kind: str, length: int) -> Judged:
    """Judge one document: highlights, grades that agree with them, or grades alone."""
    spans = []
    if kind in ("text", "graded text"):
        spans = [random_span(rng, length) for _ in range(rng.choice((0, 1, 1, 2, 4)))]
    value = None
    if kind == "grades":
        value = rng.randint(-1, 3)
    elif kind != "text":
        marked = any(start < end for start, end in spans)
        value = rng.randint(1, 3) if marked else rng.randint(-1, 0)
    return Judged(tuple(spans), rng.choice((None, rng.randint(0, length))), value)


def random_chunks(rng: random.Random, lengths: dict[str, int]) -> list[Result]:
    """Cut every document into chunks that may overlap."""
    chunks = []
    for document, length in lengths.items():
        end = 0
        while end < length:
            start = max(0, end - rng.choice((0, 0, 1, 5)))
            end = min(length, end + rng.choice((1, 5, 10, rng.randint(1, 30))))
            chunks.append(Result(document, start, end))
    return chunks


def random_topic(rng: random.Random) -> tuple[list[Result], Topic, list[Result]]:
    """Make one small adversarial topic: results, judgments, and the collection's chunks."""
    kind = rng.choice(("text", "text", "text", "graded text", "graded text", "grades", "none"))
    names = [f"d{i}" for i in range(rng.randint(1, 6))]
    lengths = {name: rng.choice((1, 55, rng.randint(1, 60))) for name in names}
    judged = {d: random_judged(rng, kind, lengths[d]) for d in names if rng.randint(0, 4) > 0}
    documents = [rng.choice(names) for _ in range(rng.randint(0, 12))]
    if rng.randint(0, 2) == 0:
        documents = rng.sample(names, rng.randint(0, len(names)))
    results = [Result(d, *random_span(rng, lengths[d] + rng.choice((0, 0, 9)))) for d in documents]
    if len(set(documents)) < len(documents) and rng.choice((True, False)):
        results[-1] = rng.choice(results)
    return results, judged, random_chunks(rng, lengths)
