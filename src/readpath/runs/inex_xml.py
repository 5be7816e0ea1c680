"""INEX XML submissions, with passages as file-offset-length triples.

    <inex-submission participant-id="12" run-id="r1" task="focused" query="automatic">
      <topic topic-id="544">
        <result><file>9996</file><fol offset="461" length="202"/><rsv>0.99</rsv></result>
      </topic>
    </inex-submission>

Offsets count characters of the document's text without its tags, from 0. The order of the results is
the ranking. `<rsv>` may be left out. White space around a text, other elements and other attributes
are not looked at. The encoding is UTF-8, UTF-16, Latin-1 or ASCII.

Refused: a `<result>` that is not right inside a `<topic>`, that lacks its file or place or has two, an
element inside `<file>` or `<rsv>`, a number that is none, is negative or past any text's end. Results
that name an element (`<path>`) or a range of elements (`<passage>`) need the documents to find their
text, and are refused with their line.

Input from strangers: any entity declaration or external reference is refused, nesting and the size
of a text are capped, and nothing is ever fetched. Not written: whole documents, elements that do not
exist, and names that XML cannot hold.
"""

from __future__ import annotations

import re
from typing import BinaryIO
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

import polars as pl

from readpath.errors import InputError
from readpath.files.fields import checked_spans
from readpath.files.numbers import real_numbers, whole_numbers
from readpath.files.problems import LINE
from readpath.files.source import Source
from readpath.runs.naming import stem
from readpath.runs.refusals import NAME, refuse_absent, refuse_documents, refuse_names
from readpath.runs.table import Order, Run

HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
NEEDS_TEXT = "can only be placed in the documents themselves; use <fol offset length>"
DEEPEST = 64
LONGEST = 10_000
"""No name, path or number in a submission is longer than this."""
WHITE = " \t\r\n"
PARTS = ("file", "fol", "rsv", "path", "passage")
ENCODINGS = ("utf-8", "utf-16", "iso-8859-1", "us-ascii")
OUR_NAMES = {"file": "document", "offset": "start", "length": "end", "rsv": "score"}
RETURN = {"\r": "&#13;"}
"""A carriage return that is not written like this is read as a line end."""
FORBIDDEN = "[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
"""Characters that XML has no way to write."""


def recognise(line: str) -> bool:
    """Whether a first line looks like this format."""
    return line.lstrip().startswith("<")


