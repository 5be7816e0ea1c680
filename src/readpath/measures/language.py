"""The grammar of measure names: `name(argument, parameter=value)@cutoff`.

    call  = NAME [ "(" [ item { "," item } ] ")" ] [ "@" CUTOFF ]      also NAME "[" CUTOFF "]"
    item  = [ NAME "=" ] ( NUMBER | STRING | call )

Names are read as text and never executed. `str(parse(name)) == name` for every name that is written
without needless spaces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from readpath.errors import MeasureError

TOKEN = re.compile(
    r"\s*(?:(?P<number>-?\d+(?:\.\d+)?)|(?P<name>[A-Za-z][\w-]*)"
    r"|(?P<string>'[^']*'|\"[^\"]*\")|(?P<mark>[(),=]))"
)
LONGEST = 200


@dataclass(frozen=True)
class Call:
    """A name with its arguments and its cut-off, as it was written."""

    name: str
    arguments: tuple[Call | float | str, ...] = ()
    parameters: tuple[tuple[str, float | str], ...] = ()
    cutoff: str = ""
    brackets: bool = False

    def __str__(self) -> str:
        """The name in its normal form."""
        items = [_show(a) for a in self.arguments] + [f"{k}={_show(v)}" for k, v in self.parameters]
        inner = f"({', '.join(items)})" if items else ""
        if self.brackets:
            return f"{self.name}{inner}[{self.cutoff}]"
        return f"{self.name}{inner}" + (f"@{self.cutoff}" if self.cutoff else "")


def _show(value: Call | float | str) -> str:
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, Call):
        return str(value)
    return repr(value)


def parse(text: str) -> Call:
    """The structure of a measure's name."""
    if len(text) > LONGEST:
        raise MeasureError(f"a measure's name is at most {LONGEST} characters long")
    body, brackets, cutoff = text.strip(), False, ""
    bracketed = re.fullmatch(r"(.*)\[([^\[\]]*)\]", body)
    if bracketed:
        body, cutoff, brackets = bracketed[1], bracketed[2].strip(), True
    elif "@" in body:
        body, _, cutoff = body.rpartition("@")
        cutoff = re.sub(r"\s+", "", cutoff)
    if (brackets or "@" in text) and not cutoff:
        raise MeasureError(f"{text!r}: nothing follows the {'[' if brackets else '@'}")
    reader = _Reader(text, body)
    call = reader.call()
    reader.finish()
    return Call(call.name, call.arguments, call.parameters, cutoff, brackets)


class _Reader:
    """Goes through the tokens of one name from left to right."""

    def __init__(self, text: str, body: str) -> None:
        self.text, self.at = text, 0
        self.tokens: list[tuple[str, str]] = []
        at = 0
        body = body.rstrip()
        while at < len(body):
            match = TOKEN.match(body, at)
            if not match:
                raise self.wrong(f"{body[at:].strip()[:10]!r} is not understood")
            self.tokens.append((str(match.lastgroup), match[str(match.lastgroup)]))
            at = match.end()

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
        arguments: list[Call | float | str] = []
        parameters: list[tuple[str, float | str]] = []
        if self.peek() == ("mark", "("):
            self.take()
            while self.peek() != ("mark", ")"):
                self._item(arguments, parameters)
                if self.peek() != ("mark", ")") and self.take() != ("mark", ","):
                    raise self.wrong("a comma or a closing parenthesis is missing")
            self.take()
        return Call(name, tuple(arguments), tuple(parameters))

    def _item(
        self, arguments: list[Call | float | str], parameters: list[tuple[str, float | str]]
    ) -> None:
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

    def _value(self) -> Call | float | str:
        kind, text = self.peek()
        if kind == "name":
            return self.call()
        self.take()
        if kind == "number":
            return float(text) if "." in text else int(text)
        if kind == "string":
            return text[1:-1]
        raise self.wrong(f"a value is expected where {text!r} stands")
