"""Shared libraries in the cache of compiled kernels. A truncated library is detected."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from samebits.backends.c.elf import damage
from samebits.backends.cuda.compiling import cache
from samebits.backends.protocol import BackendError

_MAGIC = b"\x7fELF"
_KIND, _SUFFIX = "emulated", ".so"


def shared_library(parts: Iterable[str], make: Callable[[Path], None]) -> Path:
    """Return the library with the key `parts`: the cached library, or the output of `make`.

    A system crash may truncate a library, and a truncated library would crash the process that
    loads it. It is therefore made again. Raises BackendError if the new library is truncated, too,
    and any error of `make`.
    """
    decisive = tuple(parts)
    for _ in range(2):
        path = cache.made(_KIND, decisive, _SUFFIX, make)
        if _is_whole(path):
            return path
        path.unlink(missing_ok=True)
    raise BackendError(f"{path} was damaged directly after it was written; check the disk")


def place(parts: Iterable[str]) -> Path:
    """Return the path of the library with the key `parts`. The library need not exist."""
    return cache.kept(_KIND, parts, _SUFFIX)


def _is_whole(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(_MAGIC)) == _MAGIC and not damage(path)
