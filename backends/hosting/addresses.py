"""The addresses of arrays in a host, modulo a page.

If a test depends on the address of an array (`Chosen`), the judge's address is kept. All other
arrays get an address from a checksum of the call and of their layout. The same call therefore gets
the same addresses in every run, and different calls get different ones. Over many calls, arrays
begin at every cache line of a page, and some end at the end of a page.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from samebits.backends.hosting.memory import PAGE
from samebits.backends.protocol import Array

LINE = 64
"""Size of a cache line. Arrays keep their addresses modulo it, unless they end with a page."""

_AT_END = 4
"""One array in every 4 ends at the end of a page."""

_SPREAD, _UPPER = 0x9E3779B1, 16
"""A multiplier that spreads similar checksums, and the number of low bits that are dropped."""


class Chosen(np.ndarray[Any, Any]):
    """An array whose address matters. It, and views of it, keep their addresses modulo a page."""


def is_chosen(array: Array) -> bool:
    """Return whether the judge has chosen the address of an array."""
    base: object = array
    while isinstance(base, np.ndarray):
        if isinstance(base, Chosen):
            return True
        base = base.base
    return False


def remainder(arrays: Sequence[Array], low: int, high: int, key: str) -> int:
    """Return the address modulo a page for the bytes from `low` to `high`.

    `arrays` are the arrays in these bytes. `key` names the op and the place of the first array.
    """
    if any(map(is_chosen, arrays)):
        return low % PAGE
    first = arrays[0]
    drawn = _drawn(key, first.dtype.num, first.shape, first.strides)
    at_end = -(high - low) % PAGE
    # Every element keeps its alignment.
    if drawn % _AT_END == 0 and (at_end - low) % max(x.itemsize for x in arrays) == 0:
        return at_end
    return drawn // _AT_END % (PAGE // LINE) * LINE + low % LINE


@lru_cache(maxsize=4096)
def _drawn(key: str, kind: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> int:
    form = f"{key} {kind} {shape} {strides}"
    return zlib.crc32(form.encode()) * _SPREAD % 2**32 >> _UPPER
