"""arange and linspace: the exact rational of each element, rounded once (G6)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.memory import empty
from samebits.torch.table import lowers

_EXACT = 1 << 53
"""Integers below are binary64 numbers."""


def round_to_odd(value: Fraction) -> float:
    """A rational as binary64, the last bit odd where it is none: rounding it again rounds it once.

    Zero stays +0; below the normal numbers of binary64 nothing is promised, and nothing asks.
    """
    near = float(value)
    if Fraction(near) == value:
        return near
    other = math.nextafter(near, math.inf if value > Fraction(near) else -math.inf)
    odd = int(np.float64(near).view(np.int64)) & 1
    return near if odd else other


def filled(c: Compute, values: Iterable[Fraction], count: int, out: Tensor) -> Tensor:
    """Put rationals in a tensor, each rounded once to its format."""
    if out.shape != (count,):
        out.resize_(count)
    convert = float if out.dtype is torch.float64 else round_to_odd
    wide = torch.from_numpy(np.array([convert(v) for v in values], np.float64).reshape(count))
    return out.copy_(wide) if out.dtype is torch.float64 else c.cast(wide, out.dtype, into=out)


def _rational(value: int | float, name: str) -> Fraction:
    if isinstance(value, complex) or not math.isfinite(value):
        raise Refused(f"{name} is {value}; it has to be a finite real number")
    return Fraction(value)


@lowers("arange.start_out")
def arange(
    c: Compute, start: int | float, end: int | float, step: int | float = 1, *, into: Tensor
) -> Any:
    """start + i * step, i from 0, as long as it is before the end."""
    out = into
    if not out.dtype.is_floating_point or step == 0:
        return NATIVE
    first, last, by = _rational(start, "start"), _rational(end, "end"), _rational(step, "step")
    count = math.ceil((float(last) - float(first)) / float(by))  # binary64, as PyTorch counts
    if count < 0:
        return NATIVE  # PyTorch says what is wrong
    whole = first.denominator == by.denominator == 1
    if whole and max(abs(first), abs(first + count * by)) < _EXACT:
        numbers = torch.arange(int(first), int(first + count * by), int(by), dtype=torch.int64)
        if out.shape != (count,):
            out.resize_(count)
        return c.cast(numbers, out.dtype, into=out)
    return filled(c, (first + i * by for i in range(count)), count, out)


@lowers("linspace.out")
def linspace(c: Compute, start: int | float, end: int | float, steps: int, *, into: Tensor) -> Any:
    """start + (end - start) * i / (steps - 1)."""
    out = into
    if not out.dtype.is_floating_point or steps < 0:
        return NATIVE
    first, last = _rational(start, "start"), _rational(end, "end")
    parts = max(steps - 1, 1)
    return filled(c, (first + (last - first) * i / parts for i in range(steps)), steps, out)


@lowers("logspace.out")
def logspace(
    c: Compute,
    start: int | float,
    end: int | float,
    steps: int,
    base: float = 10.0,
    *,
    into: Tensor,
) -> Any:
    """base to the power of each element of linspace, which is rounded to the compute format."""
    if not into.dtype.is_floating_point or steps < 0:
        return NATIVE
    exponents = empty(0, dtype=compute_dtype(into.dtype))
    linspace(c, start, end, steps, into=exponents)
    return c.cast(c.each("pow", float(base), exponents), into.dtype)
