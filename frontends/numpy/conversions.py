"""Conversions from and to uint16 and uint64 by the rules of R5, each rounded once.

The op `cast` does not have these two formats. This module uses its conversions between other
formats wherever they are exact, or do the one required rounding.
"""

from __future__ import annotations

import numpy as np

from samebits.numpy.scalars import cast
from samebits.numpy.values import EVERY, MORE_INTEGERS, NAMES, Array
from samebits.spec.formats import bits_of, from_bits

_TOP = 1 << 63


def concerns(x: Array, form: str) -> bool:
    """Check whether a conversion is from or to a format that `cast` does not have."""
    return form in MORE_INTEGERS or NAMES[x.dtype] in MORE_INTEGERS


def converted(x: Array, form: str, saturate: bool) -> Array:
    """Return x converted to a format, as a new array.

    The conversion must be one that `concerns` accepts. `saturate` has the same meaning as in the op
    `cast`, and matters only for float8_e4m3fn.
    """
    source, target = EVERY[NAMES[x.dtype]], EVERY[form]
    if source.is_float:
        return _of_float(x, form)
    if target.is_float:
        return _to_float(x, form, saturate)
    return x.astype(target.dtype)  # modulo 2^bits (R5.5); to bool: whether it is not 0


def in_format(x: Array, form: str) -> Array:
    """Return the array converted to a format (R5), or x itself if it already has that format."""
    if NAMES[x.dtype] == form:
        return x
    return converted(x, form, True) if concerns(x, form) else cast(x, form)


def _of_float(x: Array, form: str) -> Array:
    """Convert floats to integers by R5.3: truncate, then saturate to the format; NaN gives 0."""
    if form == "u16":
        return np.clip(cast(x, "i32"), 0, 0xFFFF).astype(np.uint16)
    low = cast(x, "i64")
    # From 2^63 on, the significand gives the integer, because `low` is saturated there.
    wide = cast(x, "f64").view(np.uint64)
    # `exponent` includes the sign bit, so it is large for negative numbers
    exponent = (wide >> np.uint64(52)).astype(np.int64)
    significand = wide & np.uint64((1 << 52) - 1) | np.uint64(1 << 52)
    found = np.maximum(low, 0).astype(np.uint64)
    found = np.where(exponent == 1023 + 63, significand << np.uint64(11), found)
    beyond = (exponent > 1023 + 63) & (wide <= np.uint64(0x7FF << 52))
    return np.where(beyond, np.uint64(2 * _TOP - 1), found)


def _to_float(x: Array, form: str, saturate: bool) -> Array:
    """Convert integers to floats by R5.4: to the nearest number, ties to even, rounded once."""
    if x.dtype == np.uint16:
        return cast(x.astype(np.int32), form, saturate)
    # An integer of 2^63 or more is halved. The OR keeps the bit that is shifted out, so that the
    # rounding is correct.
    halved = (x >> np.uint64(1)) | (x & np.uint64(1))
    great = x >= np.uint64(_TOP)
    found = cast(np.where(great, halved, x).astype(np.int64), form, saturate)
    target = EVERY[form]
    if target.emax < 64:  # the number and its half both overflow
        return found
    exponent = target.bits_dtype.type(1 << (target.precision - 1))  # the lowest bit of the exponent
    return from_bits(bits_of(found) + great * exponent, form)
