"""The table of formats (clause F1), the compute format (R4) and the canonical NaN (S1).

All other properties of a format (masks, extremes, widths) are derived from this table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import ml_dtypes
import numpy as np

from samebits.spec.errors import SpecError

Kind = Literal["float", "int", "uint", "bool"]


_UNSIGNED = {8 * size: np.dtype(f"u{size}") for size in (1, 2, 4, 8)}


@dataclass(frozen=True, slots=True)
class Format:
    """One number format (clause F1).

    `precision` counts the hidden bit. `emax` and `emin` are the exponents of the largest and the
    smallest normal number in the form 1.xxx * 2^e. Integer formats have precision 0.
    """

    name: str
    bits: int
    kind: Kind
    dtype: np.dtype[Any]
    precision: int = 0
    emin: int = 0
    emax: int = 0
    has_infinity: bool = False
    canonical_nan: int = 0
    max_finite: int = 0  # bit pattern of the largest finite value

    @property
    def is_float(self) -> bool:
        """Whether the format is a floating-point format."""
        return self.kind == "float"

    @property
    def bits_dtype(self) -> np.dtype[Any]:
        """The unsigned NumPy dtype of the same width: the type in which bits are compared."""
        return _UNSIGNED[self.bits]

    @property
    def sign_mask(self) -> int:
        """The bit pattern in which only the sign bit is set."""
        return 1 << (self.bits - 1)

    @property
    def infinity(self) -> int:
        """The bit pattern of +infinity. Raises SpecError for a format without infinities."""
        if not self.has_infinity:
            raise SpecError(f"format {self.name} has no infinity")
        return self.max_finite + 1

    @property
    def least_exponent(self) -> int:
        """The exponent e of the smallest positive subnormal 2^e."""
        return self.emin - (self.precision - 1)

    def hex(self, pattern: int) -> str:
        """Return a bit pattern in hexadecimal at the full width of the format (no prefix)."""
        return f"{int(pattern):0{self.bits // 4}x}"


def _float(
    name: str, bits: int, dtype: Any, precision: int, emin: int, emax: int, nan: int, largest: int
) -> Format:
    has_infinity = name != "f8e4m3fn"
    return Format(
        name, bits, "float", np.dtype(dtype), precision, emin, emax, has_infinity, nan, largest
    )


_TABLE = (
    _float("f64", 64, np.float64, 53, -1022, 1023, 0x7FF8000000000000, 0x7FEFFFFFFFFFFFFF),
    _float("f32", 32, np.float32, 24, -126, 127, 0x7FC00000, 0x7F7FFFFF),
    _float("f16", 16, np.float16, 11, -14, 15, 0x7E00, 0x7BFF),
    _float("bf16", 16, ml_dtypes.bfloat16, 8, -126, 127, 0x7FC0, 0x7F7F),
    _float("f8e4m3fn", 8, ml_dtypes.float8_e4m3fn, 4, -6, 8, 0x7F, 0x7E),
    _float("f8e5m2", 8, ml_dtypes.float8_e5m2, 3, -14, 15, 0x7E, 0x7B),
    Format("i64", 64, "int", np.dtype(np.int64)),
    Format("i32", 32, "int", np.dtype(np.int32)),
    Format("i16", 16, "int", np.dtype(np.int16)),
    Format("i8", 8, "int", np.dtype(np.int8)),
    Format("u32", 32, "uint", np.dtype(np.uint32)),
    Format("u8", 8, "uint", np.dtype(np.uint8)),
    Format("bool", 8, "bool", np.dtype(np.bool_)),
)

FORMATS: Mapping[str, Format] = MappingProxyType({f.name: f for f in _TABLE})
FLOAT_FORMATS = tuple(f.name for f in _TABLE if f.is_float)
INTEGER_FORMATS = tuple(f.name for f in _TABLE if not f.is_float)
"""The names of the integer formats, including bool; FLOAT_FORMATS has the float formats."""

_BY_DTYPE: Mapping[np.dtype[Any], Format] = MappingProxyType({f.dtype: f for f in _TABLE})


def get_format(name: str) -> Format:
    """Return the format called `name`.

    Raises SpecError for an unknown name; it lists the formats.
    """
    try:
        return FORMATS[name]
    except KeyError:
        raise SpecError(f"unknown format {name!r}; known: {', '.join(FORMATS)}") from None


def format_of(array: np.ndarray[Any, Any]) -> Format:
    """Return the format of a NumPy array. Raises SpecError for a dtype outside clause F1."""
    try:
        return _BY_DTYPE[array.dtype]
    except KeyError:
        known = ", ".join(str(f.dtype) for f in _TABLE)
        raise SpecError(f"dtype {array.dtype} is not a samebits format; known: {known}") from None


COMPUTE_FORMATS = ("f32", "f64")
"""The formats in which trees and graphs compute (R4.1)."""


def compute_format(operands: Iterable[str]) -> str:
    """Return the compute format (R4): f64 if any operand is f64, else f32."""
    return "f64" if "f64" in operands else "f32"


def bits_of(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Reinterpret an array as unsigned integers of the same width and shape."""
    return np.ascontiguousarray(array).view(format_of(array).bits_dtype).reshape(array.shape)


def from_bits(patterns: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """Reinterpret unsigned integers as an array of format `name` (same shape, same bits)."""
    form = get_format(name)
    unsigned = np.ascontiguousarray(patterns, dtype=form.bits_dtype)
    return unsigned.view(form.dtype).reshape(np.shape(patterns))


def is_nan_bits(patterns: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """Return a boolean array: true where a bit pattern of the format `name` is NaN."""
    form = get_format(name)
    if not form.is_float:
        return np.zeros(np.shape(patterns), dtype=np.bool_)
    magnitude = patterns & form.bits_dtype.type(form.sign_mask - 1)
    limit = form.infinity if form.has_infinity else form.max_finite
    return np.asarray(magnitude > form.bits_dtype.type(limit))


def canonicalize_nan(patterns: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """Replace every NaN pattern by the canonical NaN of the format (clause S1)."""
    form = get_format(name)
    canonical = form.bits_dtype.type(form.canonical_nan)
    return np.asarray(np.where(is_nan_bits(patterns, name), canonical, patterns))


def ordered(patterns: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """Map float bit patterns to signed integers in numerical order (-0 and +0 both map to 0).

    The difference of two of these integers is the distance in ulp that reports show. NaN maps to
    integers beyond the infinities. The result is int64. For f64 a difference can exceed int64, so
    compute it with Python integers.
    """
    form = get_format(name)
    magnitude = (patterns & form.bits_dtype.type(form.sign_mask - 1)).astype(np.int64)
    negative = (patterns & form.bits_dtype.type(form.sign_mask)) != 0
    return np.asarray(np.where(negative, -magnitude, magnitude))
