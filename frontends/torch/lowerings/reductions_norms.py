"""Norms of vectors (T3.norm)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import SHORT, compute_dtype
from samebits.torch.promotion import float_dtype
from samebits.torch.table import lowers


@lowers("linalg_vector_norm")
def vector_norm(
    c: Compute,
    self: Tensor,
    ord: int | float = 2,  # noqa: A002 (the name in the schema)
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: torch.dtype | None = None,
    into: Tensor | None = None,
) -> Any:
    """Compute the norm of the given order over axes (T3.norm for the orders 1, 2 and infinity).

    The order 0 counts the elements that are not zero. The order -inf gives the least absolute
    value. Any other order p is the graph (sum |x|^p)^(1/p), with every operation rounded to the
    compute format.
    """
    if dtype is not None and torch.promote_types(self.dtype, dtype) is not dtype:
        raise RuntimeError(
            f"linalg.vector_norm: the dtype of the input ({self.dtype}) should be convertible "
            f"without narrowing to the specified dtype ({dtype})"
        )
    x = c.cast(self, dtype or float_dtype(self))
    if ord in (1, 2):
        return c.reduce("norm", x, dim, keepdim, into=into, ord=int(ord))
    if ord == math.inf:
        return c.reduce("norm", x, dim, keepdim, into=into, ord="inf")
    if ord == 0:
        count = c.reduce("count_nonzero", x, dim, keepdim, to=torch.int64)
        return c.stored(c.cast(count, x.dtype), into)
    if ord == -math.inf:
        return c.reduce("amin", c.each("abs", x), dim, keepdim, into=into)
    wide = c.cast(x, compute_dtype(x.dtype)) if x.dtype in SHORT else x
    powers = c.each("pow", c.each("abs", wide), float(ord))
    total = c.each("pow", c.reduce("sum", powers, dim, keepdim), 1.0 / ord)
    return c.stored(c.cast(total, x.dtype), into)


@lowers("norm.Scalar")
def norm(c: Compute, self: Tensor, p: int | float = 2) -> Any:
    """Compute the norm over all axes."""
    return vector_norm(c, self, p)


@lowers("norm.ScalarOpt_dim")
def norm_dim(
    c: Compute,
    self: Tensor,
    p: int | float | None,
    dim: Sequence[int],
    keepdim: bool = False,
    into: Tensor | None = None,
) -> Any:
    """Compute the norm over axes. The default order p is 2."""
    return vector_norm(c, self, 2 if p is None else p, dim, keepdim, into=into)


@lowers("norm.ScalarOpt_dim_dtype")
def norm_dim_dtype(
    c: Compute,
    self: Tensor,
    p: int | float | None,
    dim: Sequence[int],
    keepdim: bool,
    *,
    dtype: torch.dtype,
    into: Tensor | None = None,
) -> Any:
    """Compute the norm over axes of x converted to `dtype`."""
    return vector_norm(c, self, 2 if p is None else p, dim, keepdim, dtype=dtype, into=into)
