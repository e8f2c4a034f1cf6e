"""Output buffers that tell: poisoned, fenced on both sides, aligned to a cache line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.backends.executor import poison_of
from samebits.backends.protocol import Array
from samebits.spec.formats import get_format

ALIGNMENT = 64
_FENCE = 256
_FENCE_BYTE = 0xC3
_OTHER = 0x5A


def other_poison_of(name: str) -> int:
    """A second poison, different in every byte from `poison_of(name)`."""
    form = get_format(name)
    mask = int.from_bytes(bytes([_OTHER]) * (form.bits // 8), "little")
    return poison_of(name) ^ mask


class FencedOutput:
    """One C-contiguous output of a format, between two fences."""

    def __init__(self, shape: Sequence[int], name: str, poison: int) -> None:
        form = get_format(name)
        size = int(np.prod(shape, dtype=np.int64)) * form.dtype.itemsize
        self._memory = np.full(size + 2 * _FENCE + ALIGNMENT, _FENCE_BYTE, dtype=np.uint8)
        self._start = _FENCE + (-(self._memory.ctypes.data + _FENCE)) % ALIGNMENT
        self._stop = self._start + size
        inner = self._memory[self._start : self._stop]
        inner.view(form.bits_dtype)[...] = form.bits_dtype.type(poison)
        self.array: Array = inner.view(form.dtype).reshape(shape)

    @property
    def bits(self) -> np.ndarray[Any, Any]:
        """The bits of the output, in its shape."""
        return self.array.view(f"u{self.array.dtype.itemsize}")

    def intact(self) -> bool:
        """Whether nothing was written outside the output."""
        before, after = self._memory[: self._start], self._memory[self._stop :]
        return bool((before == _FENCE_BYTE).all() and (after == _FENCE_BYTE).all())
