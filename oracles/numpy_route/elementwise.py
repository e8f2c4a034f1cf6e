"""Arithmetic, order, casts and moves (clauses R1 to R5, S1 to S4).

binary32 and binary64 use the machine's own operations. The shorter formats compute in binary64
and round once more, which is innocuous for + - * / sqrt because 53 >= 2 * 11 + 2 (Figueroa,
"When is double rounding innocuous?", 1995); their fma goes by round to odd. Remainders are the C
library's fmod, which is exact, and one addition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles.numpy_route import fused
from samebits.oracles.numpy_route.formats import canonical, narrow, widen
from samebits.spec.call import Call
from samebits.spec.formats import bits_of, from_bits, get_format, is_nan_bits

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def _arithmetic(operation: Callable[..., Array]) -> Route:
    def route(call: Call, inputs: Sequence[Array]) -> Array:
        name = call.outputs[0]
        if name in ("f32", "f64"):
            return canonical(np.asarray(operation(*inputs)), name)
        return narrow(np.asarray(operation(*(widen(x, name) for x in inputs))), name)

    return route


def _fma(call: Call, inputs: Sequence[Array]) -> Array:
    name = call.outputs[0]
    if name == "f64":
        return canonical(fused.fma_f64(*inputs), name)
    return narrow(fused.fma_odd(*(widen(x, name) for x in inputs)), name)


def order_keys(x: Array, name: str) -> Array:
    """Unsigned integers in the order of clause S3: -0 below +0, NaN above everything."""
    form = get_format(name)
    patterns = bits_of(x)
    sign, ones = form.bits_dtype.type(form.sign_mask), form.bits_dtype.type(2 * form.sign_mask - 1)
    keys = np.where(patterns & sign, patterns ^ ones, patterns | sign)
    return np.asarray(np.where(is_nan_bits(patterns, name), ones, keys))


def _extreme(greatest: bool) -> Route:
    def route(call: Call, inputs: Sequence[Array]) -> Array:
        name = call.outputs[0]
        a, b = (bits_of(x) for x in inputs)
        key_a, key_b = (order_keys(x, name) for x in inputs)
        chosen = np.where((key_a >= key_b) == greatest, a, b)
        nan = is_nan_bits(a, name) | is_nan_bits(b, name)
        patterns = np.where(nan, chosen.dtype.type(get_format(name).canonical_nan), chosen)
        return from_bits(patterns, name)

    return route


def _sign(x: Array) -> Array:
    return np.where((x == 0) | np.isnan(x), x, np.copysign(x.dtype.type(1), x))


def _comparison(holds: Callable[..., Array]) -> Route:
    def route(call: Call, inputs: Sequence[Array]) -> Array:
        name = call.inputs[0]
        if get_format(name).is_float or name == "bool":
            return np.asarray(holds(*(widen(x, name) for x in inputs)))
        return np.asarray(holds(*inputs))

    return route


def _cast(call: Call, inputs: Sequence[Array]) -> Array:
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
    return np.asarray(whole.astype(np.int64).astype(target.dtype))  # C's wrapping


def _whole(x: Array, output: str) -> Array:
    """Toward zero, saturating, NaN to 0; the limits that binary64 lacks are applied to integers."""
    limits = np.iinfo(get_format(output).dtype)
    inside = np.where((x > limits.min) & (x < limits.max), x, 0.0)
    whole = np.trunc(inside).astype(np.int64).astype(limits.dtype)
    whole = np.where(x >= limits.max, limits.dtype.type(limits.max), whole)
    return np.where(x <= limits.min, limits.dtype.type(limits.min), whole)


def _neg(call: Call, inputs: Sequence[Array]) -> Array:
    patterns = bits_of(inputs[0])
    sign = patterns.dtype.type(get_format(call.outputs[0]).sign_mask)
    return from_bits(patterns ^ sign, call.outputs[0])


def _abs(call: Call, inputs: Sequence[Array]) -> Array:
    patterns = bits_of(inputs[0])
    rest = patterns.dtype.type(get_format(call.outputs[0]).sign_mask - 1)
    return from_bits(patterns & rest, call.outputs[0])


def _where(call: Call, inputs: Sequence[Array]) -> Array:
    condition = bits_of(inputs[0]) != 0
    a, b = (bits_of(x) for x in inputs[1:])
    return from_bits(np.where(condition, a, b), call.outputs[0])


ROUTES: Mapping[str, Route] = MappingProxyType(
    {
        "add": _arithmetic(np.add),
        "sub": _arithmetic(np.subtract),
        "mul": _arithmetic(np.multiply),
        "div": _arithmetic(np.divide),
        "sqrt": _arithmetic(np.sqrt),
        "floor": _arithmetic(np.floor),
        "ceil": _arithmetic(np.ceil),
        "trunc": _arithmetic(np.trunc),
        "round_half_even": _arithmetic(np.rint),
        "sign": _arithmetic(_sign),
        "fmod": _arithmetic(np.fmod),
        "remainder": _arithmetic(np.remainder),
        "eq": _comparison(np.equal),
        "ne": _comparison(np.not_equal),
        "lt": _comparison(np.less),
        "le": _comparison(np.less_equal),
        "gt": _comparison(np.greater),
        "ge": _comparison(np.greater_equal),
        "fma": _fma,
        "maximum": _extreme(greatest=True),
        "minimum": _extreme(greatest=False),
        "cast": _cast,
        "neg": _neg,
        "abs": _abs,
        "where": _where,
    }
)
