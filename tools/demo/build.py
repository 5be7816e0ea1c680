"""Write the judgments and the three runs of the collection that ships with readpath.

    python tools/demo/build.py            write the files
    python tools/demo/build.py --check    exit 1 if the files differ from what would be written

People edit `assessments.txt` (its format is explained at its top), the articles and the topics.
From these come `judgments.qrels`, the runs and the numbers in the README of the collection.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ASSESSMENTS = Path(__file__).with_name("assessments.txt")
DEMO = Path(__file__).parents[2] / "src" / "readpath" / "demo"

UNITS = {"p", "list", "table", "figure"}
STOP_WORDS = {"a", "and", "do", "for", "how", "in", "is", "not", "of", "on", "the", "to", "why"}
DOCUMENTS_PER_TOPIC = 15
UNITS_PER_DOCUMENT = 3
POOL_DEPTH = 10
NUMBERS = re.compile(r"(?<=<!-- numbers -->\n).*?(?=<!-- end of numbers -->)", re.DOTALL)


class BuildError(ValueError):
    """Something in the sources does not fit together; the message says where and what."""


# Documents


@dataclass(frozen=True)
class Unit:
    """What is retrieved: a stretch of a document, and where the section around it begins."""

    document: str
    start: int
    end: int
    section: int


@dataclass(frozen=True)
class Document:
    """The text of an article, and its paragraphs, lists, tables and figures in order."""

    name: str
    text: str
    units: list[Unit]


def read_document(path: Path) -> Document:
    """Read an article.

    A title belongs to the first unit below it, and a unit inside a unit is a part of that one.
    """
    root = ElementTree.parse(path).getroot()
    units: list[Unit] = []
    title, section = None, 0
    for tag, start, end in elements(root, 0):
        if tag == "title":
            title = section = start
        elif tag in UNITS and not (units and start < units[-1].end):
            units.append(Unit(path.stem, start if title is None else title, end, section))
            title = None
    return Document(path.stem, "".join(root.itertext()), units)


def elements(element: ElementTree.Element, start: int) -> Iterator[tuple[str, int, int]]:
    """Yield each element with the characters it spans, in document order."""
    yield element.tag, start, start + len("".join(element.itertext()))
    start += len(element.text or "")
    for child in element:
        yield from elements(child, start)
        start += len("".join(child.itertext())) + len(child.tail or "")


# Judgments


@dataclass
class Judgment:
    """What one document holds for one topic."""

    relevant: bool
    highlights: list[tuple[int, int]] = field(default_factory=list)
    begin: int | None = None

    @property
    def entry(self) -> int:
        """The best entry point: the first highlight if nothing else was said, 0 without any."""
        if self.begin is not None:
            return self.begin
        return self.highlights[0][0] if self.highlights else 0


Judgments = dict[str, dict[str, Judgment]]


def read_assessments(path: Path, documents: dict[str, Document]) -> Judgments:
    """Read the judgments, topic by topic, and find every quote in its document."""
    reader = AssessmentReader(documents)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        keyword, _, rest = line.strip().partition(" ")
        if keyword and not keyword.startswith("#"):
            try:
                reader.read(keyword, rest.strip())
            except BuildError as error:
                raise BuildError(f"{path.name}:{number}: {error}") from None
    for topic, judged in reader.judgments.items():
        for name, judgment in judged.items():
            if judgment.relevant and not judgment.highlights:
                raise BuildError(f"{path.name}: topic {topic}, document {name}: no mark")
    return reader.judgments


class AssessmentReader:
    """Understands assessments.txt one line at a time."""

    def __init__(self, documents: dict[str, Document]) -> None:
        """Start before the first topic."""
        self.documents = documents
        self.judgments: Judgments = {}
        self.judged: dict[str, Judgment] = {}
        self.judgment: Judgment | None = None
        self.text = ""

    def read(self, keyword: str, rest: str) -> None:
        """Take in one line."""
        match keyword:
            case "topic":
                if rest in self.judgments:
                    raise BuildError(f"topic {rest} comes twice")
                self.judged = self.judgments[rest] = {}
                self.judgment = None
            case "document":
                self.judgment = self.judge(rest, relevant=True)
                self.text = self.documents[rest].text
            case "irrelevant":
                for name in rest.split():
                    self.judge(name, relevant=False)
                self.judgment = None
            case "begin" | "mark":
                self.quote(keyword, rest)
            case _:
                raise BuildError(f"unknown word: {keyword}")

    def judge(self, name: str, relevant: bool) -> Judgment:
        """Enter a document under the topic."""
        if not self.judgments:
            raise BuildError("the first topic is missing")
        if name not in self.documents:
            raise BuildError(f"there is no document {name}")
        if name in self.judged:
            raise BuildError(f"{name} is judged twice for this topic")
        return self.judged.setdefault(name, Judgment(relevant))

    def quote(self, keyword: str, quote: str) -> None:
        """Note an entry point or a highlight of the document."""
        if self.judgment is None:
            raise BuildError(f"{keyword} belongs below a document")
        start, end = locate(quote, self.text)
        if keyword == "begin":
            self.judgment.begin = start
        elif any(start < before for _, before in self.judgment.highlights):
            raise BuildError(f"starts before a mark above it ends: {quote}")
        else:
            self.judgment.highlights.append((start, end))


def locate(quote: str, text: str) -> tuple[int, int]:
    """Find where a quote stands, `first words … last words` or entire: once, or an error."""
    first, _, last = quote.partition(" … ")
    start = only(first, text, 0)
    return start, only(last, text, start) + len(last) if last else start + len(first)


def only(words: str, text: str, start: int) -> int:
    """Find the one place at or after `start` where these words stand."""
    found = text.find(words, start) if words else -1
    if found < 0:
        raise BuildError(f"not found: {words}")
    if text.find(words, found + 1) >= 0:
        raise BuildError(f"found more than once, quote more of it: {words}")
    return found


def qrels(judgments: Judgments, documents: dict[str, Document]) -> str:
    """Write the judgments in the INEX format."""
    lines = []
    for topic, judged in judgments.items():
        for name, judgment in sorted(judged.items()):
            spans = [(start, end - start) for start, end in judgment.highlights]
            relevant = sum(length for _, length in spans)
            line = f"{topic} Q0 {name} {relevant} {len(documents[name].text)} {judgment.entry}"
            lines.append(" ".join([line, *(f"{start}:{length}" for start, length in spans)]))
    return "\n".join(lines) + "\n"


# Search


class Index:
    """BM25 over a list of texts, with the usual k1 = 0.9 and b = 0.4."""

    def __init__(self, texts: Sequence[str], k1: float = 0.9, b: float = 0.4) -> None:
        """Count the words of each text."""
        self.counts = [Counter(words(text)) for text in texts]
        self.holders = Counter(word for count in self.counts for word in count)
        mean = sum(count.total() for count in self.counts) / len(texts)
        self.damping = [k1 * (1 - b + b * count.total() / mean) for count in self.counts]

    def scores(self, query: str) -> list[float]:
        """Score each text, rounded so that all machines agree on the order."""
        wanted = [(word, self.weight(word)) for word in words(query)]
        return [
            round(sum(w * count[word] / (count[word] + damping) for word, w in wanted), 6)
            for count, damping in zip(self.counts, self.damping, strict=True)
        ]

    def weight(self, word: str) -> float:
        """Weigh a word: the fewer texts hold it, the more it tells."""
        holders = self.holders[word]
        return math.log(1 + (len(self.counts) - holders + 0.5) / (holders + 0.5))


def words(text: str) -> list[str]:
    """Split text into words in lower case, without the commonest."""
    return [word for word in re.findall(r"[^\W_]+", text.lower()) if word not in STOP_WORDS]


class Searcher:
    """Ranks units for a query, grouped by document."""

    def __init__(self, units: Sequence[Unit], documents: dict[str, Document]) -> None:
        """Index each unit as a text of its own."""
        self.units = units
        self.index = Index([documents[unit.document].text[unit.start : unit.end] for unit in units])

    def search(self, query: str) -> list[list[tuple[float, Unit]]]:
        """Return the best documents, each with its best units, and nothing that scores 0.

        Of two equal documents the later name comes first, as in trec_eval.
        """
        scored = zip(self.index.scores(query), self.units, strict=True)
        found: dict[str, list[tuple[float, Unit]]] = {}
        for score, unit in sorted(scored, key=lambda s: (s[0], s[1].document), reverse=True):
            if score > 0:
                found.setdefault(unit.document, []).append((score, unit))
        return [units[:UNITS_PER_DOCUMENT] for units in found.values()][:DOCUMENTS_PER_TOPIC]


def build_runs(
    topics: dict[str, str], documents: dict[str, Document]
) -> tuple[dict[str, str], dict[str, set[str]]]:
    """Make the three runs and each topic's pool: the first documents of any of them."""
    wholes = [Unit(name, 0, len(doc.text), 0) for name, doc in documents.items()]
    articles = Searcher(wholes, documents)
    passages = Searcher([unit for doc in documents.values() for unit in doc.units], documents)
    lines: dict[str, list[str]] = {"articles": [], "passages": [], "entries": []}
    pools = {}
    for topic, title in topics.items():
        whole, parts = articles.search(title), passages.search(title)
        pools[topic] = {group[0][1].document for group in whole[:POOL_DEPTH] + parts[:POOL_DEPTH]}
        results = {
            "articles": [(score, unit, unit.start, unit.end) for [(score, unit)] in whole],
            "passages": [(score, u, u.start, u.end) for group in parts for score, u in group],
            "entries": [(score, u, u.section, u.section) for [(score, u), *_] in parts],
        }
        for run, ranked in results.items():
            lines[run] += [
                f"{topic} Q0 {unit.document} {rank} {score:.6f} {run} {start} {end - start}"
                for rank, (score, unit, start, end) in enumerate(ranked, 1)
            ]
    return {f"{run}.run": "\n".join(rows) + "\n" for run, rows in lines.items()}, pools


