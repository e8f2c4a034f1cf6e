"""Philox4x32-10 (clause D1): counter-based random bits, a pure function of (seed, stream, index).

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
"""

from __future__ import annotations

from typing import Any

import numpy as np

_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_WEYL = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10
_MASK = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_PART = 1 << 13

U32Array = np.ndarray[Any, np.dtype[np.uint32]]
U64Array = np.ndarray[Any, np.dtype[np.uint64]]


def blocks(seed: int, stream: int, first: int, count: int) -> U32Array:
    """Return `count` blocks of a stream, from block `first` on, as 32-bit words [count, 4].

    The key is (low half, high half) of the seed modulo 2^64. The counter is (low half of the block
    number, its high half, low half of the stream, its high half).
    """
    found = np.empty((count, 4), np.uint32)
    for place in range(0, count, _PART):
        part = found[place : place + _PART]
        _fill(part, seed, stream, first + place)
    return found


def _fill(found: U32Array, seed: int, stream: int, first: int) -> None:
    """Fill `found` with the blocks from `first` on.

    Callers pass a short array, so that all intermediate arrays stay in the cache of the CPU.
    """
    count = len(found)
    index = np.arange(count, dtype=np.uint64) + np.uint64(first)
    c0, c1 = index & _MASK, index >> _HALF
    c2 = np.full(count, stream & 0xFFFFFFFF, dtype=np.uint64)
    c3 = np.full(count, (stream >> 32) & 0xFFFFFFFF, dtype=np.uint64)
    k0, k1 = seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF
    for _ in range(_ROUNDS):
        p0, p1 = c0 * np.uint64(_MULTIPLIERS[0]), c2 * np.uint64(_MULTIPLIERS[1])
        c0, c1, c2, c3 = (
            (p1 >> _HALF) ^ c1 ^ np.uint64(k0),
            p1 & _MASK,
            (p0 >> _HALF) ^ c3 ^ np.uint64(k1),
            p0 & _MASK,
        )
        k0, k1 = (k0 + _WEYL[0]) & 0xFFFFFFFF, (k1 + _WEYL[1]) & 0xFFFFFFFF
    for word, values in enumerate((c0, c1, c2, c3)):
        found[:, word] = values


def draws32(seed: int, stream: int, count: int, start: int = 0) -> U32Array:
    """Return `count` draws of 32 bits, from draw `start` on.

    Draw i is word i mod 4 of block i // 4.
    """
    first = start // 4
    words = blocks(seed, stream, first, (start + count + 3) // 4 - first).reshape(-1)
    return words[start - 4 * first :][:count]


def draws64(seed: int, stream: int, count: int, start: int = 0) -> U64Array:
    """Return `count` draws of 64 bits, from draw `start` on.

    Draw i consists of two words of block i // 2: word 2(i mod 2) is its low half, and the next word
    is its high half.
    """
    words = draws32(seed, stream, 2 * count, 2 * start).astype(np.uint64)
    return words[::2] | (words[1::2] << _HALF)
