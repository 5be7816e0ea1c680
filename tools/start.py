"""Set readpath up in a virtual environment of its own and run something in it.

python3 tools/start.py demo      the demonstration on built-in data
python3 tools/start.py test      all tests (arguments that follow go to pytest)
python3 tools/start.py check     format, lint, types, generated files
python3 tools/start.py bench     side by side with other programs

Needs nothing but Python 3.11 or newer. The environment is `.venv` in this folder; what is installed
there is fixed by constraints.txt, so that it is the same everywhere.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = Path(os.environ.get("READPATH_VENV", ROOT / ".venv"))
PROGRAMS = HOME / ("Scripts" if os.name == "nt" else "bin")
STAMP = HOME / "readpath-extras.txt"

Commands = list[list[str]]
TASKS: dict[str, tuple[str, Commands]] = {
    "demo": ("", [["readpath", "demo"]]),
    "test": ("dev", [["python", "-m", "pytest"]]),
    "check": (
        "dev,bench",
        [
            ["ruff", "format", "--check", "."],
            ["ruff", "check", "."],
            ["mypy"],
            ["python", "tools/docs.py", "--check"],
            ["python", "tools/demo/build.py", "--check"],
        ],
    ),
    "bench": ("dev,bench", [["python", "-m", "benchmarks"]]),
}
"""What each task needs beside readpath itself, and its commands; the last one takes arguments."""


def install(extras: str) -> None:
    """Make the environment, unless it stands and holds all that is needed."""
    recipe = b"".join((ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt"))
    version = hashlib.sha256(recipe).hexdigest()
    stamp = STAMP.read_text().split() if STAMP.exists() else []
    present = set(stamp[1].split(",")) if len(stamp) == 2 and stamp[0] == version else None
    if present is not None and set(filter(None, extras.split(","))) <= present:
        return
    if not PROGRAMS.exists():
        print(f"making {HOME} …", file=sys.stderr, flush=True)
        venv.create(HOME, with_pip=True)
    wanted = ",".join(sorted({*(present or ()), *extras.split(",")} - {"", "none"}))
    target = f"{ROOT}[{wanted}]" if wanted else str(ROOT)
    print(f"installing readpath {f'with {wanted} ' * bool(wanted)}…", file=sys.stderr, flush=True)
    pip = [str(PROGRAMS / "python"), "-m", "pip", "install", "--quiet"]
    pip += ["--disable-pip-version-check", "--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([*pip, "--editable", target], check=True)
    STAMP.write_text(f"{version} {wanted or 'none'}\n")


def main() -> int:
    """Install what the task needs and run it; the exit code is the task's own."""
    name, arguments = (sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if name not in TASKS:
        print(__doc__, file=sys.stderr)
        return 2
    extras, commands = TASKS[name]
    install(extras)
    for number, (program, *rest) in enumerate(commands, start=1):
        more = arguments if number == len(commands) else []
        done = subprocess.run([str(PROGRAMS / program), *rest, *more], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
