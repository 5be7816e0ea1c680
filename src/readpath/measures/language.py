"""The grammar of measure names: `name(argument, parameter=value)@cutoff`.

    call   = NAME [ "(" [ item { "," item } ] ")" ] [ "@" CUTOFF | "[" CUTOFF "]" ]
    item   = [ NAME "=" ] value
    value  = NUMBER [ UNIT ] | STRING | call

Names are read as text and never executed. `str(parse(name)) == name` for every name that is written
without needless spaces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from readpath.errors import MeasureError

TOKEN = re.compile(
    r"\s*(?:(?P<number>-?(?:inf\b|\d+(?:\.\d+)?(?:e[-+]?\d+)?))|(?P<name>[A-Za-z][\w-]*)"
    r"|(?P<string>'[^']*'|\"[^\"]*\")|(?P<mark>[(),=])"
    r"|@\s*(?P<cutoff>[\w.]+(?:\s+[A-Za-z]+)?)|\[\s*(?P<bracket>[^\[\]]*[^\[\]\s])\s*\])"
)
LONGEST = 200


@dataclass(frozen=True)
class Amount:
    """A number of something that text is counted in, such as `80 words`."""

    number: float
    unit: str

    def __str__(self) -> str:
        """The amount as it is written."""
        return f"{self.number!r} {self.unit}"


Value: TypeAlias = "float | str | Amount"


@dataclass(frozen=True)
class Call:
    """A name with its arguments and its cut-off, as it was written."""

    name: str
    arguments: tuple[Call | Value, ...] = ()
    parameters: tuple[tuple[str, Value], ...] = ()
    cutoff: str = ""
    brackets: bool = False

    def __str__(self) -> str:
        """The name in its normal form."""
        items = [_show(a) for a in self.arguments] + [f"{k}={_show(v)}" for k, v in self.parameters]
        inner = f"({', '.join(items)})" if items else ""
        if self.brackets:
            return f"{self.name}{inner}[{self.cutoff}]"
        return f"{self.name}{inner}" + (f"@{self.cutoff}" if self.cutoff else "")


def _show(value: Call | Value) -> str:
    if isinstance(value, str):
        return f'"{value}"' if "'" in value else f"'{value}'"
    return str(value) if isinstance(value, Call | Amount) else repr(value)


def parse(text: str) -> Call:
    """The structure of a measure's name."""
    if len(text) > LONGEST:
        raise MeasureError(f"a measure's name is at most {LONGEST} characters long")
    reader = _Reader(text)
    call = reader.call()
    reader.finish()
    return call


class _Reader:
    """Goes through the tokens of one name from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.tokens: list[tuple[str, str]] = []
        at, body = 0, text.rstrip()
        while at < len(body):
            match = TOKEN.match(body, at)
            if not match:
                raise self.wrong(self._unread(body[at:].strip()))
            self.tokens.append((str(match.lastgroup), match[str(match.lastgroup)]))
            at = match.end()

    @staticmethod
    def _unread(rest: str) -> str:
        nothing = re.match(r"@|\[\s*\]", rest)
        return f"nothing follows the {rest[0]}" if nothing else f"{rest[:10]!r} is not understood"

    def wrong(self, problem: str) -> MeasureError:
        return MeasureError(f"measure {self.text!r}: {problem}; write name(parameter=value)@cutoff")

    def peek(self, ahead: int = 0) -> tuple[str, str]:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else ("end", "the end")

    def take(self) -> tuple[str, str]:
        token = self.peek()
        self.at += 1
        return token

    def finish(self) -> None:
        if self.peek()[0] != "end":
            raise self.wrong(f"{self.peek()[1]!r} is one too many")

    def call(self) -> Call:
        kind, name = self.take()
        if kind != "name":
            raise self.wrong(f"a name is expected where {name!r} stands")
        arguments: list[Call | Value] = []
        parameters: list[tuple[str, Value]] = []
        if self.peek() == ("mark", "("):
            self.take()
            while self.peek() != ("mark", ")"):
                self._item(arguments, parameters)
                if self.peek() != ("mark", ")") and self.take() != ("mark", ","):
                    raise self.wrong("a comma or a closing parenthesis is missing")
            self.take()
        kind, cutoff = self.take() if self.peek()[0] in ("cutoff", "bracket") else ("", "")
        cutoff = re.sub(r"\s+", "", cutoff)
        return Call(name, tuple(arguments), tuple(parameters), cutoff, kind == "bracket")

    def _item(self, arguments: list[Call | Value], parameters: list[tuple[str, Value]]) -> None:
        if self.peek()[0] == "name" and self.peek(1) == ("mark", "="):
            name = self.take()[1]
            self.take()
            value = self._value()
            if isinstance(value, Call):
                raise self.wrong(f"the value of {name} is a number or a word in quotes")
            parameters.append((name, value))
        else:
            if parameters:
                raise self.wrong("named parameters come last")
            arguments.append(self._value())

    def _value(self) -> Call | Value:
        kind, text = self.peek()
        if kind == "name":
            return self.call()
        self.take()
        if kind == "number":
            number = int(text) if text.lstrip("-").isdecimal() else float(text)
            return Amount(number, self.take()[1]) if self.peek()[0] == "name" else number
        if kind == "string":
            return text[1:-1]
        raise self.wrong(f"a value is expected where {text!r} stands")
