"""What a user of exact bits asks for besides: the bits of an array, and one hash of several."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy.values import Array, ArrayLike, array_of
from samebits.spec.formats import bits_of, format_of


def bits(x: ArrayLike, /) -> Array:
    """The bit patterns of an array as unsigned integers of the same width and shape (clause F1).

    A view where x is C-contiguous, else a copy. Raises SpecError for a dtype that is no format.
    """
    return bits_of(array_of("bits", "x", x))


def digest(*arrays: ArrayLike) -> str:
    """SHA-256 over format, shape and bits of arrays in their order, in hexadecimal (clause C1.2).

    Of each array it reads a line of text such as "f32 2,3" and the bits in row-major order, little
    endian. Layout in memory and the machine do not enter. Raises SpecError for what is no array.
    """
    found = hashlib.sha256()
    for number, given in enumerate(arrays):
        x = array_of("digest", f"arrays[{number}]", given)
        shape = ",".join(str(size) for size in x.shape)
        found.update(f"{format_of(x).name} {shape}\n".encode())
        patterns = np.ascontiguousarray(bits_of(x))
        found.update(patterns.astype(patterns.dtype.newbyteorder("<"), copy=False).tobytes())
    return found.hexdigest()


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType({"bits": bits, "digest": digest})
"""By public name."""