# Everything


def numbers(judgments: Judgments, documents: dict[str, Document]) -> str:
    """Make the table of the README."""
    judged = [judgment for topic in judgments.values() for judgment in topic.values()]
    spans = [span for judgment in judged for span in judgment.highlights]
    rows = {
        "documents": len(documents),
        "characters of text": sum(len(doc.text) for doc in documents.values()),
        "topics": len(judgments),
        "judged documents, over all topics": len(judged),
        "of these relevant": sum(bool(judgment.highlights) for judgment in judged),
        "highlighted passages": len(spans),
        "highlighted characters": sum(end - start for start, end in spans),
    }
    table = [f"| {name} | {count:,} |" for name, count in rows.items()]
    return "\n".join(["| | |", "|---|---:|", *table]) + "\n"


def check_sources(topics: dict[str, str], judgments: Judgments, pools: dict[str, set[str]]) -> None:
    """Require that all topics are judged, in all documents of their pools."""
    if list(topics) != list(judgments):
        raise BuildError(f"topics {list(topics)}, but assessments of {list(judgments)}")
    for topic, pool in pools.items():
        if missing := sorted(pool - judgments[topic].keys()):
            raise BuildError(f"topic {topic}: in the pool but not judged: {' '.join(missing)}")


def build() -> dict[Path, str]:
    """Make the contents of every file."""
    documents = {path.stem: read_document(path) for path in sorted(DEMO.glob("collection/*.xml"))}
    judgments = read_assessments(ASSESSMENTS, documents)
    root = ElementTree.parse(DEMO / "topics.xml").getroot()
    topics = {topic.get("id", ""): topic.findtext("title", "") for topic in root}
    runs, pools = build_runs(topics, documents)
    check_sources(topics, judgments, pools)
    readme = (DEMO / "README.md").read_text(encoding="utf-8")
    table = numbers(judgments, documents)
    files = {
        "judgments.qrels": qrels(judgments, documents),
        "README.md": NUMBERS.sub(lambda _: table, readme),
        **runs,
    }
    return {DEMO / name: text for name, text in files.items()}


def main() -> int:
    """Write the files, or compare them with what is there."""
    parser = argparse.ArgumentParser(description="Build the collection that ships with readpath.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing, exit 1 if files differ"
    )
    check = parser.parse_args().check
    try:
        files = build()
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    stale = [
        path
        for path, text in files.items()
        if not path.exists() or path.read_bytes() != text.encode()
    ]
    for path in stale:
        print("out of date:" if check else "written:", path.relative_to(DEMO.parents[2]))
        if not check:
            path.write_text(files[path], encoding="utf-8", newline="\n")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
