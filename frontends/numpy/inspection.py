"""Functions of the array API standard that describe dtypes and the namespace."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from samebits.numpy.creation import DEFAULTS, check_device
from samebits.numpy.signatures import several_dtypes
from samebits.numpy.values import (
    EVERY,
    KINDS,
    NAMES,
    ArrayLike,
    DType,
    Scalar,
    array_of,
    format_name,
    is_exact,
    is_scalar,
)
from samebits.spec.errors import SpecError, SpecTypeError
from samebits.spec.formats import Format, from_bits

_NAMES = frozenset(
    {"bool", "float32", "float64"}
    | {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
)
"""The names of the array API standard's dtypes that samebits supports."""

_KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "bool": ("bool",),
        "signed integer": ("int",),
        "unsigned integer": ("uint",),
        "integral": ("int", "uint"),
        "real floating": ("float",),
        "complex floating": (),
        "numeric": ("int", "uint", "float"),
    }
)
"""The kinds of dtypes of the array API standard, each with the matching kinds of formats."""


def isdtype(dtype: DType, kind: str | DType | tuple[str | DType, ...]) -> bool:
    """Check whether a dtype is of a kind, such as "real floating" or "integral", or equals a dtype.

    If `kind` is a tuple of kinds and dtypes, one match is enough. bfloat16 and fp8 are real
    floating. Raises SpecError for a kind that the standard does not have.
    """
    form = format_name("isdtype", dtype)
    if isinstance(kind, tuple):
        return any(isdtype(dtype, one) for one in kind)
    if isinstance(kind, str) and kind not in {str(known) for known in NAMES} - {"bool"}:
        if kind not in _KINDS:
            raise SpecError(f"isdtype: kind={kind!r} is not one of {', '.join(_KINDS)}")
        return EVERY[form].kind in _KINDS[kind]
    return format_name("isdtype", kind) == form


def result_type(*arrays_and_dtypes: ArrayLike | DType | Scalar) -> np.dtype[Any]:
    """Return the dtype that the result of an elementwise function has: the dtype of all operands.

    A Python number takes the dtype of the other operands if it is allowed with this dtype (R4.5).
    Raises SpecTypeError if the operands have different dtypes.
    """
    scalars = [x for x in arrays_and_dtypes if is_scalar(x)]
    others = [x for x in arrays_and_dtypes if not is_scalar(x)]
    forms = dict.fromkeys(_format_of("result_type", x).name for x in others)
    shown = " and ".join(str(EVERY[form].dtype) for form in forms)
    if len(forms) != 1:
        if not forms:
            raise SpecTypeError(
                "result_type: all operands are Python numbers; pass at least one array or dtype"
            )
        raise SpecTypeError(several_dtypes("result_type", shown))
    (form,) = forms
    for number in scalars:
        if EVERY[form].kind not in KINDS[type(number)]:
            raise SpecTypeError(f"result_type: {number!r} cannot be combined with {shown}")
    return EVERY[form].dtype


class FloatInfo(NamedTuple):
    """Limits of a float format, as Python numbers."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: np.dtype[Any]


class IntegerInfo(NamedTuple):
    """Limits of an integer format."""

    bits: int
    max: int
    min: int
    dtype: np.dtype[Any]


def can_cast(from_: DType | ArrayLike, to: DType, /) -> bool:
    """Check whether the dtype `to` can represent every number of another dtype or array's dtype.

    Raises SpecTypeError if a dtype is not a format.
    """
    source, target = _format_of("can_cast", from_), _format_of("can_cast", to)
    if target.is_float:
        return is_exact(source.name, target.name)
    if source.is_float or target.kind == "bool":
        return source.kind == target.kind
    if source.kind == "bool":
        return True
    own, other = np.iinfo(source.dtype), np.iinfo(target.dtype)
    return bool(other.min <= own.min and own.max <= other.max)


def finfo(type: DType | ArrayLike, /) -> FloatInfo:  # noqa: A002 (the standard's name)
    """Return the limits of a float format: bits, eps, max, min, smallest_normal.

    Raises SpecTypeError if the format is not a float format.
    """
    form = _format_of("finfo", type)
    if not form.is_float:
        raise SpecTypeError(f"finfo: {form.dtype} is not a float dtype; use snp.iinfo")
    most = float(from_bits(np.asarray(form.max_finite), form.name).astype(np.float64))
    eps = math.ldexp(1.0, 1 - form.precision)
    return FloatInfo(form.bits, eps, most, -most, math.ldexp(1.0, form.emin), form.dtype)


def iinfo(type: DType | ArrayLike, /) -> IntegerInfo:  # noqa: A002 (the standard's name)
    """Return the limits of an integer format: bits, max, min.

    Raises SpecTypeError if the format is not an integer format.
    """
    form = _format_of("iinfo", type)
    if form.kind not in ("int", "uint"):
        raise SpecTypeError(f"iinfo: {form.dtype} is not an integer dtype; use snp.finfo")
    limits = np.iinfo(form.dtype)
    return IntegerInfo(form.bits, int(limits.max), int(limits.min), form.dtype)


def _format_of(function: str, given: Any) -> Format:
    """Return the format of an array, or the format of a dtype."""
    if isinstance(given, (np.ndarray, np.generic)):
        given = array_of(function, "type", given).dtype
    return EVERY[format_name(function, given)]


class NamespaceInfo:
    """Answers to the inspection functions of the array API standard, for `samebits.numpy`."""

    def capabilities(self) -> dict[str, bool | int | None]:
        """Return which optional features are supported, and the largest rank (32)."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 32}

    def default_device(self) -> str:
        """Return "cpu", the device of all arrays.

        (`snp.device` chooses the device that computes.)
        """
        return "cpu"

    def devices(self) -> list[str]:
        """Return the devices that can hold arrays: only the CPU."""
        return ["cpu"]

    def default_dtypes(self, *, device: str | None = None) -> dict[str, np.dtype[Any]]:
        """Return, by kind, the default dtypes of arrays that are made from numbers."""
        check_device("default_dtypes", device)
        real, whole = EVERY[DEFAULTS[float]].dtype, EVERY[DEFAULTS[int]].dtype
        return {"real floating": real, "integral": whole, "indexing": whole}

    def dtypes(
        self, *, device: str | None = None, kind: str | tuple[str, ...] | None = None
    ) -> dict[str, np.dtype[Any]]:
        """Return the dtypes of the standard by name: all of them, or one kind (see `isdtype`).

        bfloat16, float16 and fp8 are left out, because they have no name in the standard.
        """
        check_device("dtypes", device)
        known = {str(form.dtype): form.dtype for form in EVERY.values()}
        known = {n: d for n, d in known.items() if n in _NAMES}
        return {n: d for n, d in known.items() if kind is None or isdtype(d, kind)}


def __array_namespace_info__() -> NamespaceInfo:  # noqa: N807 (the standard's name)
    """Return an object with the inspection functions of the array API standard."""
    return NamespaceInfo()


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        made.__name__: made
        for made in (__array_namespace_info__, can_cast, finfo, iinfo, isdtype, result_type)
    }
)
"""The functions of this module, by public name."""
