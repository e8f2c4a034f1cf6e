"""PyTorch's dtypes and the formats of clause F1."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import torch

from samebits.torch.errors import Refused

FORMATS: Mapping[torch.dtype, str] = MappingProxyType(
    {
        torch.float64: "f64",
        torch.float32: "f32",
        torch.float16: "f16",
        torch.bfloat16: "bf16",
        torch.float8_e4m3fn: "f8e4m3fn",
        torch.float8_e5m2: "f8e5m2",
        torch.int64: "i64",
        torch.int32: "i32",
        torch.int16: "i16",
        torch.int8: "i8",
        torch.uint8: "u8",
        torch.uint32: "u32",
        torch.bool: "bool",
    }
)
"""The format of each dtype that has one. Any other dtype is refused."""

DTYPES: Mapping[str, torch.dtype] = MappingProxyType({f: d for d, f in FORMATS.items()})

FLOATS = frozenset(d for d in FORMATS if d.is_floating_point)

EXACT = frozenset({d for d in FORMATS if not d.is_floating_point} | {torch.uint16, torch.uint64})
"""Dtypes whose arithmetic is exact modulo 2^n in any order, so that PyTorch's kernels are used."""

SHORT = frozenset({torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2})
"""Dtypes whose compute format (R4.1) differs from their own format."""


def compute_dtype(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype of the compute format (R4.1) of a dtype."""
    return torch.float64 if dtype is torch.float64 else torch.float32


def format_of(dtype: torch.dtype) -> str:
    """Return the format of a dtype. Raises Refused if it has none, for example if it is complex."""
    try:
        return FORMATS[dtype]
    except KeyError:
        raise Refused(f"no clause defines arithmetic on {dtype}") from None
