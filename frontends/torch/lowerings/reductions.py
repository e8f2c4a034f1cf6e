"""Reductions along axes (T1 to T3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE
from samebits.torch.table import lowers


@lowers("sum.dim_IntList")
def sum_(
    c: Compute,
    self: Tensor,
    dim: Sequence[int] | None,
    keepdim: bool = False,
    *,
    dtype: torch.dtype | None = None,
    into: Tensor | None = None,
) -> Any:
    """The tree T1 over the axes in row-major order."""
    wanted = dtype or self.dtype
    if not wanted.is_floating_point:
        return NATIVE
    return c.reduce("sum", c.cast(self, wanted), dim, keepdim, into=into)
