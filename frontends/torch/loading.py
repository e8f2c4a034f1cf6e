"""What the process has loaded: shared libraries, with which ops may come, and Python modules."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any


class _Loaded(ctypes.Structure):
    """The first fields of `struct dl_phdr_info` (dl_iterate_phdr(3)): `loads` counts all loads."""

    _fields_ = (
        ("address", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("headers", ctypes.c_void_p),
        ("count", ctypes.c_uint16),
        ("loads", ctypes.c_ulonglong),
    )


@cache
def _loads() -> Callable[[], int] | None:
    """What counts the libraries that were loaded so far; None where the system does not say."""
    try:
        # It keeps the interpreter's lock: a thread that loads a library may wait for that.
        walk: Any = ctypes.PyDLL(None).dl_iterate_phdr
    except (AttributeError, OSError, TypeError):
        return None
    visitor = ctypes.PYFUNCTYPE(
        ctypes.c_int, ctypes.POINTER(_Loaded), ctypes.c_size_t, ctypes.c_void_p
    )
    first = visitor(_count_of)
    return lambda: int(walk(first, None))


def _count_of(loaded: Any, size: int, data: object) -> int:
    """End the walk at the first library, with the count that each of them has."""
    fits = size >= ctypes.sizeof(_Loaded)
    return loaded.contents.loads & 0x7FFFFFFF if fits else -1


def loads() -> int | None:
    """How many shared libraries were loaded so far; None where the system does not say."""
    count = _loads()
    found = -1 if count is None else count()
    return found if found > 0 else None


_NAMES: dict[tuple[str, ...], tuple[tuple[int, str], list[str]]] = {}
"""Of roots the names that `modules_below` found, beside how many there were and the latest one."""


def modules_below(roots: tuple[str, ...]) -> list[ModuleType]:
    """The loaded modules of these names and those below them, by name."""
    now = len(sys.modules), next(reversed(sys.modules))
    before, names = _NAMES.get(roots, (None, []))
    if now != before:
        below = tuple(f"{root}." for root in roots)
        names = sorted(n for n in tuple(sys.modules) if n in roots or n.startswith(below))
        _NAMES[roots] = now, names
    return [sys.modules[name] for name in names]
