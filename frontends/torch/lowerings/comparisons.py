"""Comparisons, logic and choices, whose results are bool or unchanged elements (S3.2, S2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute, Operand
from samebits.torch.dtypes import FLOATS, compute_dtype
from samebits.torch.errors import NATIVE
from samebits.torch.promotion import promoted, result_dtype, same_float
from samebits.torch.table import lowers


def _comparison(op: str) -> Callable[..., Any]:
    def lowering(c: Compute, self: Operand, other: Operand, into: Tensor | None = None) -> Any:
        if not same_float(self, other):
            dtype = result_dtype(self, other)
            if not dtype.is_floating_point:
                return NATIVE
            self, other = promoted(c, dtype, self, other)
        return c.pair(op, self, other, into, torch.bool)

    return lowering


for _op in ("eq", "ne", "lt", "le", "gt", "ge"):
    lowers(f"{_op}.Tensor", f"{_op}.Scalar")(_comparison(_op))


def truth(c: Compute, x: Tensor) -> Tensor:
    """Compute x != 0 for floats (R5.6: NaN is true). Return tensors of other dtypes unchanged."""
    return c.cast(x, torch.bool) if x.dtype in FLOATS else x


def _logic(
    function: Callable[[Tensor, Tensor], Tensor],
) -> Callable[[Compute, Tensor, Tensor, Tensor | None], Any]:
    def lowering(c: Compute, self: Tensor, other: Tensor, into: Tensor | None = None) -> Any:
        if self.dtype not in FLOATS and other.dtype not in FLOATS:
            return NATIVE
        return function(truth(c, self), truth(c, other))

    return lowering


lowers("logical_and")(_logic(torch.logical_and))
lowers("logical_or")(_logic(torch.logical_or))
lowers("logical_xor")(_logic(torch.logical_xor))


@lowers("logical_not")
def logical_not(c: Compute, self: Tensor, into: Tensor | None = None) -> Any:
    """Return whether each element is 0."""
    if self.dtype not in FLOATS:
        return NATIVE
    return torch.logical_not(truth(c, self))


@lowers("where.self")
def where(
    c: Compute, condition: Tensor, self: Operand, other: Operand, into: Tensor | None = None
) -> Any:
    """Choose each element from one of two operands, first converted to the result's dtype."""
    if isinstance(self, Tensor) and isinstance(other, Tensor) and self.dtype is other.dtype:
        return NATIVE
    dtype = result_dtype(self, other)
    if not dtype.is_floating_point:
        return NATIVE
    x, y = (
        v if isinstance(v, Tensor) else number_as(c, v, dtype)
        for v in promoted(c, dtype, self, other)
    )
    return torch.where(condition, x, y)


def number_as(c: Compute, value: bool | int | float, dtype: torch.dtype) -> Tensor:
    """Return a host scalar as a tensor of a dtype, rounded through the compute format (R4.5)."""
    return c.cast(c.scalar(value, compute_dtype(dtype)), dtype)


@lowers("nan_to_num")
def nan_to_num(
    c: Compute,
    self: Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
    into: Tensor | None = None,
) -> Any:
    """Replace NaN (default: by 0) and infinities (default: by the largest finite numbers)."""
    if self.dtype not in FLOATS:
        return NATIVE
    dtype = self.dtype
    limits = torch.finfo(dtype)
    infinity = number_as(c, float("inf"), dtype)
    result = self
    for place, value in (
        (c.each("ne", self, self, to=torch.bool), 0.0 if nan is None else nan),
        (c.each("eq", self, infinity, to=torch.bool), limits.max if posinf is None else posinf),
        (
            c.each("eq", self, c.one("neg", infinity), to=torch.bool),
            limits.min if neginf is None else neginf,
        ),
    ):
        result = c.each("where", place, number_as(c, value, dtype), result)
    return c.stored(result, into)


@lowers("heaviside")
def heaviside(c: Compute, self: Operand, values: Operand, into: Tensor | None = None) -> Any:
    """Compute `values` where self = 0, 1 where self > 0, and 0 elsewhere, even for NaN."""
    dtype = result_dtype(self, values)
    if len({x.dtype for x in (self, values) if isinstance(x, Tensor)}) > 1:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    if not dtype.is_floating_point:
        return NATIVE
    x, y = promoted(c, dtype, self, values)
    step = c.cast(c.each("gt", x, 0.0, to=torch.bool), dtype)
    return c.each("where", c.each("eq", x, 0.0, to=torch.bool), y, step, into=into)
