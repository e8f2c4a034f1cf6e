"""Helpers for comparing bits: the bit patterns of an array, and one hash of several arrays."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy.values import MORE_INTEGERS, NAMES, Array, ArrayLike, array_of
from samebits.spec.formats import bits_of


def bits(x: ArrayLike, /) -> Array:
    """Return the bit patterns of an array as unsigned integers of the same width (clause F1).

    The result has the shape of x. It is a view if x is C-contiguous, else a copy. Raises SpecError
    if the dtype is not a format.
    """
    return _patterns(array_of("bits", "x", x))


def digest(*arrays: ArrayLike) -> str:
    """Return the SHA-256 hash of formats, shapes and bits of arrays, in hexadecimal (clause C1.2).

    For each array, in the given order, the hash reads a line of text such as "f32 2,3", and then
    the bits in row-major order, little endian. Memory layout and machine do not matter. Raises
    SpecError if an argument is not an array.
    """
    found = hashlib.sha256()
    for number, given in enumerate(arrays):
        x = array_of("digest", f"arrays[{number}]", given)
        shape = ",".join(str(size) for size in x.shape)
        found.update(f"{NAMES[x.dtype]} {shape}\n".encode())
        patterns = np.ascontiguousarray(_patterns(x))
        found.update(patterns.astype(patterns.dtype.newbyteorder("<"), copy=False).tobytes())
    return found.hexdigest()


def _patterns(x: Array) -> Array:
    if NAMES[x.dtype] in MORE_INTEGERS:
        x = x.view(f"i{x.itemsize}")
    return bits_of(x)


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType({"bits": bits, "digest": digest})
"""The functions of this module, by public name."""
