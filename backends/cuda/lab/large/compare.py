"""Comparison of results: they are downloaded in pieces and compared byte by byte by threads.

The most informative pieces come first: the first, the last, and the pieces around 2^31 elements and
2^32 bytes. The others follow in a random order from the seed, until the time limit.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from samebits.backends.cuda.arrays.resident import Resident
from samebits.backends.cuda.lab.large.case import Wanted
from samebits.backends.cuda.lab.large.reference import Piece, Reference
from samebits.backends.protocol import Array


@dataclass(frozen=True, slots=True)
class Wrong:
    """The first wrong element of a piece, its bits, and the number of wrong elements."""

    index: int
    wanted: str
    got: str
    piece: Piece
    count: int

    def __str__(self) -> str:
        start, stop = self.piece
        return (
            f"element {self.index}: wanted {self.wanted}, got {self.got}, in the piece {start} to "
            f"{stop}, of which {self.count} are wrong"
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """The number of compared elements, of all elements, and the wrong pieces in order."""

    compared: int
    elements: int
    wrong: tuple[Wrong, ...]


def compare(
    reference: Reference, array: Resident, wanted: Wanted, seconds: float, seed: int
) -> Comparison:
    """Compare a flat array. After the most informative pieces, stop when `seconds` have passed."""
    first, others = _order(list(reference.pieces(array.size)), array.dtype.itemsize, seed)
    ends = time.perf_counter() + seconds
    compared, found = 0, list[Wrong]()
    waiting: deque[Future[Wrong | None]] = deque()
    for piece in (*first, *_until(ends, others)):
        got = array.read(*piece)
        waiting.append(reference.pool.submit(_look, got, wanted, piece))
        compared += piece[1] - piece[0]
        if len(waiting) > reference.workers + 2:
            found += filter(None, [waiting.popleft().result()])
    found += filter(None, [each.result() for each in waiting])
    return Comparison(compared, array.size, tuple(sorted(found, key=lambda w: w.index)))


def _until(ends: float, pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        if time.perf_counter() >= ends:
            return
        yield piece


def _order(pieces: list[Piece], item: int, seed: int) -> tuple[list[Piece], list[Piece]]:
    """Return the pieces that are always compared, and the others in random order from the seed."""
    last = pieces[-1][1] - 1
    places = {0, last, last // 2}
    for limit in (2**31, 2**32, 2**31 // item, 2**32 // item):
        places |= {limit - 1, limit}
    first = [p for p in pieces if any(p[0] <= place < p[1] for place in places)]
    others = [p for p in pieces if p not in set(first)]
    order = np.random.default_rng(seed).permutation(len(others))
    return first, [others[i] for i in order]


def _look(got: Array, wanted: Wanted, piece: Piece) -> Wrong | None:
    """Return the first element of a piece whose bytes differ, or None."""
    right = np.ascontiguousarray(wanted(*piece))
    if right.dtype != got.dtype or right.shape != got.shape:
        raise AssertionError(f"reference {right.dtype}{right.shape}, result {got.dtype}{got.shape}")
    bits = np.dtype(f"u{got.dtype.itemsize}")
    mine, theirs = got.view(bits), right.view(bits)
    apart = mine != theirs
    if not apart.any():
        return None
    at = int(np.argmax(apart))
    width = 2 * bits.itemsize
    return Wrong(
        piece[0] + at,
        f"0x{int(theirs[at]):0{width}x}",
        f"0x{int(mine[at]):0{width}x}",
        piece,
        int(np.count_nonzero(apart)),
    )
