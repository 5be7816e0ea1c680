"""The package as its users import it: complete, and light until it is used."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from importlib.util import find_spec

import pytest

import readpath

HEAVY = ("polars", "numpy", "scipy", "pandas", "click")


def loaded_after(code: str) -> set[str]:
    """The heavy packages that a fresh interpreter has loaded after some code."""
    told = f"{code}\nimport sys; print(*[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split()) if done.stdout.strip() else set()


def test_importing_loads_nothing_heavy() -> None:
    assert loaded_after("import readpath") == set()


def test_help_loads_only_the_command_line() -> None:
    code = "from readpath.cli import main\nimport sys\nsys.argv = ['readpath', '--help']\n"
    assert loaded_after(code + "try: main()\nexcept SystemExit: pass") == {"click"}


def test_scipy_and_pandas_are_not_needed_to_evaluate() -> None:
    assert loaded_after("from readpath import demo; demo.show()") == {"polars", "numpy"}


@pytest.mark.parametrize("name", readpath.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    assert (getattr(readpath, name).__doc__ or "").strip()


def test_no_module_hides_a_public_name() -> None:
    """Importing `readpath.x` puts the module where the function `readpath.x` should be."""
    hidden = [name for name in readpath.HOMES if find_spec(f"readpath.{name}")]
    assert hidden == []


def test_unknown_names_are_unknown() -> None:
    with pytest.raises(AttributeError, match="no attribute 'evaluat'"):
        _ = readpath.evaluat


def test_dir_lists_what_is_lazy() -> None:
    assert set(readpath.__all__) <= set(dir(readpath))


def test_the_version_is_that_of_the_package() -> None:
    assert readpath.__version__ == metadata.version("readpath")
