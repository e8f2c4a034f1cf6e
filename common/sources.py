"""Digests of source files, by which a result says what made it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

ASIDE = frozenset({"tests", "trials", "lab"})
"""Folders of a room that decide no result of it: its tests, trials of the judge, the laboratory."""


def digest_of(files: Iterable[Path], top: Path) -> str:
    """SHA-256 over the lines `SHA-256  name` of files below `top`, sorted by name.

    CMake's scripts compute the same over the sources that they compile.
    """
    named = sorted((path.relative_to(top).as_posix(), path) for path in files)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}\n" for name, path in named]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def python_files(folder: Path) -> list[Path]:
    """The Python files below a folder except those below ASIDE."""
    found = folder.rglob("*.py")
    return [path for path in found if not ASIDE & {*path.relative_to(folder).parts}]
