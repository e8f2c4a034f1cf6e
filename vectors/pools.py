"""Pools: all by-value bits of a table in one safetensors file, one vector per width.

The tensors are called `u8`, `u16`, `u32`, `u64`; a case names its place. Equal arrays are kept
once. One vector a width costs nothing per case, where thousands of named tensors would cost more
in names than in bits.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from samebits.spec.formats import get_format
from samebits.vectors.digests import bits_digest, little_endian_bytes
from samebits.vectors.errors import VectorError
from samebits.vectors.files import REMEDY
from samebits.vectors.schema import Stored

Bits = np.ndarray[Any, Any]
WIDTHS = ("u8", "u16", "u32", "u64")


class PoolWriter:
    """Collects arrays of bits and hands out their places."""

    def __init__(self) -> None:
        self._parts: dict[str, list[Bits]] = {}
        self._sizes: dict[str, int] = {}
        self._places: dict[tuple[str, int, str], int] = {}

    def put(self, bits: Bits) -> Stored:
        """The place of these bits, appended unless an equal array is there already."""
        width = f"u{bits.dtype.itemsize * 8}"
        key = (width, bits.size, bits_digest(bits))
        if key not in self._places:
            at = self._sizes.get(width, 0)
            self._places[key] = at
            self._sizes[width] = at + bits.size
            self._parts.setdefault(width, []).append(np.ascontiguousarray(bits).reshape(-1))
        return Stored(tuple(bits.shape), self._places[key])

    def to_bytes(self) -> bytes | None:
        """The safetensors file, or None where nothing was put."""
        tensors = {w: np.concatenate(p) for w, p in sorted(self._parts.items())}
        if not any(t.size for t in tensors.values()):
            return None
        for name, tensor in tensors.items():
            little_endian = np.frombuffer(
                little_endian_bytes(tensor), dtype=tensor.dtype.newbyteorder("<")
            )
            tensors[name] = little_endian
        return bytes(save(tensors))


class Pools:
    """The pools of one safetensors file whose digest has been checked."""

    def __init__(self, data: bytes | None, path: Path) -> None:
        self._path = path
        self._pools: dict[str, Bits] = {}
        if data is None:
            return
        try:
            self._pools = load(data)
        except SafetensorError as error:
            raise VectorError(f"{path}: is no safetensors file ({error}); {REMEDY}") from error
        if not set(self._pools) <= set(WIDTHS) or any(p.ndim != 1 for p in self._pools.values()):
            raise VectorError(f"{path}: holds other tensors than the vectors {WIDTHS}")

    def get(self, place: Stored, format_name: str, where: str) -> Bits:
        """A read-only array of bits. Raises VectorError naming file and case."""
        dtype = get_format(format_name).bits_dtype
        count = int(np.prod(place.shape, dtype=np.int64))
        if count == 0:
            return np.zeros(place.shape, dtype=dtype)
        pool = self._pools.get(f"u{dtype.itemsize * 8}")
        if pool is None or place.at + count > pool.size:
            raise VectorError(f"{self._path}: {where} points outside the file")
        bits = pool[place.at : place.at + count].reshape(place.shape)
        bits.flags.writeable = False
        return bits
