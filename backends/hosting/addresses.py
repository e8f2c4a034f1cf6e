"""The addresses of arrays in a host, modulo a page.

The judge chooses the address of an array only where a question is about it (`Chosen`). All other
arrays get one by a digest of the call and of their own form. So the same call meets the same
addresses in every run, and different calls meet different ones: every line of a page, and the place
where an array ends together with a page.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.backends.hosting.memory import PAGE
from samebits.backends.protocol import Array

LINE = 64
"""Other arrays keep their addresses modulo this many bytes, unless they end with a page."""

_AT_END = 4
"""One of this many arrays ends with a page."""

_SPREAD, _UPPER = 0x9E3779B1, 16
"""A factor that spreads the few bits in which two checksums differ, and the bits left out then."""


class Chosen(np.ndarray[Any, Any]):
    """Memory of the judge. Arrays in it keep their addresses modulo a page."""


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

    `arrays` are those in these bytes, and `key` names the call and the place of the first of them.
    """
    if any(map(is_chosen, arrays)):
        return low % PAGE
    first = arrays[0]
    form = f"{key} {first.dtype.num} {first.shape} {first.strides}"
    drawn = zlib.crc32(form.encode()) * _SPREAD % 2**32 >> _UPPER
    at_end = -(high - low) % PAGE
    # Every element stays as well aligned as it is.
    if drawn % _AT_END == 0 and (at_end - low) % max(x.itemsize for x in arrays) == 0:
        return at_end
    return drawn // _AT_END % (PAGE // LINE) * LINE + low % LINE
