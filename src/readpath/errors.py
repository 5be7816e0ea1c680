"""Every error that a user can meet.

    ReadpathError
    ├── InputError            a file or record cannot be used: says where, what and how to mend it
    │   └── RunError          the results of a run break a rule of the task
    ├── MeasureError          an unknown measure, parameter or cut-off
    ├── EvidenceError         a measure needs something that these judgments or this run do not hold
    └── OptionError           an argument of a function or command does not fit

All of them are `ValueError`s as well, so that code that does not know readpath can catch them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ReadpathError(ValueError):
    """Base of all errors that readpath raises on purpose."""


class InputError(ReadpathError):
    """Something in a file or a list of records cannot be used.

    Printed as `file:line: problem`, which editors and terminals turn into a link.
    """

    def __init__(self, problem: str, *, source: str = "", line: int | None = None) -> None:
        self.problem, self.source, self.line = problem, source, line
        place = ":".join(str(part) for part in (source, line) if part not in ("", None))
        super().__init__(f"{place}: {problem}" if place else problem)


class RunError(InputError):
    """The results of a run break a rule: they overlap, are interleaved, or repeat a document."""


class MeasureError(ReadpathError):
    """A measure's name, parameter or cut-off is not known."""


class EvidenceError(ReadpathError):
    """A measure asks for something that the judgments or the run do not hold."""


class OptionError(ReadpathError):
    """An argument does not fit: an unknown task, policy, format or topic."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A sentence that helps with a mistyped word: the nearest known ones, else all of them."""
    names = sorted(known)
    folded = {name.lower(): name for name in names}
    close = difflib.get_close_matches(word.lower(), folded, n=3, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(folded[name] for name in close) + "?"
    return "known: " + ", ".join(names)


def one_of(known: Iterable[str], word: str, what: str) -> str:
    """The word, if it is among the known ones; else an OptionError that helps."""
    names = list(known)
    if word not in names:
        raise OptionError(f"unknown {what} {word!r}; {nearest(word, names)}")
    return word
