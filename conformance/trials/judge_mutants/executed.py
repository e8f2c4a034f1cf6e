"""A record of the source lines that each test executes, and of how long each test takes.

A line is identified by its function, a digest of the function's code, and its index among the code
lines of that function. The record of a test therefore stays valid if comments, docstrings or other
functions change, or if a file moves. For a line outside functions, only the file is recorded.
"""

from __future__ import annotations

import json
import lzma
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from samebits.common.files import write_atomically
from samebits.conformance.trials.judge_mutants.mutant_places import Place, digest_of_test, functions

_Piece = tuple[str, str, str, tuple[int, ...]]
"""Path, function, digest of its code, indices of its code lines; or ("path", "", "", ())."""


@dataclass(frozen=True, slots=True)
class Executed:
    """One test: how it ended without any mutant, and the lines that it executed in each target.

    `digest` is the digest of the test's own text. Line 0 means all lines outside functions.
    """

    test: str
    ended: str
    seconds: float
    lines: dict[str, list[int]] = field(default_factory=dict)
    digest: str = ""


class Sources:
    """The current functions of the targets."""

    def __init__(self, root: Path, targets: Iterable[str]) -> None:
        self._places: dict[str, list[Place]] = {
            name: functions((root / name).read_text()) if (root / name).is_file() else []
            for name in targets
        }
        self._lines = {
            (path, place.name, place.digest): place.lines
            for path, places in self._places.items()
            for place in places
        }
        self._paths: dict[tuple[str, str], str] = {}
        for path, name, digest in self._lines:
            self._paths.setdefault((name, digest), path)
        self._root = root

    def pieces(self, lines: dict[str, list[int]]) -> list[_Piece]:
        """Return the given lines, grouped by function."""
        found: dict[_Piece, list[int]] = defaultdict(list)
        for path, numbers in lines.items():
            found[path, "", "", ()] = []
            wanted = set(numbers)
            for place in self._places.get(path, ()):
                inside = [at for at, code in enumerate(place.lines) if wanted & {*code}]
                if inside:
                    found[path, place.name, place.digest, tuple(inside)] = inside
        return sorted(found)

    def lines(self, pieces: Iterable[_Piece]) -> dict[str, list[int]] | None:
        """Return the current lines of these functions, or None if a function no longer exists."""
        found: dict[str, set[int]] = defaultdict(set)
        for path, name, digest, inside in pieces:
            if not name:
                if (self._root / path).is_file():
                    found[path].add(0)
                continue
            if path not in self._places and not (self._root / path).is_file():
                path = self._paths.get((name, digest), path)  # the file has moved
            known = self._lines.get((path, name, digest))
            if known is None:
                return None
            found[path] |= {0, *(line for at in inside for line in known[at])}
        return {path: sorted(numbers) for path, numbers in sorted(found.items())}


def read_executed(path: Path, root: Path, targets: Iterable[str]) -> dict[str, Executed]:
    """Return the records of tests if their text and the functions that they execute are unchanged.

    A test that was too slow to run on mutants counts as slow until its own text changes.
    """
    if not path.is_file():
        return {}
    kept: dict[str, Any] = json.loads(lzma.decompress(path.read_bytes()))
    pieces: list[_Piece] = []
    for number, *inside in kept["pieces"]:
        where, name, digest = kept["functions"][number]
        pieces.append((where, name, digest, tuple(inside)))
    sources = Sources(root, targets)
    found = {}
    for test, ended, seconds, digest, numbers in kept["tests"]:
        lines = sources.lines(pieces[n] for n in numbers)
        if lines is None and ended == "timeout":
            lines = {}
        if lines is not None and digest == digest_of_test(root, test):
            found[test] = Executed(test, ended, seconds, lines, digest)
    return found


def write_executed(path: Path, known: Sequence[Executed], sources: Sources) -> None:
    """Store the records for the next run. Raises OSError if the file cannot be written."""
    rows = {e.test: sources.pieces(e.lines) for e in known}
    pieces = sorted({piece for found in rows.values() for piece in found})
    names = sorted({piece[:3] for piece in pieces})
    at = {name: number for number, name in enumerate(names)}
    of = {piece: number for number, piece in enumerate(pieces)}
    kept = {
        "functions": names,
        "pieces": [(at[piece[:3]], *piece[3]) for piece in pieces],
        "tests": [
            (e.test, e.ended, e.seconds, e.digest, [of[piece] for piece in rows[e.test]])
            for e in sorted(known, key=lambda e: e.test)
        ],
    }
    text = json.dumps(kept, separators=(",", ":"))
    write_atomically(path, lzma.compress(text.encode(), preset=6))


def from_trace(
    root: Path, test: str, ended: str, seconds: float, trace: str, names: Sequence[str]
) -> Executed:
    """Return the record of a test from its trace.

    Each row of the trace has an index into `names` and a line number.
    """
    lines: dict[str, set[int]] = defaultdict(set)
    for row in trace.split("\n")[:-1]:
        number, line = row.split()
        lines[names[int(number)]] |= {0, int(line)}
    return Executed(
        test,
        ended,
        round(seconds, 3),
        {name: sorted(found) for name, found in sorted(lines.items())},
        digest_of_test(root, test),
    )
