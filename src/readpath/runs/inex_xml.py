"""INEX XML submissions, with passages as file-offset-length triples.

    <inex-submission participant-id="12" run-id="r1" task="focused" query="automatic">
      <topic topic-id="544">
        <result><file>9996</file><fol offset="461" length="202"/><rsv>0.99</rsv></result>
      </topic>
    </inex-submission>

Offsets count characters of the document's text without its tags, from 0. The order of the results is
the ranking. Results that name an element (`<path>`) or a range of elements (`<passage>`) need the
documents to find their text, and are refused with their line.

Input from strangers: any entity declaration or external reference is refused, nesting and the size
of a text are capped, and nothing is ever fetched.
"""

from __future__ import annotations

import math
import re
from typing import BinaryIO
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

import polars as pl

from readpath.errors import InputError
from readpath.files.fields import checked_spans
from readpath.files.problems import LINE
from readpath.files.source import Source
from readpath.runs.naming import stem
from readpath.runs.table import Order, Run

HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
NEEDS_TEXT = "can only be placed in the documents themselves; use <fol offset length>"
DEEPEST = 64
LONGEST = 10_000
"""No name, path or number in a submission is longer than this."""


def recognise(line: str) -> bool:
    """Whether a first line looks like this format."""
    return line.lstrip().startswith("<")


class _Submission:
    """What has been read so far, and where the parser stands."""

    def __init__(self, source: Source, parser: expat.XMLParserType) -> None:
        self.source, self.parser = source, parser
        self.name = self.topic = ""
        self.rows: list[dict[str, object]] = []
        self.result: dict[str, object] = {}
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

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.open.append(tag)
        if len(self.open) > DEEPEST:
            raise self.wrong(f"elements nest deeper than {DEEPEST} levels")
        self.text, self.size = [], 0
        if tag == "inex-submission":
            self.name = attributes.get("run-id", "")
        elif tag == "topic":
            self.topic = attributes.get("topic-id", "")
            if not self.topic:
                self.refuse("<topic> without topic-id")
        elif tag == "result":
            self.sound = True
            self.result = {LINE: self.parser.CurrentLineNumber, "topic": self.topic}
        elif tag == "fol":
            start = self._whole(attributes, "offset")
            self.result |= {"start": start, "end": start + self._whole(attributes, "length")}
        elif tag == "passage":
            self.refuse(f"a <passage> between two elements {NEEDS_TEXT}")

    def end(self, tag: str) -> None:
        self.open.pop()
        text = "".join(self.text).strip()
        if tag == "file":
            self.result["document"] = text
        elif tag == "path":
            self.refuse(f"element path {text!r} {NEEDS_TEXT}")
        elif tag == "rsv":
            self.result["score"] = self._number(text)
        elif tag == "result":
            self._finish()

    def characters(self, text: str) -> None:
        self.text.append(text)
        self.size += len(text)
        if self.size > LONGEST:
            raise self.wrong(f"a text longer than {LONGEST} characters")

    def _finish(self) -> None:
        if not self.sound:
            return
        if "topic" not in self.open:
            self.refuse("a <result> outside <topic>")
        elif not self.result.get("document"):
            self.refuse("a <result> without <file>")
        elif "start" not in self.result:
            self.refuse("a <result> without <fol offset length>")
        else:
            self.rows.append(self.result)

    def _whole(self, attributes: dict[str, str], name: str) -> int:
        text = attributes.get(name, "")
        if not re.fullmatch(r"-?\d{1,18}", text):
            self.refuse(f"{name} {text!r} of <fol> is not a whole number")
            return 0
        return int(text)

    def _number(self, text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if math.isnan(number):
            self.refuse(f"rsv {text!r} is not a number")
        return number


def read(source: Source, order: Order = "file") -> Run:
    """A run from an XML submission."""
    parser = expat.ParserCreate()
    submission = _Submission(source, parser)
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
    kinds = {"topic": pl.String, "document": pl.String, "start": pl.Int64, "end": pl.Int64}
    table = pl.DataFrame(submission.rows, schema=kinds | {"score": pl.Float64, LINE: pl.UInt32})
    if table["score"].null_count() == len(table):
        table = table.drop("score")
    return Run.of(
        checked_spans(table, source),
        name=submission.name or stem(source.name),
        format="inex-xml",
        source=source,
        order=order,
    )


def write(run: Run, out: BinaryIO) -> None:
    """Write a run of passages as a submission."""
    if not run.has_spans:
        raise InputError(
            f"run {run.name} returns whole documents; this format needs a start and a length. "
            "Convert to trec instead",
            source=run.source,
        )
    score = pl.col("score") if "score" in run.table.columns else 1 / pl.col("rank")
    table = run.results.with_columns(score.alias("score")).partition_by(
        "topic", maintain_order=True
    )
    out.write(f"{HEADER}<inex-submission run-id={quoteattr(run.name)}>\n".encode())
    for topic in table:
        out.write(f"<topic topic-id={quoteattr(topic['topic'][0])}>\n".encode())
        rows = topic.select("document", "start", "end", "score").iter_rows()
        out.writelines(_result(*row).encode() for row in rows)
        out.write(b"</topic>\n")
    out.write(b"</inex-submission>\n")


def _result(document: str, start: int, end: int, score: float) -> str:
    return (
        f"<result><file>{escape(document)}</file>"
        f'<fol offset="{start}" length="{end - start}"/><rsv>{score}</rsv></result>\n'
    )
