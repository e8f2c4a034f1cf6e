"""What a user of exact bits asks for besides: the bits of an array, and one hash of several."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy.values import MORE_INTEGERS, NAMES, Array, ArrayLike, array_of
from samebits.spec.formats import bits_of


def bits(x: ArrayLike, /) -> Array:
    """The bit patterns of an array as unsigned integers of the same width and shape (clause F1).

    A view where x is C-contiguous, else a copy. Raises SpecError for a dtype that is no format.
    """
    return _patterns(array_of("bits", "x", x))


def digest(*arrays: ArrayLike) -> str:
    """SHA-256 over format, shape and bits of arrays in their order, in hexadecimal (clause C1.2).

    Of each array it reads a line of text such as "f32 2,3" and the bits in row-major order, little
    endian. Layout in memory and the machine do not enter. Raises SpecError for what is no array.
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
"""By public name."""
