"""Output arrays of the judge: filled with poison and aligned to a cache line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.backends.executor import poison_of
from samebits.backends.protocol import Array
from samebits.spec.formats import get_format

ALIGNMENT = 64
_OTHER = 0x5A


def other_poison_of(name: str) -> int:
    """Return a second poison that differs in every byte from `poison_of(name)`."""
    form = get_format(name)
    mask = int.from_bytes(bytes([_OTHER]) * (form.bits // 8), "little")
    return poison_of(name) ^ mask


def aligned(shape: Sequence[int], name: str, poison: int) -> Array:
    """Return an aligned C-contiguous array of a format, filled with the bit pattern `poison`."""
    form = get_format(name)
    size = int(np.prod(shape, dtype=np.int64)) * form.dtype.itemsize
    memory = np.empty(size + ALIGNMENT, dtype=np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    inner = memory[start : start + size]
    inner.view(form.bits_dtype)[...] = form.bits_dtype.type(poison)
    return inner.view(form.dtype).reshape(shape)
