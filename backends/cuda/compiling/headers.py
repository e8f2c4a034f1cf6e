"""The folders of the CUDA sources, and the files that a file includes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from samebits.backends.protocol import BackendError

SOURCES = Path(__file__).resolve().parents[1] / "src"
"""The folder of this backend's CUDA C++ sources."""

NUMERICS = Path(__file__).resolve().parents[2] / "numerics"
"""The folder of the headers that the C and the CUDA backend share: `scalar/` and `lanes/`."""

_INCLUDED = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


@cache
def reached(path: str) -> frozenset[Path]:
    """Return the file, and all files in the source folders that it includes, even indirectly."""
    seen: set[Path] = set()
    waiting = [found(path)]
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting += [found(name) for name in included(here.read_text())]
    return frozenset(seen)


def included(text: str) -> tuple[str, ...]:
    """Return the names of all files that a text includes, in order, also in an inactive `#if`."""
    return tuple(_INCLUDED.findall(text))


def found(name: str) -> Path:
    """Return the path of a header in either folder; raise BackendError if it is missing."""
    for folder in (SOURCES, NUMERICS):
        if (folder / name).is_file():
            return folder / name
    first = name.partition("/")[0]
    below = "numerics" if (NUMERICS / first).is_dir() else "cuda/src"
    raise BackendError(f"backends/{below}/{name} is missing; correct the `#include` or the path")
