"""Run the nox sessions `tests` and `lint` in a tree with added ops (step 9 of CONTRIBUTING.md).

They are run in parts, so that an interrupted run continues with the first part that has not ended.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from samebits.conformance.trials.one_op.ended import Ended
from samebits.conformance.trials.one_op.scratch_tree import Tree, files_of

READ = (
    "common", "spec", "oracles", "vectors", "backends", "conformance", "reports", "benchmarks",
    "frontends", "docs", "package", "examples",
)  # fmt: skip
"""The rooms that any test or tool may read."""

WRITTEN_IN_C = (".c", ".h", ".cu")

_PASSED = re.compile(r"\b(\d+) passed\b")


def folders(tree: Tree) -> list[str]:
    """Return the folders with tests, in the order of the rooms."""
    found = {path.parent.relative_to(tree.folder).as_posix() for room in READ for path in
             (tree.folder / room).rglob("test_*.py")}  # fmt: skip
    kept = (f for f in found if not f.startswith("examples/"))
    return sorted(kept, key=lambda f: (READ.index(f.split("/")[0]), f))


def _read(tree: Tree) -> list[str]:
    """Return the rooms and folders that the digest of these steps covers."""
    return [*READ, *folders(tree)]


def tested(
    tree: Tree, ended: Ended, part: str, processes: str, tell: Callable[[str], None]
) -> Iterator[list[str]]:
    """Run the unit tests folder by folder. Yield failures with the end of the output.

    Each subfolder is a separate step. `part` (K/N) selects the part of the slow tests that runs;
    see samebits.common.tests.parts.
    """
    read = _read(tree)
    for folder in folders(tree):
        step = _step(folder, part)
        passed = ended.found(step, read)
        if passed is not None:
            tell(f"has ended: {step}, {passed} passed")
            continue
        tell(step)
        files = sorted(p.as_posix() for p in (tree.folder / folder).glob("test_*.py"))
        run = ("-m", "pytest", "-q", "-n", processes, "--dist", "worksteal")
        asked = ("-p", "samebits.common.tests.parts", "--part", part)
        told = tree.run([sys.executable, *run, *asked, *files])
        found = _PASSED.search(told.stdout)
        if told.returncode or not found:
            yield [f"{step}: {(told.stdout + told.stderr)[-4000:]}"]
        else:
            ended.keep(step, read, int(found[1]))


def _step(folder: str, part: str) -> str:
    return f"nox -s tests -- {folder} --part {part}"


def passed(tree: Tree, ended: Ended, part: str) -> int:
    """Return the number of passed tests in all folders."""
    read = _read(tree)
    return sum(ended.found(_step(folder, part), read) or 0 for folder in folders(tree))


def _lints(ops: Sequence[str], rooms: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    yield "ruff", ["check", "."]
    yield "ruff", ["format", "--check", "."]
    written = [path for op in ops for path in files_of(op) if path.endswith(WRITTEN_IN_C)]
    yield "clang-format", ["--dry-run", "-Werror", *written]
    yield "mypy", list(rooms)


def linted(tree: Tree, ops: Sequence[str], ended: Ended, tell: Callable[[str], None]) -> list[str]:
    """Run the tools of `nox -s lint`, and clang-format on the ops' files. Return failures."""
    bad, read = [], _read(tree)
    rooms = [room for room in READ if room not in ("docs", "examples")]
    for tool, arguments in _lints(ops, rooms):
        step = f"nox -s lint: {tool} {' '.join(arguments)}"
        if ended.found(step, read) is not None:
            tell(f"has ended: {step}")
            continue
        command = Path(sys.executable).with_name(tool)
        if not command.exists() and find_spec(tool) is None:
            tell(f"not run ({tool} is not installed): {step}")
            continue
        tell(step)
        told = tree.run([str(command), *arguments])
        if told.returncode:
            bad.append(f"{step}: {(told.stdout + told.stderr)[-4000:]}")
        else:
            ended.keep(step, read)
    return bad
