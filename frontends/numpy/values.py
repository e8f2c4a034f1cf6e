"""What the functions of `samebits.numpy` take as arrays and as host scalars, and what they refuse.

An array is a `numpy.ndarray` of a format of F1, or a NumPy scalar, which is an array of rank 0. A
Python bool, int or float is a host scalar (R4.5). Nothing is converted in silence.
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

from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS, format_of, from_bits, get_format
from samebits.spec.scalars import attribute, pattern

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


NAMES: Mapping[np.dtype[Any], str] = {form.dtype: form.name for form in FORMATS.values()}
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
        raise SpecError(_no_format(function, name, value.dtype))
    return value


def _converted(function: str, name: str, value: object) -> Array:
    if isinstance(value, np.generic):
        return np.asarray(value)
    kind = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")
    shown = f"{function}: {name} is a {kind}"
    if isinstance(value, np.ndarray):
        raise SpecError(f"{shown}, a subclass that may compute otherwise; give numpy.asarray(...)")
    if is_scalar(value):
        raise SpecError(f"{shown}, which has no format; give an array, numpy.asarray(x, dtype)")
    raise SpecError(f"{shown}; give an array, numpy.asarray(x, dtype)")


def _no_format(function: str, name: str, dtype: np.dtype[Any]) -> str:
    """The line of the error for an array of a dtype that is no format."""
    if not dtype.isnative:
        remedy = "its bytes are swapped; convert it, x.astype(x.dtype.newbyteorder('='))"
    else:
        remedy = f"which no op has; known: {', '.join(map(str, NAMES))}"
    return f"{function}: {name} has the dtype {dtype}, {remedy}"


def format_name(function: str, dtype: DType) -> str:
    """The name of the format that a dtype, or a text such as "bf16", means. Raises SpecError."""
    if isinstance(dtype, str) and dtype in FORMATS:
        return dtype
    try:
        return format_of(np.empty((), np.dtype(dtype))).name
    except (TypeError, SpecError):
        known = ", ".join(f"{f.dtype} ({f.name})" for f in FORMATS.values())
        raise SpecError(f"{function}: dtype={dtype!r} is no format; known: {known}") from None


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

    The format is f32, f64 or one of integers, of which it must be a value. Raises SpecError.
    """
    wanted = get_format(form)
    if wanted.is_float:
        number = real(function, name, value)
        return from_bits(np.asarray(_pattern(BINARY64.pack(number), form)), form)
    if wanted.kind != "bool":
        limits = np.iinfo(wanted.dtype)
        if not limits.min <= value <= limits.max:
            beyond = f"lies beyond {wanted.dtype}, {limits.min} to {limits.max}"
            raise SpecError(f"{function}: {name}={value!r} {beyond}")
    return np.array(value, wanted.dtype)
