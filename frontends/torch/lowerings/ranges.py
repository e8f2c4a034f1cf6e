"""arange, linspace and logspace (G15)."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.table import lowers

_EXACT = 1 << 53
"""Integers below this are exact in binary64."""


def _finite(value: int | float, name: str) -> float:
    if isinstance(value, complex) or not math.isfinite(value):
        raise Refused(f"{name} is {value}; it has to be a finite real number")
    return float(value)


def _filled(c: Compute, op: str, count: int, out: Tensor, **attributes: Any) -> Tensor:
    """Compute the op and write its result to `out`, which may have any memory layout."""
    result = c.place_of(out, (count,), out.dtype)
    c.call(op, [], [result], **attributes)
    return c.stored(result, out)


@lowers("arange.start_out")
def arange(
    c: Compute, start: int | float, end: int | float, step: int | float = 1, *, into: Tensor
) -> Any:
    """Compute `arange`.

    If all numbers are integers, cast them, which is faster with the same result.
    """
    if not into.dtype.is_floating_point or step == 0:
        return NATIVE
    first, last, by = _finite(start, "start"), _finite(end, "end"), _finite(step, "step")
    if (last - first) * by < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    count = math.ceil((last - first) / by)
    whole = first.is_integer() and by.is_integer()
    if whole and max(abs(first), abs(first + count * by)) < _EXACT:
        numbers = c.arange(int(first), int(first + count * by), int(by), dtype=torch.int64)
        if into.shape != (count,):
            into.resize_(count)
        return c.cast(numbers, into.dtype, into=into)
    return _filled(c, "arange", count, into, start=first, end=last, step=by)


@lowers("linspace.out")
def linspace(c: Compute, start: int | float, end: int | float, steps: int, *, into: Tensor) -> Any:
    """Compute `linspace`."""
    if not into.dtype.is_floating_point or steps < 0:
        return NATIVE
    first, last = _finite(start, "start"), _finite(end, "end")
    return _filled(c, "linspace", steps, into, start=first, end=last, steps=steps)


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
    """Compute base ** x for each element x of a linspace, which is in the compute format."""
    if not into.dtype.is_floating_point or steps < 0:
        return NATIVE
    exponents = c.empty(0, dtype=compute_dtype(into.dtype))
    linspace(c, start, end, steps, into=exponents)
    return c.cast(c.each("pow", float(base), exponents), into.dtype)
