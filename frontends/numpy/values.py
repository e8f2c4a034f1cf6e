"""The arrays and host scalars that `samebits.numpy` accepts.

An array is a `numpy.ndarray` with a format of F1, or of uint16 or uint64, or a NumPy scalar, which
counts as an array of rank 0. A Python bool, int or float is a host scalar (R4.5). There are no
silent conversions.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from samebits.spec.errors import SpecError, SpecIndexError, SpecTypeError
from samebits.spec.formats import FORMATS, Format, from_bits
from samebits.spec.language.scalars import attribute, pattern
from samebits.spec.language.shapes import normalize_axes

AXES = 64
"""The largest number of axes of a NumPy array."""

Array = npt.NDArray[Any]
"""The result of every function: a new array, even for rank 0, or the array passed as `out`."""

ArrayLike = np.ndarray[Any, Any] | np.generic
"""An operand: an array, or a NumPy scalar."""

Scalar = bool | int | float
"""A host scalar: it has no format, and is rounded once to the compute format (R4.5)."""

Operand = ArrayLike | Scalar
"""An operand of an elementwise op."""

DType = str | npt.DTypeLike
"""A format: a dtype of NumPy or ml_dtypes, or a name of F1 such as "bf16"."""


MORE_INTEGERS: Mapping[str, Format] = MappingProxyType(
    {
        "u16": Format("u16", 16, "uint", np.dtype(np.uint16)),
        "u64": Format("u64", 64, "uint", np.dtype(np.uint64)),
    }
)
"""Integer formats that F1, and so every op, lacks. `integers.py` computes with them."""

EVERY: Mapping[str, Format] = MappingProxyType({**FORMATS, **MORE_INTEGERS})
"""The formats of all arrays, by name."""

NAMES: Mapping[np.dtype[Any], str] = {form.dtype: form.name for form in EVERY.values()}
"""The names of the formats by their dtypes."""

KINDS: Mapping[type, tuple[str, ...]] = MappingProxyType(
    {bool: ("bool",), int: ("float", "int", "uint"), float: ("float",)}
)
"""For each type of a host scalar, the kinds of formats with which it is allowed."""


def is_scalar(value: object) -> bool:
    """Check whether a value is a host scalar.

    NumPy scalars, even numpy.float64, count as arrays.
    """
    return type(value) in KINDS


def array_of(function: str, name: str, value: object) -> Array:
    """Return an operand as an array.

    If it is not an array, raises SpecError that says what to do.
    """
    if type(value) is not np.ndarray:
        value = _converted(function, name, value)
    if value.dtype not in NAMES:
        raise SpecTypeError(_no_format(function, name, value.dtype))
    return value


def arrays_of(function: str, arrays: object) -> list[Array]:
    """Return the arrays of a sequence as a list.

    Raises SpecTypeError if the argument is not a sequence or an item is not an array.
    """
    try:
        listed = list(arrays)  # type: ignore[call-overload]
    except TypeError:
        raise SpecTypeError(f"{function}: arrays={arrays!r} must be a sequence of arrays") from None
    return [array_of(function, f"arrays[{i}]", x) for i, x in enumerate(listed)]


def _converted(function: str, name: str, value: object) -> Array:
    if isinstance(value, np.generic):
        return np.asarray(value)
    kind = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")
    shown = f"{function}: {name} is {with_article(kind)}"
    if isinstance(value, np.ndarray):
        raise SpecTypeError(
            f"{shown}, a subclass that may compute differently; pass numpy.asarray(x)"
        )
    if is_scalar(value):
        raise SpecTypeError(f"{shown}, which has no dtype; convert it with numpy.asarray(x, dtype)")
    raise SpecTypeError(f"{shown}, not an array; convert it with numpy.asarray(x, dtype)")


def reported(function: str, error: Exception) -> SpecError:
    """Convert an error of NumPy to SpecIndexError, SpecTypeError or SpecError, by its class."""
    kinds = {IndexError: SpecIndexError, TypeError: SpecTypeError}
    kind = next((ours for theirs, ours in kinds.items() if isinstance(error, theirs)), SpecError)
    return kind(f"{function}: {error}")


def integer_of(function: str, name: str, value: object) -> int:
    """Convert an integer of Python or NumPy to an int.

    Raises SpecTypeError if it is not an integer.
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise SpecTypeError(f"{function}: {name}={value!r} must be an integer")
    return int(value)


