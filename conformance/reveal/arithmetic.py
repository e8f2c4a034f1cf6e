"""Vectorised binary arithmetic in any float format, each operation rounded exactly once (R1).

It is used in models of *wrong* backends: the revealer's replay and the hypotheses of the diagnosis.
It needs only NumPy, so a machine without the oracles' packages can still explain a mistake.
Subnormal numbers are computed, not flushed. NaN payloads are not modelled: callers compare
canonical NaN.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.spec.formats import get_format

Array = np.ndarray[Any, Any]

_THROUGH_F32 = ("bf16", "f8e4m3fn", "f8e5m2")

_SPLIT = float(2**27 + 1)  # Veltkamp: 53 bits into 26 + 26


def to_f64(values: Array) -> Array:
    """Return any float or integer array as binary64, which is exact for every format but i64."""
    with np.errstate(all="ignore"):  # a signalling NaN would raise a warning
        return np.asarray(values).astype(np.float64)


def narrow(values: Array, name: str) -> Array:
    """Round values of any float format to format `name`, in one step (R5).

    NumPy rounds binary64 to binary32 and binary16 in one step. ml_dtypes rounds to its formats
    through binary32, so values are first rounded to odd in binary32, which makes the second
    rounding correct.
    """
    form = get_format(name)
    if values.dtype == form.dtype:
        return values
    with np.errstate(all="ignore"):
        if name in _THROUGH_F32 and values.dtype == np.float64:
            values = round_odd_f32(to_f64(values))
        return np.asarray(values.astype(form.dtype))


def round_odd_f32(values: Array) -> Array:
    """Round binary64 values to odd in binary32.

    A second rounding, to at most 22 bits, is then correct.
    """
    with np.errstate(all="ignore"):
        near = values.astype(np.float32)
        away = np.abs(near.astype(np.float64)) > np.abs(values)
        cut = np.where(away, np.nextafter(near, np.float32(0)), near)
        odd = (np.ascontiguousarray(cut).view(np.uint32) | np.uint32(1)).view(np.float32)
        return np.asarray(np.where(np.isfinite(values) & (cut != values), odd, near))


def collapse_odd(high: Array, low: Array) -> Array:
    """Return the sum high + low (|low| <= ulp(high)/2) as binary64 rounded to odd."""
    with np.errstate(all="ignore"):
        bits = np.ascontiguousarray(high).view(np.int64)
        toward_zero = (low != 0) & ((low < 0) != (high < 0))
        odd = ((bits - toward_zero) | 1).view(np.float64)
        return np.asarray(np.where((low != 0) & np.isfinite(high) & np.isfinite(low), odd, high))


def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """Return the sum, rounded to binary64, and its exact rounding error (Knuth)."""
    with np.errstate(all="ignore"):
        total = a + b
        part = total - a
        return total, np.asarray((a - (total - part)) + (b - part))


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """Return the product, rounded to binary64, and its rounding error (Dekker).

    The error is exact unless it underflows.
    """
    with np.errstate(all="ignore"):
        x, x_exponent = np.frexp(a)  # in [1/2, 1), so the split cannot overflow
        y, y_exponent = np.frexp(b)
        product = x * y
        x_high = _SPLIT * x - (_SPLIT * x - x)
        y_high = _SPLIT * y - (_SPLIT * y - y)
        x_low, y_low = x - x_high, y - y_high
        error = x_low * y_low - (((product - x_high * y_high) - x_low * y_high) - x_high * y_low)
        error = np.ldexp(error, x_exponent + y_exponent)
        return a * b, np.asarray(np.where(np.isfinite(error), error, 0.0))


def add(a: Array, b: Array) -> Array:
    """Return a + b in the operands' format.

    16-bit formats may be computed in binary32 first.
    """
    with np.errstate(all="ignore"):
        return np.asarray(a + b)


def multiply(a: Array, b: Array) -> Array:
    """Return a * b in the operands' common format."""
    with np.errstate(all="ignore"):
        return np.asarray(a * b)


def fma(a: Array, b: Array, c: Array, name: str) -> Array:
    """Return a * b + c, rounded once to format `name`, which is the operands' format."""
    x, y, z = to_f64(a), to_f64(b), to_f64(c)
    if name == "f64":
        return _fma_f64(x, y, z)
    return narrow(fma_odd(x, y, z), name)


def fma_odd(x: Array, y: Array, z: Array) -> Array:
    """Return x * y + z as binary64, rounded to odd.

    The operands are binary64 values with at most 26 significant bits.
    """
    with np.errstate(all="ignore"):
        product = x * y  # exact
        total, error = two_sum(product, z)
        return collapse_odd(total, np.where(np.isfinite(error), error, 0.0))


def _fma_f64(x: Array, y: Array, z: Array) -> Array:
    """Return the fma in binary64, by figure 2 of Boldo and Melquiond.

    "Emulation of FMA and correctly rounded sums" (2008).
    """
    product, low = two_product(x, y)
    addend, addend_low = two_sum(z, low)
    head, head_low = two_sum(product, addend)
    tail, tail_low = two_sum(addend_low, head_low)
    with np.errstate(all="ignore"):
        result = head + collapse_odd(tail, tail_low)
        plain = product + z
    return np.asarray(np.where(np.isfinite(result), result, plain))


def flush(values: Array, name: str) -> Array:
    """Replace subnormal values by zeros of the same sign, as hardware with FTZ or DAZ does."""
    form = get_format(name)
    with np.errstate(all="ignore"):
        wide = to_f64(values)
        tiny = (np.abs(wide) < 2.0**form.emin) & (wide != 0)
        return np.asarray(np.where(tiny, np.copysign(0.0, wide), wide).astype(form.dtype))
