"""The addresses of arrays in a host, modulo a page.

If a test depends on the address of an array (`Chosen`), the copy in the host has the same address
modulo a page as the judge's array. The addresses of all other arrays come from a checksum of the
call and of the layout. The same call therefore gets the same addresses in every run, and different
calls get different addresses. Over many calls, arrays begin at every cache line of a page, and some
end at the end of a page.
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
"""Size of a cache line in bytes.

Copies keep their address modulo it, unless they end with a page.
"""

_AT_END = 4
"""One array in 4 ends at the end of a page."""

_SPREAD, _UPPER = 0x9E3779B1, 16
"""A multiplier that spreads similar checksums, and the number of low bits that are dropped."""


class Chosen(np.ndarray[Any, Any]):
    """An array whose address matters.

    It and its views keep their addresses modulo a page in the host.
    """


def is_chosen(array: Array) -> bool:
    """Return whether the judge has chosen the address of an array."""
    base: object = array
    while isinstance(base, np.ndarray):
        if isinstance(base, Chosen):
            return True
        base = base.base
    return False


def remainder(arrays: Sequence[Array], low: int, high: int, key: str) -> int:
    """Return the address modulo a page for the copy of the bytes from `low` to `high`.

    `arrays` are the arrays in these bytes. `key` names the op and the index of the first array.
    """
    if any(map(is_chosen, arrays)):
        return low % PAGE
    first = arrays[0]
    drawn = _drawn(key, first.dtype.num, first.shape, first.strides)
    at_end = -(high - low) % PAGE
    # The offset of every element keeps its alignment.
    if drawn % _AT_END == 0 and (at_end - low) % max(x.itemsize for x in arrays) == 0:
        return at_end
    return drawn // _AT_END % (PAGE // LINE) * LINE + low % LINE


@lru_cache(maxsize=4096)
def _drawn(key: str, kind: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> int:
    form = f"{key} {kind} {shape} {strides}"
    return zlib.crc32(form.encode()) * _SPREAD % 2**32 >> _UPPER
