"""Which tests execute a line, and how long each takes: asked once, kept until a file changes."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from samebits.spec.files import write_atomically


@dataclass(frozen=True, slots=True)
class Executed:
    """One test: how it ended without any mutant, and the lines of each target that it executed.

    `files` are the SHA-256 of the test's file and of those targets, as they were.
    """

    test: str
    ended: str
    seconds: float
    lines: dict[str, list[int]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)

    def holds(self, root: Path) -> bool:
        """Whether none of the files has changed since."""
        return all(file_digest(root, name) == was for name, was in self.files.items())


def file_digest(root: Path, name: str) -> str:
    """SHA-256 of a file, "" where there is none."""
    path = root / name
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def read_executed(path: Path, root: Path) -> dict[str, Executed]:
    """What is known of tests that still stand as they were."""
    if not path.is_file():
        return {}
    kept = [Executed(**row) for row in json.loads(path.read_text())]
    return {e.test: e for e in kept if e.holds(root)}


def write_executed(path: Path, known: Sequence[Executed]) -> None:
    """Keep it for the next run."""
    write_atomically(path, json.dumps([asdict(e) for e in known]).encode())


def from_trace(
    root: Path, test: str, ended: str, seconds: float, trace: str, names: Sequence[str]
) -> Executed:
    """What a traced test has written, one number of a target and one line a row."""
    lines: dict[str, set[int]] = defaultdict(set)
    for row in trace.split("\n")[:-1]:
        number, line = row.split()
        lines[names[int(number)]].add(int(line))
    touched = [test.split("::")[0], *lines]
    return Executed(
        test,
        ended,
        round(seconds, 3),
        {name: sorted(found) for name, found in sorted(lines.items())},
        {name: file_digest(root, name) for name in touched},
    )
