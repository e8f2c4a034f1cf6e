"""Shared libraries in the cache of compiled kernels, none of them cut short."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from samebits.backends.c.elf import damage
from samebits.backends.cuda import cache
from samebits.backends.protocol import BackendError

_MAGIC = b"\x7fELF"
_KIND, _SUFFIX = "emulated", ".so"


def shared_library(parts: Iterable[str], make: Callable[[Path], None]) -> Path:
    """The library that `parts` decide: the one that is kept, or what `make` writes.

    One that a crash of the system has cut short, which would bring down whoever loads it, is made
    again. Raises BackendError, and whatever `make` raises.
    """
    decisive = tuple(parts)
    for _ in range(2):
        path = cache.made(_KIND, decisive, _SUFFIX, make)
        if _is_whole(path):
            return path
        path.unlink(missing_ok=True)
    raise BackendError(f"{path} was damaged as soon as it was written; look at the disk")


def place(parts: Iterable[str]) -> Path:
    """Where the library that `parts` decide lies, whether it is there or not."""
    return cache.kept(_KIND, parts, _SUFFIX)


def _is_whole(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(_MAGIC)) == _MAGIC and not damage(path)
