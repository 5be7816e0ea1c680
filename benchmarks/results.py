"""What was measured, as a table for people and for programs."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

COLUMNS = [
    *("case", "program", "version"),
    *("rows", "seconds", "rows/s", "peak MB", "ratio to readpath"),
]
NUMBERS = 5
"""How many of the columns, the last ones, hold numbers."""

EXPLAINED = (
    "seconds: from opening the files to the means of all runs, in a fresh process, after the program "
    "was imported and, where it compiles itself (ranx), was warmed on the first topics of the same "
    "files; for starts, the whole process. The best of all repetitions counts.",
    "pytrec_eval is trec_eval in C with files read in Python, in the package pytrec_eval-terrier.",
    "peak MB: the most memory that the process ever held, imports and compiling included.",
    "ratio: the seconds, divided by those of the first line of the case.",
)


@dataclass(frozen=True)
class Result:
    """One line of the table."""

    case: str
    program: str
    version: str
    rows: int
    times: tuple[float, ...]
    processor_seconds: float
    megabytes: float
    reference: float | None
    """The seconds of the first line of the case, if that is the same work."""

    @property
    def seconds(self) -> float:
        """The best time."""
        return min(self.times)

    @property
    def rate(self) -> float:
        """Rows per second."""
        return self.rows / self.seconds

    @property
    def ratio(self) -> float:
        """How many times as long as the first line of the case; 0 where that is other work."""
        return self.seconds / self.reference if self.reference else 0

    def cells(self) -> list[str]:
        """As shown to people."""
        return [
            self.case,
            self.program,
            self.version,
            _shown(self.rows, ",d"),
            f"{self.seconds:.3f} best of {len(self.times)}",
            _shown(self.rate, ",.0f"),
            _shown(self.megabytes, ",.0f"),
            _shown(self.ratio, ".2f"),
        ]

    def record(self) -> dict[str, Any]:
        """With all digits."""
        derived = {"seconds": self.seconds, "rows_per_second": self.rate, "ratio": self.ratio}
        return {**asdict(self), **derived}


@dataclass(frozen=True)
class Verdict:
    """Whether a target was met, and what was reached."""

    text: str
    met: bool

    def __str__(self) -> str:
        return f"{'met' if self.met else 'MISSED'}: {self.text}"


@dataclass(frozen=True)
class Report:
    """Everything that is told in the end."""

    machine: dict[str, str]
    results: list[Result]
    verdicts: list[Verdict]
    notes: list[str]

    def markdown(self) -> str:
        """A line on the machine, the table, and what is to be known about it."""
        rule = ["---"] * (len(COLUMNS) - NUMBERS) + ["---:"] * NUMBERS
        rows = [COLUMNS, rule, *(result.cells() for result in self.results)]
        table = [f"| {' | '.join(cells)} |" for cells in rows]
        what = ", ".join(f"{name} {value}" for name, value in self.machine.items())
        remarks = [f"- {line}" for line in (*self.verdicts, *EXPLAINED, *self.notes)]
        return "\n".join([what, "", *table, "", *remarks, ""])

    def json(self) -> str:
        """The same for programs."""
        return json.dumps(
            {
                "machine": self.machine,
                "results": [result.record() for result in self.results],
                "targets": [asdict(verdict) for verdict in self.verdicts],
                "notes": [*EXPLAINED, *self.notes],
            },
            indent=2,
        )


def machine() -> dict[str, str]:
    """What the numbers depend on; how many processes are busy with other things, too."""
    return {
        "cores": str(os.cpu_count()),
        "load": f"{os.getloadavg()[0]:.1f}",
        "CPU": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        **{package: version(package) for package in ("readpath", "polars", "numpy")},
    }


def _processor() -> str:
    """The name of the CPU, which Linux keeps in a file."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def _shown(number: float, form: str) -> str:
    """A number, or nothing for what does not apply."""
    return format(number, form) if number else ""
