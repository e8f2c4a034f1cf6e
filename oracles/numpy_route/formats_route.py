"""Exact widening to binary64 and single roundings from it, vectorised (R1, R4, R5, S1).

binary64 represents every value of the other float formats exactly. Rounding to binary32 and
binary16 is NumPy's own cast (one rounding, nearest even). For bfloat16, a value is rounded to
binary32 by round to odd and then to bfloat16, which is safe because 24 >= 8 + 2 (Boldo and
Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd",
2008). The 8-bit formats are rounded by `rint` to a whole number of units of their binade, and their
range is applied afterwards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.oracles.numpy_route.fused_route import odd_sum
from samebits.spec.formats import bits_of, canonicalize_nan, from_bits, get_format

Array = np.ndarray[Any, Any]


def widen(x: Array, name: str) -> Array:
    """Return an array in binary64: exact, or rounded to odd if the format is i64."""
    if name == "bool":
        return np.asarray((bits_of(x) != 0).astype(np.float64))
    if name == "i64":
        high = (x >> np.int64(32)).astype(np.float64) * 2.0**32
        return odd_sum(high, (x & np.int64(0xFFFFFFFF)).astype(np.float64))
    if name == "bf16":
        return (bits_of(x).astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)
    return np.asarray(np.ascontiguousarray(x).astype(np.float64).reshape(x.shape))


def narrow(x: Array, name: str, saturate: bool = True) -> Array:
    """Round binary64 once to the float format `name`. NaN becomes canonical."""
    if name == "bf16":
        return _bf16_from_f32(odd_f32(x))
    if get_format(name).bits == 8:
        return _f8_from_f64(x, name, saturate)
    return canonical(x.astype(get_format(name).dtype), name)


def to_compute(x: Array, name: str, compute: str) -> Array:
    """Return an array converted to a compute format that contains its format (clause R4)."""
    return widen(x, name).astype(get_format(compute).dtype)


def from_compute(x: Array, output: str) -> Array:
    """Round binary32 or binary64 once to the output format. NaN becomes canonical."""
    return narrow(x.astype(np.float64), output)


def canonical(x: Array, name: str) -> Array:
    """Return the array with every NaN replaced by the canonical NaN (clause S1)."""
    return from_bits(canonicalize_nan(bits_of(x), name), name)


def odd_f32(x: Array) -> Array:
    """Round binary64 to binary32 by round to odd.

    A value that is not exact becomes the neighbour with an odd last bit.
    """
    nearest = x.astype(np.float32)
    back = nearest.astype(np.float64)
    patterns = bits_of(nearest).copy()
    inexact = (back != x) & ~np.isnan(x)
    patterns -= (inexact & (np.abs(back) > np.abs(x))).astype(np.uint32)
    patterns |= inexact.astype(np.uint32)
    return from_bits(patterns, "f32")


def _f8_from_f64(x: Array, name: str, saturate: bool) -> Array:
    """Round binary64 to an 8-bit format.

    Overflow in a format without infinities gives the largest number if `saturate`, and otherwise
    NaN (clause R5).
    """
    form = get_format(name)
    exponent = np.maximum(np.frexp(x)[1] - 1, form.emin)
    shift = form.precision - 1 - exponent
    rounded = np.ldexp(np.rint(np.ldexp(x, shift)), -shift)
    top = float(from_bits(np.array(form.max_finite, np.uint8), name).astype(np.float64))
    over = np.copysign(np.inf if form.has_infinity else top if saturate else np.nan, x)
    result = np.where(np.abs(rounded) > top, over, rounded)
    return canonical(np.where(np.isnan(x), np.nan, result).astype(form.dtype), name)


def _bf16_from_f32(x: Array) -> Array:
    """Round binary32 to bfloat16, nearest even.

    The result is the upper half of the bits, after the carry of the rounding.
    """
    patterns = bits_of(canonical(x, "f32"))
    tie_to_even = (patterns >> np.uint32(16)) & np.uint32(1)
    rounded = (patterns + np.uint32(0x7FFF) + tie_to_even) >> np.uint32(16)
    upper = np.where(np.isnan(x), patterns >> np.uint32(16), rounded).astype(np.uint16)
    return canonical(from_bits(upper, "bf16"), "bf16")
