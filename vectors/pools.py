"""Pools: all by-value bits of a table, in one vector per width.

The vectors are called `u8`, `u16`, `u32` and `u64`. A case refers to its bits by their offset in
the vector of their width. Equal arrays are stored once. With thousands of named arrays, the names
would need more space than the bits. `contents` stores the vectors.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from samebits.spec.formats import get_format
from samebits.vectors.digests import bits_digest
from samebits.vectors.errors import VectorError
from samebits.vectors.schema import Stored

Bits = np.ndarray[Any, Any]

WIDTHS = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}
"""The names of the vectors, with the size of an element in bytes."""


class PoolWriter:
    """Collects arrays of bits into vectors and returns their offsets."""

    def __init__(self) -> None:
        self._parts: dict[str, list[Bits]] = {}
        self._sizes: dict[str, int] = {}
        self._places: dict[tuple[str, int, str], int] = {}

    def put(self, bits: Bits) -> Stored:
        """Return the offset of these bits in the vector of their width.

        They are appended unless an equal array is stored already.
        """
        width = f"u{bits.dtype.itemsize * 8}"
        key = (width, bits.size, bits_digest(bits))
        if key not in self._places:
            at = self._sizes.get(width, 0)
            self._places[key] = at
            self._sizes[width] = at + bits.size
            self._parts.setdefault(width, []).append(np.ascontiguousarray(bits).reshape(-1))
        return Stored(tuple(bits.shape), self._places[key])

    def vectors(self) -> dict[str, Bits]:
        """Return the non-empty vectors by name."""
        found = {w: np.concatenate(self._parts[w]) for w in WIDTHS if w in self._parts}
        return {w: v for w, v in found.items() if v.size}


class Pools:
    """The vectors of one table. `where` names their file in error messages."""

    def __init__(self, vectors: Mapping[str, Bits], where: str) -> None:
        self._vectors = vectors
        self._where = where

    def get(self, place: Stored, format_name: str, where: str) -> Bits:
        """Return a read-only array of bits.

        Raises VectorError, which names the file and the case, if the bits are outside the vector.
        """
        dtype = get_format(format_name).bits_dtype
        count = math.prod(place.shape)
        if count == 0:
            return np.zeros(place.shape, dtype=dtype)
        pool = self._vectors.get(f"u{dtype.itemsize * 8}")
        if pool is None or place.at + count > pool.size:
            raise VectorError(f"{self._where}: {where} points outside the file")
        bits = pool[place.at : place.at + count].reshape(place.shape)
        bits.flags.writeable = False
        return bits
