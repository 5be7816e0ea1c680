"""How long a program works and how much memory it takes, in a process of its own."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.programs import PROGRAMS, Means
from benchmarks.recipe import DATA

ROOT = Path(__file__).parent.parent
MEGABYTE = 1_000_000

WARM_TOPICS = 20
"""How many topics a program compiles with; ranx keeps to one thread for good after fewer than ten."""


@dataclass(frozen=True)
class Job:
    """What a program has to do: score runs against judgments, given as names of files."""

    program: str
    judgments: str
    runs: list[str]
    measures: list[str]


@dataclass(frozen=True)
class Measured:
    """What came of it, and at what cost."""

    seconds: float
    processor_seconds: float
    """What all cores worked together, which says more than the time on a machine that is busy."""
    megabytes: float
    means: list[Means]


def scoring(job: Job) -> Measured:
    """From files to mean scores, after the program was imported; the process's peak of memory."""
    child = subprocess.run(
        [sys.executable, "-m", "benchmarks.measure"],
        input=json.dumps(asdict(job)),
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=_environment(),
        check=False,
    )
    if child.returncode:
        raise SystemExit(f"{job.program} failed on {job.judgments} (exit code {child.returncode})")
    return Measured(**json.loads(child.stdout.splitlines()[-1]))


def starting(command: Sequence[str]) -> Measured:
    """From the start of a command to its end."""
    begin = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, cwd=ROOT, env=_environment(), check=True)
    return Measured(perf_counter() - begin, 0, 0, [])


def _environment() -> dict[str, str]:
    """Modules are kept in compiled form, as those of installed programs are."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(DATA / "compiled")}


def main() -> None:
    """Do the job that comes by standard input, in this process."""
    job = Job(**json.load(sys.stdin))
    program = PROGRAMS[job.program]
    judgments, runs = Path(job.judgments), [Path(run) for run in job.runs]
    score = program.load()
    if program.compiles:
        with TemporaryDirectory() as folder:
            few = [_first_topics(path, Path(folder)) for path in (judgments, runs[0])]
            score(few[0], few[1:], job.measures)
    begin, begin_work = perf_counter(), process_time()
    means = score(judgments, runs, job.measures)
    seconds, worked = perf_counter() - begin, process_time() - begin_work
    print(json.dumps(asdict(Measured(seconds, worked, _peak_megabytes(), means))))


def _first_topics(path: Path, folder: Path) -> Path:
    """A copy of the first topics of a file."""
    topics: set[str] = set()

    def is_early(line: str) -> bool:
        topics.add(line.split(maxsplit=1)[0])
        return len(topics) <= WARM_TOPICS

    target = folder / path.name
    with path.open() as file:
        target.write_text("".join(takewhile(is_early, file)))
    return target


def _peak_megabytes() -> float:
    """The most memory that this process has held at once.

    Linux tells it for the program alone; `getrusage` may count what the parent held at the fork.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        peak = next(line for line in lines if line.startswith("VmHWM:"))
        return int(peak.split()[1]) * 1024 / MEGABYTE
    peak_size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak_size * (1 if sys.platform == "darwin" else 1024) / MEGABYTE


if __name__ == "__main__":
    main()
