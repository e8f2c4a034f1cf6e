"""Check the prose of Python files: how a docstring begins, and words that the guide bans.

    python package/prose.py

It reads the docstrings and comments of all rooms. A finding in a room of CLEAN is printed and fails
the check; for the other rooms only the number of findings is printed. The rules are in
CONTRIBUTING.md, under "How to write". Text in backticks or double quotes is not checked.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    *("backends", "benchmarks", "common", "conformance", "docs", "examples", "frontends"),
    *("noxfile.py", "oracles", "package", "reports", "spec", "vectors"),
)
CLEAN = frozenset(
    {
        *("backends", "backends/c", "backends/cuda", "backends/fronts", "backends/hosting"),
        *("backends/libraries", "benchmarks", "common", "common/tests", "conformance", "examples"),
        *("frontends/numpy", "frontends/torch", "noxfile.py", "oracles", "package", "reports"),
        *("spec", "vectors"),
    }
)
"""Rooms that must have no finding. When the last finding of a room is gone, add the room here."""

OPENING = r"(?:What|Whatever|That of|Those of|As of|As the|Of|So many|The same|Such|Nothing)\b"
"""Beginnings of docstrings that refer to a noun instead of naming it."""
BANNED = re.compile(
    r"\b(?:whereof|thereby|hence|nobody|alike|besides|but for|(?:is|are|was|were|be) had)\b", re.I
)
_OPENED = re.compile(rf"\s*({OPENING})")
_SUSPECT = re.compile(rf"[\"']\s*{OPENING}")
_BETWEEN_WORDS = re.compile(r"[\s#]+")
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"")


@dataclass(frozen=True, order=True)
class Finding:
    """A banned phrase, with the path and the first line of the text that contains it."""

    path: str
    line: int
    phrase: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: rewrite {self.phrase!r} (CONTRIBUTING.md, How to write)"


def room_of(path: str) -> str:
    """Return the room of a path: `backends/c/tests` for `backends/c/tests/test_exp.py`.

    A room is a top-level folder or a folder in backends or frontends. Its tests and its trials are
    rooms of their own.
    """
    folders = path.split("/")[:-1] or [path]
    room = folders[: 2 if folders[0] in ("backends", "frontends") else 1]
    kind = next((name for name in ("tests", "trials") if name in folders), None)
    return "/".join(room if kind is None or kind in room else [*room, kind])


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each docstring, including docstrings of variables."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each comment; comments on successive lines are one comment."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    lines = [(t.start[0], t.string.lstrip("# ")) for t in tokens if t.type == tokenize.COMMENT]
    for _, block in groupby(enumerate(lines), key=lambda item: item[1][0] - item[0]):
        texts = [line for _, line in block]
        yield texts[0][0], " ".join(text for _, text in texts)


def findings(path: str, source: str) -> list[Finding]:
    """Return the findings in the source of a Python file."""
    # Parsing takes milliseconds, so a file without any such words is not parsed.
    if not _SUSPECT.search(source) and not BANNED.search(_BETWEEN_WORDS.sub(" ", source)):
        return []
    texts = list(docstrings(source))
    openings = ((line, _OPENED.match(text)) for line, text in texts)
    found = [Finding(path, line, opening[1]) for line, opening in openings if opening]
    for line, text in (*texts, *comments(source)):
        words = " ".join(_QUOTED.sub("...", text).split())
        found += [Finding(path, line, phrase[0]) for phrase in BANNED.finditer(words)]
    return sorted(found)


def check(root: Path) -> tuple[list[Finding], Counter[str]]:
    """Return the findings in clean rooms, and the number of findings in each other room."""
    broken: list[Finding] = []
    counts: Counter[str] = Counter()
    for room in ROOMS:
        place = root / room
        for file in [place] if place.is_file() else sorted(place.rglob("*.py")):
            path = file.relative_to(root).as_posix()
            found = findings(path, file.read_text(encoding="utf-8"))
            if room_of(path) in CLEAN:
                broken += found
            else:
                counts[room_of(path)] += len(found)
    return broken, counts


def main() -> None:
    """Print findings and counts. End with status 1 if a clean room has a finding."""
    broken, counts = check(ROOT)
    for finding in broken:
        print(finding)
    for room, count in sorted(counts.items()):
        print(f"{room}: findings: {count}" if count else f"{room}: no findings; add it to CLEAN")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
