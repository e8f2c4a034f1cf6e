"""Arithmetic, order, casts and moves (clauses R1 to R5, S1 to S4).

binary32 and binary64 use the machine's own operations. Shorter formats are computed in binary64 and
rounded once more. The second rounding is innocuous for + - * / sqrt because 53 >= 2 * 11 + 2
(Figueroa, "When is double rounding innocuous?", 1995). The fma of shorter formats uses round to
odd. Remainders are the C library's fmod, which is exact, and one addition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.oracles.numpy_route import fused_route as fused
from samebits.oracles.numpy_route.formats_route import canonical, narrow, widen
from samebits.spec.formats import bits_of, from_bits, get_format, is_nan_bits
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def arithmetic(operation: Callable[..., Array]) -> Route:
    """Return a route by a NumPy operation; short formats are computed in binary64, then rounded."""

    def route(call: Call, inputs: Sequence[Array]) -> Array:
        name = call.outputs[0]
        if not get_format(name).is_float:
            with np.errstate(over="ignore"):  # integers wrap (R2.3)
                return np.asarray(operation(*inputs))
        if name in ("f32", "f64"):
            return canonical(np.asarray(operation(*inputs)), name)
        return narrow(np.asarray(operation(*(widen(x, name) for x in inputs))), name)

    return route


def fused_multiply_add(call: Call, inputs: Sequence[Array]) -> Array:
    """Return a b + c, rounded once: by error-free parts in binary64, otherwise by round to odd."""
    name = call.outputs[0]
    if name == "f64":
        return canonical(fused.fma_f64(*inputs), name)
    return narrow(fused.fma_odd(*(widen(x, name) for x in inputs)), name)


def order_keys(x: Array, name: str) -> Array:
    """Return unsigned integers in the order of clause S3: -0 below +0, NaN above every number."""
    form = get_format(name)
    patterns = bits_of(x)
    sign, ones = form.bits_dtype.type(form.sign_mask), form.bits_dtype.type(2 * form.sign_mask - 1)
    keys = np.where(patterns & sign, patterns ^ ones, patterns | sign)
    return np.asarray(np.where(is_nan_bits(patterns, name), ones, keys))


def extreme(greatest: bool) -> Route:
    """Return the route of maximum, or of minimum if `greatest` is false, in the order of S3."""

    def route(call: Call, inputs: Sequence[Array]) -> Array:
        name = call.outputs[0]
        if not get_format(name).is_float:
            return np.asarray((np.maximum if greatest else np.minimum)(*inputs))
        a, b = (bits_of(x) for x in inputs)
        key_a, key_b = (order_keys(x, name) for x in inputs)
        chosen = np.where((key_a >= key_b) == greatest, a, b)
        nan = is_nan_bits(a, name) | is_nan_bits(b, name)
        patterns = np.where(nan, chosen.dtype.type(get_format(name).canonical_nan), chosen)
        return from_bits(patterns, name)

    return route


def sign_of(x: Array) -> Array:
    """Return the sign as a number. A zero or NaN is returned unchanged."""
    return np.where((x == 0) | np.isnan(x), x, np.copysign(x.dtype.type(1), x))


def comparison(holds: Callable[..., Array]) -> Route:
    """Return a route for a comparison of numbers. In bool, any non-zero byte is true."""

    def route(call: Call, inputs: Sequence[Array]) -> Array:
        name = call.inputs[0]
        if get_format(name).is_float or name == "bool":
            return np.asarray(holds(*(widen(x, name) for x in inputs)))
        return np.asarray(holds(*inputs))

    return route


def cast(call: Call, inputs: Sequence[Array]) -> Array:
    """Return a cast: one rounding between two formats (R5), or a copy if the formats are equal."""
    (x,), (source,), (output,) = inputs, call.inputs, call.outputs
    target = get_format(output)
    if source == output:
        return np.array(x)  # clause S2: bits are copied
    if output == "bool":
        return np.asarray(x.astype(np.float64) != 0 if get_format(source).is_float else x != 0)
    if target.is_float:
        if source == "i64" and output == "f64":
            return np.asarray(x.astype(np.float64))
        return narrow(widen(x, source), output, saturate=call.attributes["saturate"] is not False)
    if get_format(source).is_float:
        return _whole(widen(x, source), output)
    whole = (bits_of(x) != 0) if source == "bool" else x
    return np.asarray(whole.astype(np.int64).astype(target.dtype))  # wraps like C


def _whole(x: Array, output: str) -> Array:
    """Return integers truncated toward zero and saturated; 0 for NaN.

    A limit that binary64 cannot represent is applied to integers.
    """
    limits = np.iinfo(get_format(output).dtype)
    inside = np.where((x > limits.min) & (x < limits.max), x, 0.0)
    whole = np.trunc(inside).astype(np.int64).astype(limits.dtype)
    whole = np.where(x >= limits.max, limits.dtype.type(limits.max), whole)
    return np.where(x <= limits.min, limits.dtype.type(limits.min), whole)


def neg(call: Call, inputs: Sequence[Array]) -> Array:
    """Return x with the sign bit flipped."""
    patterns = bits_of(inputs[0])
    sign = patterns.dtype.type(get_format(call.outputs[0]).sign_mask)
    return from_bits(patterns ^ sign, call.outputs[0])


def absolute(call: Call, inputs: Sequence[Array]) -> Array:
    """Return x with the sign bit cleared."""
    patterns = bits_of(inputs[0])
    rest = patterns.dtype.type(get_format(call.outputs[0]).sign_mask - 1)
    return from_bits(patterns & rest, call.outputs[0])


def chosen_by(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the bits of a where the condition is true, and otherwise the bits of b."""
    condition = bits_of(inputs[0]) != 0
    a, b = (bits_of(x) for x in inputs[1:])
    return from_bits(np.where(condition, a, b), call.outputs[0])
