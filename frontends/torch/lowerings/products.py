"""Matrix products (T4)."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import NATIVE
from samebits.torch.table import lowers


@lowers("mm")
def mm(c: Compute, self: Tensor, mat2: Tensor, into: Tensor | None = None) -> Any:
    """The contraction T4 of [m, k] and [k, n]."""
    if not self.dtype.is_floating_point:
        return NATIVE
    result = c.place_of(into, (self.shape[0], mat2.shape[1]), self.dtype)
    c.call("matmul", [self, mat2], [result])
    return c.stored(result, into)
