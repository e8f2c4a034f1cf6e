"""Elementwise functions of the array API standard that are not single ops.

They are exact, or computed by several ops. Operands broadcast, and one operand may be a Python
number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy.arrays import broadcast
from samebits.numpy.callee import callee
from samebits.numpy.calling import compute, only
from samebits.numpy.integers import check_divisor, one_element
from samebits.numpy.placing import placed
from samebits.numpy.scalars import cast
from samebits.numpy.signatures import several_dtypes
from samebits.numpy.values import (
    EVERY,
    KINDS,
    NAMES,
    Array,
    ArrayLike,
    Operand,
    array_of,
    is_scalar,
    rounded,
)
from samebits.spec.errors import SpecError, SpecTypeError
from samebits.spec.formats import compute_format


def positive(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Return a copy of x with the same bits. Raises SpecError for a bool array."""
    array = _of_kinds("positive", "x", array_of("positive", "x", x), "numbers")
    return placed("positive", array.copy(order="K"), out)


def logical_xor(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """Return whether exactly one of two bools is true, by the op `ne`.

    Raises SpecTypeError if an operand is not a bool or bool array.
    """
    arrays, _ = _together("logical_xor", x1, x2)
    _of_kinds("logical_xor", "x1", arrays[0], "bool")
    return only(compute(callee("ne"), arrays, {}, None, out))


def bitwise_invert(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Invert every bit of an integer, or negate a bool. Raises SpecError for floats."""
    array = array_of("bitwise_invert", "x", x)
    _of_kinds("bitwise_invert", "x", array, "integers and bool")
    return placed("bitwise_invert", np.asarray(np.invert(array)), out)


def bitwise_left_shift(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """Return x1 * 2^x2 modulo 2^bits; a shift by the width of the format or more gives 0.

    Raises SpecError if a shift is negative, and unless both operands are integers of one dtype.
    """
    return _shifted("bitwise_left_shift", np.left_shift, x1, x2, out)


def bitwise_right_shift(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """Return the greatest integer that is not above x1 / 2^x2.

    Raises SpecError if a shift is negative, and unless both operands are integers of one dtype.
    """
    return _shifted("bitwise_right_shift", np.right_shift, x1, x2, out)


def _shifted(
    function: str, kernel: Callable[..., Any], x1: Operand, x2: Operand, out: Array | None
) -> Array:
    (x, shift), _ = _together(function, x1, x2)
    _of_kinds(function, "x1", x, "integers")
    x, shift = one_element([x, shift])
    if (shift < 0).any():
        raise SpecError(f"{function}: x2 contains a negative shift; shift in the other direction")
    return placed(function, np.asarray(kernel(x, shift)), out)


def floor_divide(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """Return the floor of the exact quotient, rounded once for float operands.

    If the result is 0, it has the sign of x1 / x2. If x2 is 0 or an operand is infinite, the result
    is x1 / x2 itself, as in the standard. The other float results are computed by the ops `fmod`,
    `sub`, `div` and `floor`, in the same order as in `samebits.torch`. Integers are exact. Raises
    SpecError for bools, and if an integer divisor is 0.
    """
    arrays, form = _together("floor_divide", x1, x2)
    x, y = (_of_kinds("floor_divide", "x1", x, "numbers") for x in arrays)
    if EVERY[form].is_float:
        return placed("floor_divide", cast(_floored(x, y), form), out)
    x, y = one_element([x, y])
    check_divisor("floor_divide", y)
    with np.errstate(all="ignore"):  # the least integer divided by -1 wraps
        return placed("floor_divide", np.asarray(np.floor_divide(x, y)), out)


def _floored(x: Array, y: Array) -> Array:
    """Compute `floor_divide` of float32 or float64, as the lowering of samebits.torch does."""

    def one(op: str, *operands: Any) -> Array:
        return only(compute(callee(op), operands, {}))

    quotient, rest = one("div", x, y), one("fmod", x, y)
    q = one("div", one("sub", x, rest), y)
    apart = one("ne", one("lt", y, 0.0), one("lt", rest, 0.0))
    q = one("where", one("logical_and", one("ne", rest, 0.0), apart), one("sub", q, 1.0), q)
    n = one("floor", q)
    n = one("where", one("gt", one("sub", q, n), 0.5), one("add", n, 1.0), n)
    n = one("where", one("eq", q, 0.0), one("copysign", 0.0, quotient), n)
    plain = one("logical_or", one("isinf", x), one("isinf", y))
    return one("where", one("logical_or", plain, one("eq", y, 0.0)), quotient, n)


def nextafter(x1: Operand, x2: Operand, /, *, out: Array | None = None) -> Array:
    """Return the next number of the format from x1 toward x2, or x2 if they are equal.

    The result is NaN if an operand is NaN. Raises SpecError unless both operands are floats of one
    format.
    """
    (x, y), form = _together("nextafter", x1, x2)
    found = EVERY[form]
    if not found.is_float:
        raise SpecTypeError(f"nextafter: x1 has the dtype {x.dtype}, but must have a float dtype")
    signed = np.dtype(f"i{found.bits // 8}")
    least = np.int64(-(1 << (found.bits - 1)))
    # Map bit patterns to integers in the order of the numbers; -0 and +0 become 0.
    patterns = (v.view(signed).astype(np.int64) for v in (x, y))
    a, b = (np.where(v < 0, least - v, v) for v in patterns)
    moved = a + (b > a) - (b < a)
    moved = np.where((moved < 0) | (a < 0), least - moved, moved)
    result = np.where(a == b, y.view(found.bits_dtype), moved.astype(signed).view(found.bits_dtype))
    nan = found.bits_dtype.type(found.canonical_nan)
    is_nan = only(compute(callee("ne"), (x, x), {})) | only(compute(callee("ne"), (y, y), {}))
    return placed("nextafter", np.where(is_nan, nan, result).view(found.dtype), out)


def _of_kinds(function: str, name: str, x: Array, kinds: str) -> Array:
    """Return the array. Raises SpecTypeError if its dtype is not of the given kinds."""
    kind = EVERY[NAMES[x.dtype]].kind
    known = {"numbers": "float int uint", "integers": "int uint", "bool": "bool"}
    if kind not in known.get(kinds, "int uint bool").split():
        shown = {"numbers": "a numeric dtype", "integers": "an integer dtype"}.get(
            kinds, "the dtype bool" if kinds == "bool" else "an integer dtype or bool"
        )
        raise SpecTypeError(
            f"{function}: {name} has the dtype {x.dtype}, but must have {shown}; "
            "convert it with snp.astype(x, dtype)"
        )
    return x


def _together(function: str, x1: Operand, x2: Operand) -> tuple[list[Array], str]:
    """Return both operands, broadcast to one shape, and their format.

    For `floor_divide`, floats are converted to the compute format. Raises SpecTypeError if the
    formats differ, and for a host scalar that is not allowed with the format.
    """
    names = {"x1": x1, "x2": x2}
    arrays = {n: array_of(function, n, x) for n, x in names.items() if not is_scalar(x)}
    formats = {NAMES[x.dtype]: str(x.dtype) for x in arrays.values()}
    if len(formats) != 1:
        if not formats:
            raise SpecTypeError(f"{function}: all operands are Python numbers; pass an array")
        raise SpecTypeError(several_dtypes(function, " and ".join(formats.values())))
    ((form, shown),) = formats.items()
    is_float = EVERY[form].is_float
    wide = compute_format([form]) if is_float and function == "floor_divide" else form
    found = []
    for name, x in names.items():
        if name in arrays:
            found.append(cast(arrays[name], wide))
        elif EVERY[form].kind in KINDS[type(x)] and (not is_float or wide in ("f32", "f64")):
            found.append(rounded(function, name, x, wide))  # type: ignore[arg-type]
        else:
            raise SpecTypeError(f"{function}: {name}={x!r} cannot be combined with {shown}")
    return broadcast(function, found), form


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            bitwise_invert, bitwise_left_shift, bitwise_right_shift, floor_divide, logical_xor,
            nextafter, positive,
        )
    }
)  # fmt: skip
"""The functions of this module, by public name."""
