"""Memory for results that keeps its pages: an arena of blocks that are used again.

The system hands out a fresh page of memory when it is first touched, and zeroes it. For a large
result that takes longer than the op: the sum of two arrays of 51 MB takes 4 ms into memory that was
used before, 25 ms into fresh memory, 5.3 ms into fresh huge pages; of 1 MB 0.03 ms, 0.41 ms, and as
long with huge pages (AMD EPYC, Linux, one thread).

NumPy's own results cost 1.0 to 1.6 times the kept memory, since the C library keeps blocks of up to
32 MB once one was freed, and NumPy asks for huge pages from 4 MB on. Tensors of PyTorch, which are
aligned, do not profit: 0.40 ms for 1 MB, 25 ms for 51 MB. `mallopt` without thresholds for mmap and
trimming mends the large ones (4.8 ms) but not those of 0.3 to 16 MB, and changes the whole process.
So whoever makes many large results asks an arena, which costs 3 us:

    y = arena.empty((512, 768), np.float32)
    t = torch.frombuffer(arena.block(4 * n), dtype=torch.float32, count=n)

The block returns to the arena once the array, the tensor and all of their views are gone.
"""

from __future__ import annotations

import ctypes
import math
import mmap
import os
import threading
from collections import deque
from contextlib import suppress
from functools import cache
from typing import Any
from weakref import WeakSet

import numpy as np

from samebits.backends.protocol import Array

LEAST = 1 << 17
"""Bytes from which on an array is a block of an arena; smaller ones the C library keeps anyway."""

_HUGE = 1 << 21  # bytes of a huge page, of this processor or a smaller one
_FLAGS = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}


class Block(ctypes.Array[ctypes.c_char]):
    """Memory on loan, with the buffer protocol; it goes back when nothing refers to it any more."""

    _type_ = ctypes.c_char
    _length_ = 0
    arena: Arena
    memory: mmap.mmap

    def __del__(self) -> None:
        if hasattr(self, "memory"):
            self.arena._give_back(self.memory)


@cache
def _block_type(size: int) -> type[Block]:
    return type("Block", (Block,), {"_length_": size})


def size_class(size: int) -> int:
    """The size of the block for so many bytes: at most a quarter larger, in whole pages."""
    step = max((1 << (size - 1).bit_length()) // 8, mmap.PAGESIZE)
    return -(-size // step) * step


class Arena:
    """Blocks by size; those that nobody uses are kept, up to `limit` bytes of them.

    Any thread may ask for blocks and drop them. A forked child begins with none that are kept. What
    a block holds is left as it is: zeros, or what was there before.
    """

    def __init__(self, limit: int = 1 << 30) -> None:
        self.limit = limit
        self._forget()
        _arenas.add(self)

    def _forget(self) -> None:
        self._kept: dict[int, list[mmap.mmap]] = {}  # by size, that used last at the end
        self._bytes = 0
        self._returned: deque[mmap.mmap] = deque()  # not yet entered above
        self._lock = threading.Lock()

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """A C-contiguous array that is not initialized, as `numpy.empty` makes one."""
        dtype = np.dtype(dtype)
        size = math.prod(shape) * dtype.itemsize
        if size < LEAST:
            return np.empty(shape, dtype)
        return np.ndarray(shape, dtype, self.block(size))  # type: ignore[arg-type]  # a buffer

    def block(self, size: int) -> Block:
        """Writable memory of at least `size` bytes, at least one, aligned to pages."""
        size = size_class(size)
        memory = self._take(size) or _fresh(size)
        block = _block_type(size).from_buffer(memory)
        block.arena, block.memory = self, memory
        return block

    def kept(self) -> int:
        """Bytes of the blocks that are kept and that nobody uses."""
        self._settle()
        return self._bytes

    def release(self) -> None:
        """Give the blocks that nobody uses back to the system."""
        self._settle()
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    def _take(self, size: int) -> mmap.mmap | None:
        self._settle()
        with self._lock:
            blocks = self._kept.pop(size, None)
            if not blocks:
                return None
            memory = blocks.pop()
            self._bytes -= size
            if blocks:
                self._kept[size] = blocks
        return memory

    def _give_back(self, memory: mmap.mmap) -> None:
        """Called when a block goes: in any thread, at any moment, even while it holds the lock."""
        self._returned.append(memory)
        self._settle()

    def _settle(self) -> None:
        """Enter what was returned. Who holds the lock meanwhile does it on the next occasion."""
        while self._returned and self._lock.acquire(blocking=False):
            try:
                while self._returned:
                    self._keep(self._returned.popleft())
            finally:
                self._lock.release()

    def _keep(self, memory: mmap.mmap) -> None:
        size = len(memory)
        blocks = self._kept.pop(size, [])
        self._kept[size] = [*blocks, memory]
        self._bytes += size
        while self._bytes > self.limit:  # of the size that was used longest ago
            oldest = next(iter(self._kept))
            self._kept[oldest].pop(0)
            self._bytes -= oldest
            if not self._kept[oldest]:
                del self._kept[oldest]


_arenas: WeakSet[Arena] = WeakSet()


def _forget_all() -> None:
    """In a forked child: another thread may have been at work on any arena."""
    for arena in _arenas:
        arena._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _fresh(size: int) -> mmap.mmap:
    memory = mmap.mmap(-1, size, **_FLAGS)
    if size >= _HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # a system without them
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory
