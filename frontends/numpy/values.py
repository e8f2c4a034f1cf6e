"""What the functions of `samebits.numpy` take as arrays and as host scalars, and what they refuse.

An array is a `numpy.ndarray` of a format of F1, of uint16 or of uint64, or a NumPy scalar, which is
an array of rank 0. A Python bool, int or float is a host scalar (R4.5). Nothing is converted in
silence.
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
"""The most axes that an array of NumPy has."""

Array = npt.NDArray[Any]
"""What every function returns: a new array, of rank 0 too, or the one given as `out`."""

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
"""Formats of integers that F1 does not have, and so no op. See `integers.py` for what has them."""

EVERY: Mapping[str, Format] = MappingProxyType({**FORMATS, **MORE_INTEGERS})
"""The formats of all arrays, by name."""

NAMES: Mapping[np.dtype[Any], str] = {form.dtype: form.name for form in EVERY.values()}
"""The names of the formats by their dtypes."""

KINDS: Mapping[type, tuple[str, ...]] = MappingProxyType(
    {bool: ("bool",), int: ("float", "int", "uint"), float: ("float",)}
)
"""The kinds of formats that a host scalar of each type may stand among."""


def is_scalar(value: object) -> bool:
    """Whether this is a host scalar: NumPy's scalars are arrays, numpy.float64 too."""
    return type(value) in KINDS


def array_of(function: str, name: str, value: object) -> Array:
    """The array of an operand. Raises SpecError that says how to make one."""
    if type(value) is not np.ndarray:
        value = _converted(function, name, value)
    if value.dtype not in NAMES:
        raise SpecTypeError(_no_format(function, name, value.dtype))
    return value


def arrays_of(function: str, arrays: object) -> list[Array]:
    """The arrays of a sequence. Raises SpecTypeError for no sequence, and for what is no array."""
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
            f"{shown}, a subclass that may compute otherwise; give numpy.asarray(...)"
        )
    if is_scalar(value):
        raise SpecTypeError(f"{shown}, which has no format; give an array, numpy.asarray(x, dtype)")
    raise SpecTypeError(f"{shown}; give an array, numpy.asarray(x, dtype)")


def reported(function: str, error: Exception) -> SpecError:
    """An error of NumPy as one of ours that is an IndexError or a TypeError where it was one."""
    kinds = {IndexError: SpecIndexError, TypeError: SpecTypeError}
    kind = next((ours for theirs, ours in kinds.items() if isinstance(error, theirs)), SpecError)
    return kind(f"{function}: {error}")


def integer_of(function: str, name: str, value: object) -> int:
    """An integer of Python or NumPy as one of Python. Raises SpecTypeError for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise SpecTypeError(f"{function}: {name}={value!r} must be an integer")
    return int(value)


def axis_of(function: str, axis: object, rank: int) -> int:
    """One axis counted from 0. Raises SpecTypeError for no integer, SpecIndexError beyond them."""
    return normalize_axes(function, integer_of(function, "axis", axis), rank)[0]


def axes_of(function: str, axes: object, rank: int) -> tuple[int, ...]:
    """Axes counted from 0 in the order in which they are given: one, or a sequence of them.

    Raises SpecTypeError for what is no integer, and SpecIndexError for an axis out of range.
    """
    listed = axes if isinstance(axes, (list, tuple, range)) else (axes,)
    if isinstance(axes, np.ndarray) and axes.ndim:
        listed = list(axes)
    return tuple([axis_of(function, axis, rank) for axis in listed])


def with_article(word: str) -> str:
    """The word with "a" or "an" before it."""
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


def _no_format(function: str, name: str, dtype: np.dtype[Any]) -> str:
    """The line of the error for an array of a dtype that is no format."""
    if not dtype.isnative:
        remedy = "its bytes are swapped; convert it, x.astype(x.dtype.newbyteorder('='))"
    else:
        remedy = f"which no op has; known: {', '.join(map(str, NAMES))}"
    return f"{function}: {name} has the dtype {dtype}, {remedy}"


def format_name(function: str, dtype: DType) -> str:
    """The name of the format that a dtype, or a text such as "bf16", means. Raises SpecError."""
    if isinstance(dtype, str) and dtype in EVERY:
        return dtype
    try:
        return NAMES[np.dtype(dtype)]
    except (TypeError, KeyError):
        known = ", ".join(f"{f.dtype} ({f.name})" for f in EVERY.values())
        raise SpecTypeError(f"{function}: dtype={dtype!r} is no format; known: {known}") from None


def real(function: str, name: str, value: Scalar) -> float:
    """A host scalar as binary64. Raises SpecError for a NaN, and an integer that binary64 lacks."""
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if isinstance(value, int) and number != value:
        fault = "no number of binary64; write the float that is meant"
    elif math.isnan(number):
        fault = "no host scalar (A1.1); give an array that holds the NaN"
    else:
        return number
    raise SpecError(f"{function}: {name}={value!r} is {fault}")


_NUMBER = attribute("number")
BINARY64 = struct.Struct("<d")
"""A host scalar as its bits."""


@lru_cache(maxsize=4096)
def _pattern(bits: bytes, form: str) -> int:
    """Binary64 in binary32 or binary64 by arithmetic of integers, which no environment disturbs.

    The key is the bits, for zeros are equal, and where subnormals count as zeros they are, too.
    """
    return pattern(_NUMBER, form, {"number": BINARY64.unpack(bits)[0]}, {})


def rounded(function: str, name: str, value: Scalar, form: str) -> Array:
    """A host scalar as an array of rank 0 of a format that its type may stand among (`KINDS`).

    The format is f32, f64, one of integers or bool, of which it must be a value. Raises SpecError.
    """
    wanted = EVERY[form]
    if wanted.is_float:
        number = real(function, name, value)
        return from_bits(np.asarray(_pattern(BINARY64.pack(number), form)), form)
    if wanted.kind != "bool":
        limits = np.iinfo(wanted.dtype)
        if not limits.min <= value <= limits.max:
            beyond = f"lies beyond {wanted.dtype}, {limits.min} to {limits.max}"
            raise SpecError(f"{function}: {name}={value!r} {beyond}")
    return np.array(value, wanted.dtype)


def is_exact(source: str, target: str) -> bool:
    """Whether a float format has every number of another format of floats, integers or bool."""
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