class _Submission:
    """What has been read so far, and where the parser stands."""

    def __init__(self, source: Source, parser: expat.XMLParserType) -> None:
        self.source, self.parser = source, parser
        self.name = ""
        self.topic: str | None = None
        self.rows: list[dict[str, str | int]] = []
        self.result: dict[str, str | int] = {}
        self.parts: set[str] = set()
        self.sound = True
        self.open: list[str] = []
        self.text: list[str] = []
        self.size = 0

    def wrong(self, problem: str) -> InputError:
        return InputError(problem, source=self.source.name, line=self.parser.CurrentLineNumber)

    def refuse(self, problem: str) -> None:
        self.sound = False
        self.source.refuse([self.wrong(problem)])

    def forbidden(self, *_: object) -> int:
        raise self.wrong("entity declarations and external references are not accepted")

    def declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() not in ENCODINGS:
            raise self.wrong(
                f"encoding {encoding!r} is not accepted; convert the file to UTF-8 and declare that"
            )

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        parent = self.open[-1] if self.open else ""
        self.open.append(tag)
        if len(self.open) > DEEPEST:
            raise self.wrong(f"elements nest deeper than {DEEPEST} levels")
        self.text, self.size = [], 0
        for text in (tag, *attributes, *attributes.values()):
            self.capped(len(text))
        if tag == "inex-submission":
            self.name = attributes.get("run-id", "")
        elif tag == "topic":
            self._topic(attributes)
        elif tag == "result":
            self._result(inside=parent)
        elif parent == "result" and tag in PARTS:
            self._part(tag, attributes)
        elif parent in PARTS:
            self.refuse(f"a <{tag}> inside <{parent}>")

    def _topic(self, attributes: dict[str, str]) -> None:
        self.topic = attributes.get("topic-id", "")
        if not self.topic:
            self.refuse("<topic> without topic-id")

    def _result(self, inside: str) -> None:
        self.sound = bool(self.topic)
        self.result = {LINE: self.parser.CurrentLineNumber, "topic": self.topic or ""}
        self.parts = set()
        if inside != "topic" or self.topic is None:
            self.refuse("a <result> outside <topic>")

    def _part(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in self.parts:
            self.refuse(f"a second <{tag}> in a <result>")
        self.parts.add(tag)
        if tag == "fol":
            self.result |= {name: attributes.get(name, "") for name in ("offset", "length")}
        elif tag == "passage":
            self.refuse(f"a <passage> between two elements {NEEDS_TEXT}")

    def end(self, tag: str) -> None:
        self.open.pop()
        text = "".join(self.text).strip(WHITE)
        if tag == "topic":
            self.topic = None
        elif tag == "result":
            self._finish()
        elif self.open[-1:] == ["result"]:
            if tag == "path":
                self.refuse(f"element path {text!r} {NEEDS_TEXT}")
            elif tag in ("file", "rsv"):
                self.result[tag] = text

    def characters(self, text: str) -> None:
        self.text.append(text)
        self.size += len(text)
        self.capped(self.size)

    def capped(self, size: int) -> None:
        if size > LONGEST:
            raise self.wrong(f"a text longer than {LONGEST} characters")

    def _finish(self) -> None:
        if not self.sound:
            return
        if not self.result.get("file"):
            self.refuse("a <result> without <file>")
        elif "fol" not in self.parts:
            self.refuse("a <result> without <fol offset length>")
        else:
            self.rows.append(self.result)


def read(source: Source, order: Order = "file") -> Run:
    """A run from an XML submission."""
    parser = expat.ParserCreate()
    submission = _Submission(source, parser)
    parser.XmlDeclHandler = submission.declaration
    parser.EntityDeclHandler = submission.forbidden
    parser.ExternalEntityRefHandler = submission.forbidden
    parser.SkippedEntityHandler = submission.forbidden
    parser.StartElementHandler = submission.start
    parser.EndElementHandler = submission.end
    parser.CharacterDataHandler = submission.characters
    try:
        parser.Parse(source.data, True)
    except expat.ExpatError as error:
        raise InputError(
            f"not well-formed XML: {expat.errors.messages[error.code]}",
            source=source.name,
            line=error.lineno,
        ) from error
    return Run.of(
        _places(submission.rows, source),
        name=submission.name or stem(source.name),
        format="inex-xml",
        source=source,
        order=order,
    )


def _places(rows: list[dict[str, str | int]], source: Source) -> pl.DataFrame:
    """The results as a table, their texts as numbers."""
    names = ("topic", "file", "offset", "length", "rsv")
    table = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String()) | {LINE: pl.UInt32()})
    for name in ("offset", "length"):
        table = whole_numbers(table, name, source, shown=f"{name} {{{name}!r}} of <fol>")
    table = real_numbers(table, "rsv", source).rename(OUR_NAMES)
    table = table.with_columns((pl.col("start") + pl.col("end")).alias("end"))
    if table["score"].null_count() == len(table):
        table = table.drop("score")
    return checked_spans(table, source)


def write(run: Run, out: BinaryIO) -> None:
    """Write a run of passages as a submission; a result without a score has no `<rsv>`."""
    refuse_documents(run)
    refuse_absent(run)
    edges = NAME.str.strip_chars(WHITE) != NAME
    unfit = edges | NAME.str.contains(FORBIDDEN) | (NAME.str.len_chars() > LONGEST)
    refuse_names(run, unfit, "cannot be written as XML")
    name = quoteattr(re.sub(FORBIDDEN, "_", run.name))
    out.write(f"{HEADER}<inex-submission run-id={name}>\n".encode())
    score = pl.col("score") if "score" in run.table.columns else pl.lit(None)
    table = run.results.with_columns(score.alias("score"))
    for topic in table.partition_by("topic", maintain_order=True):
        out.write(f"<topic topic-id={quoteattr(topic['topic'][0])}>\n".encode())
        rows = topic.select("document", "start", "end", "score").iter_rows()
        out.writelines(_result(*row).encode() for row in rows)
        out.write(b"</topic>\n")
    out.write(b"</inex-submission>\n")


def _result(document: str, start: int, end: int, score: float | None) -> str:
    rsv = "" if score is None else f"<rsv>{score}</rsv>"
    return (
        f"<result><file>{escape(document, RETURN)}</file>"
        f'<fol offset="{start}" length="{end - start}"/>{rsv}</result>\n'
    )
