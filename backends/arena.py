"""Memory for results that is reused: an arena of blocks.

The system zeroes each fresh page of memory when it is first touched. For a large result, this takes
longer than the op. Time for the sum of two float32 arrays (AMD EPYC, Linux, one thread):

- 51 MB: 4 ms into reused memory, 25 ms into fresh memory, 5.3 ms into fresh huge pages
- 1 MB: 0.03 ms into reused memory, 0.41 ms into fresh memory, with huge pages or without

NumPy's own results take 1.0 to 1.6 times the time of reused memory. The C library keeps freed
blocks of up to 32 MB, and NumPy asks for huge pages from 4 MB on. PyTorch's
aligned allocations gain nothing from either: 0.40 ms for 1 MB, 25 ms for 51 MB. Removing the mmap
and trim thresholds with `mallopt` helps results of 51 MB (4.8 ms), but not results of 0.3 to 16 MB,
and changes the whole process. An arena helps programs with many large results. A block costs 3 us:

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
"""The smallest size in bytes for which an array gets a block; smaller arrays are left to NumPy."""

_HUGE = 1 << 21  # bytes of a huge page on x86-64; some processors have larger ones
_FLAGS = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}


class Block(ctypes.Array[ctypes.c_char]):
    """A piece of memory with the buffer protocol.

    It returns to its arena when its last reference is gone.
    """

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
    """Return the size of the block for `size` bytes: whole pages; if large, 25 % more at most."""
    step = max((1 << (size - 1).bit_length()) // 8, mmap.PAGESIZE)
    return -(-size // step) * step


class Arena:
    """A store of memory blocks by size. Unused blocks are kept, up to `limit` bytes.

    Any thread may ask for blocks and drop them. A forked child starts with an empty store. A block
    is not cleared: it holds zeros or the bytes of its last use.
    """

    def __init__(self, limit: int = 1 << 30) -> None:
        self.limit = limit
        self._forget()
        _arenas.add(self)

    def _forget(self) -> None:
        self._kept: dict[int, list[mmap.mmap]] = {}  # by size, the most recently used size last
        self._bytes = 0
        self._returned: deque[mmap.mmap] = deque()  # not yet entered in _kept
        self._lock = threading.Lock()

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """Return a C-contiguous uninitialized array, like `numpy.empty`."""
        dtype = np.dtype(dtype)
        size = math.prod(shape) * dtype.itemsize
        if size < LEAST:
            return np.empty(shape, dtype)
        return np.ndarray(shape, dtype, self.block(size))  # type: ignore[arg-type]  # a buffer

    def block(self, size: int) -> Block:
        """Return writable memory of at least `size` bytes (at least 1), aligned to pages."""
        size = size_class(size)
        memory = self._take(size) or _fresh(size)
        block = _block_type(size).from_buffer(memory)
        block.arena, block.memory = self, memory
        return block

    def kept(self) -> int:
        """Return the number of bytes in unused blocks that the arena keeps."""
        self._settle()
        return self._bytes

    def release(self) -> None:
        """Return all unused blocks to the system."""
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
        """Take back the memory of a deleted block.

        Python may call this in any thread at any moment, even while this thread holds the lock.
        """
        self._returned.append(memory)
        self._settle()

    def _settle(self) -> None:
        """Move returned blocks to `_kept`.

        If another thread holds the lock, it or a later call moves them.
        """
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
        while self._bytes > self.limit:  # drop a block of the least recently used size
            oldest = next(iter(self._kept))
            self._kept[oldest].pop(0)
            self._bytes -= oldest
            if not self._kept[oldest]:
                del self._kept[oldest]


_arenas: WeakSet[Arena] = WeakSet()


def _forget_all() -> None:
    """Reset all arenas in a forked child.

    Another thread of the parent may have been changing them during the fork.
    """
    for arena in _arenas:
        arena._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _fresh(size: int) -> mmap.mmap:
    memory = mmap.mmap(-1, size, **_FLAGS)
    if size >= _HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # the system has no huge pages
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory
