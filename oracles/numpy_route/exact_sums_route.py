"""Exact sums in limbs (clause T10): integer significands are added in limbs of 32 bits.

Every term is an integer of at most 54 bits times a power of two. Shifted to a multiple of 2^32, it
covers three limbs of 32 bits. NumPy adds limbs as 64-bit integers, and Python's integers propagate
the carries. Python rounds the quotient of two integers to nearest even. A result in a narrower
format is first rounded to odd in binary64, so that the second rounding is right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.formats_route import narrow, widen
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

Array = np.ndarray[Any, Any]

LEAST = -2208
"""An exponent below every product of two numbers, and a multiple of 32."""

_HALF = 27
_MASK = np.int64(0xFFFFFFFF)
_PART = 1 << 20  # number of terms between carries, which keeps limbs far below 2^63


def parts_of(x: Array) -> tuple[Array, Array]:
    """Return finite binary64 numbers as integers of at most 53 bits, and their exponents."""
    fraction, exponent = np.frexp(x)
    return np.ldexp(fraction, 53).astype(np.int64), exponent.astype(np.int64) - 53


def total(significands: Array, exponents: Array) -> int:
    """Return the sum of significand * 2^exponent as an integer in units of 2^LEAST.

    The significands are below 2^54 in magnitude.
    """
    found = 0
    for start in range(0, significands.size, _PART):
        m = significands[start : start + _PART]
        place = exponents[start : start + _PART] - LEAST
        zero = m == 0
        m, place = np.where(zero, 0, m), np.where(zero, 0, place)
        limb, shift = place >> 5, place & 31
        sign, size = np.sign(m), np.abs(m)
        low, high = (size & _MASK) << shift, (size >> 32) << shift
        limbs = np.zeros(int(limb.max(initial=0)) + 4, np.int64)
        for offset, part in ((0, low & _MASK), (1, low >> 32), (1, high & _MASK), (2, high >> 32)):
            np.add.at(limbs, limb + offset, sign * part)
        found += sum(value << (32 * i) for i, value in enumerate(limbs.tolist()))
    return found


def nearest(units: int) -> float:
    """Return units * 2^LEAST in binary64, rounded to nearest even; infinity on overflow."""
    try:
        return units / (1 << -LEAST)
    except OverflowError:
        return np.inf if units > 0 else -np.inf


def odd(units: int) -> float:
    """Return units * 2^LEAST in binary64, rounded to odd.

    The value must be far from underflow and overflow.
    """
    near = nearest(units)
    rest = Fraction(units, 1 << -LEAST) - Fraction(near)
    if not rest:
        return near
    bits = int(np.float64(near).view(np.int64))
    toward_zero = (rest < 0) == (near > 0)
    return float(np.int64((bits - int(toward_zero)) | 1).view(np.float64))


def exact_sum(terms: Array, units: Callable[[], int], output: str, *, wide: bool) -> Array:
    """Return the sum of the terms of one result, rounded once.

    `terms` decides special values and the signs of zeros. `units` returns the finite sum in units
    of 2^LEAST. `wide` means that the sum may be anywhere in the range of binary64.
    """
    infinite = terms[np.isinf(terms)]
    if np.isnan(terms).any() or np.unique(infinite).size == 2:
        value = np.nan
    elif infinite.size:
        value = float(infinite[0])
    else:
        count = units()
        value = nearest(count) if wide else odd(count)
        if not count and terms.size and np.all((terms == 0) & np.signbit(terms)):
            value = -0.0
    return narrow(np.array(value), output)


def sum_exact(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the exact sum, rounded once."""
    x = widen(inputs[0], call.inputs[0])
    reduced = normalize_axes(call.op, call.attributes["axes"], x.ndim)
    kept = tuple(i for i in range(x.ndim) if i not in reduced)
    shape = [x.shape[i] for i in kept]
    terms = int(np.prod([x.shape[i] for i in reduced], dtype=np.int64))
    rows = np.transpose(x, kept + reduced).reshape(int(np.prod(shape, dtype=np.int64)), terms)
    wide, output = call.inputs[0] == "f64", call.outputs[0]
    found = [
        exact_sum(row, lambda row=row: total(*parts_of(row)), output, wide=wide)  # type: ignore[misc]
        for row in rows
    ]
    empty = narrow(np.zeros(0), output)
    return np.asarray(np.stack(found) if found else empty)


def dot_exact(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the exact dot product, rounded once."""
    a, b = (widen(x, f) for x, f in zip(inputs, call.inputs, strict=True))
    signs = np.where(np.signbit(a) == np.signbit(b), 1.0, -1.0)
    sizes = np.where((a == 0) | (b == 0), 0.0, 1.0)
    special = ~(np.isfinite(a) & np.isfinite(b))
    terms = np.where(special, a * b, signs * sizes)

    def units() -> int:
        (m, e), (n, f) = parts_of(a), parts_of(b)
        found = 0
        for x, i in ((m >> _HALF, _HALF), (m & ((1 << _HALF) - 1), 0)):
            for y, j in ((n >> _HALF, _HALF), (n & ((1 << _HALF) - 1), 0)):
                found += total(x * y, e + f + i + j)
        return found

    return exact_sum(terms, units, call.outputs[0], wide=call.inputs[0] == "f64")
