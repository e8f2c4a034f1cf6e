"""The folders of the CUDA sources, and the files that a file reaches by `#include`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from samebits.backends.protocol import BackendError

SOURCES = Path(__file__).resolve().parents[1] / "src"
"""The CUDA C++ of this backend."""

NUMERICS = Path(__file__).resolve().parents[2] / "numerics"
"""The headers `scalar/` and `lanes/`, which the C and the CUDA backend share unchanged."""

_INCLUDED = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


@cache
def reached(path: str) -> frozenset[Path]:
    """Return the file and every file that it includes, directly or not, in either source folder."""
    seen: set[Path] = set()
    waiting = [found(path)]
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting += [found(name) for name in included(here.read_text())]
    return frozenset(seen)


def included(text: str) -> tuple[str, ...]:
    """Return the names that a text includes, in its order, under all conditions."""
    return tuple(_INCLUDED.findall(text))


def found(name: str) -> Path:
    """Return the file of this name in either source folder. Raises BackendError."""
    for folder in (SOURCES, NUMERICS):
        if (folder / name).is_file():
            return folder / name
    first = name.partition("/")[0]
    below = "numerics" if (NUMERICS / first).is_dir() else "cuda/src"
    raise BackendError(f"backends/{below}/{name} is not there, but it is included or asked for")