def axis_of(function: str, axis: object, rank: int) -> int:
    """Return the axis as a nonnegative index.

    Raises SpecTypeError if it is not an integer, and SpecIndexError if it is out of range.
    """
    return normalize_axes(function, integer_of(function, "axis", axis), rank)[0]


def axes_of(function: str, axes: object, rank: int) -> tuple[int, ...]:
    """Return one axis, or a sequence of axes, as nonnegative indices in the given order.

    Raises SpecTypeError if an item is not an integer, and SpecIndexError for an axis out of range.
    """
    listed = axes if isinstance(axes, (list, tuple, range)) else (axes,)
    if isinstance(axes, np.ndarray) and axes.ndim:
        listed = list(axes)
    return tuple([axis_of(function, axis, rank) for axis in listed])


def with_article(word: str) -> str:
    """Return the word with "a" or "an" before it."""
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


def _no_format(function: str, name: str, dtype: np.dtype[Any]) -> str:
    """Return the error message for an array whose dtype is not a format."""
    if not dtype.isnative:
        remedy = (
            "whose byte order is not native; convert it with x.astype(x.dtype.newbyteorder('='))"
        )
    else:
        remedy = f"which is not supported; supported dtypes: {', '.join(map(str, NAMES))}"
    return f"{function}: {name} has the dtype {dtype}, {remedy}"


def format_name(function: str, dtype: DType) -> str:
    """Return the name of the format for a dtype or a text such as "bf16".

    Raises SpecError if it is not a format.
    """
    if isinstance(dtype, str) and dtype in EVERY:
        return dtype
    try:
        return NAMES[np.dtype(dtype)]
    except (TypeError, KeyError):
        known = ", ".join(f"{f.dtype} ({f.name})" for f in EVERY.values())
        raise SpecTypeError(
            f"{function}: dtype={dtype!r} is not supported; supported: {known}"
        ) from None


def real(function: str, name: str, value: Scalar) -> float:
    """Return a host scalar as a binary64 number.

    Raises SpecError for a NaN, and for an integer that binary64 cannot represent.
    """
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if isinstance(value, int) and number != value:
        fault = "not exact in binary64; write it as a float"
    elif math.isnan(number):
        fault = "not allowed as a Python number (A1.1); pass an array that contains the NaN"
    else:
        return number
    raise SpecError(f"{function}: {name}={value!r} is {fault}")


_NUMBER = attribute("number")
BINARY64 = struct.Struct("<d")
"""The packing of a host scalar as 8 bytes."""


@lru_cache(maxsize=4096)
def _pattern(bits: bytes, form: str) -> int:
    """Round a binary64 number to binary32 or binary64 by integer arithmetic, and return its bits.

    The result does not depend on the floating-point environment. The cache key is the bit pattern,
    because -0.0 equals 0.0, and because subnormals equal 0 if the environment flushes them.
    """
    return pattern(_NUMBER, form, {"number": BINARY64.unpack(bits)[0]}, {})


def rounded(function: str, name: str, value: Scalar, form: str) -> Array:
    """Return a host scalar as an array of rank 0, in a format that its type allows (`KINDS`).

    The format is f32, f64, an integer format or bool. Raises SpecError if the format cannot
    represent the value.
    """
    wanted = EVERY[form]
    if wanted.is_float:
        number = real(function, name, value)
        return from_bits(np.asarray(_pattern(BINARY64.pack(number), form)), form)
    if wanted.kind != "bool":
        limits = np.iinfo(wanted.dtype)
        if not limits.min <= value <= limits.max:
            beyond = f"is out of range for {wanted.dtype} ({limits.min} to {limits.max})"
            raise SpecError(f"{function}: {name}={value!r} {beyond}")
    return np.array(value, wanted.dtype)


def is_exact(source: str, target: str) -> bool:
    """Check whether the float format `target` can represent every number of the format `source`."""
    form, wanted = EVERY[source], EVERY[target]
    if form.is_float:
        return (
            wanted.precision >= form.precision
            and wanted.emax >= form.emax
            and wanted.least_exponent <= form.least_exponent
            and (wanted.has_infinity or not form.has_infinity)
        )
    digits = 1 if form.kind == "bool" else form.bits - (form.kind == "int")
    return digits <= min(wanted.precision, wanted.emax)
