"""The gradient of an embedding (T7), and the renormalisation of its rows.

The embedding itself is a move.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import FLOATS, compute_dtype
from samebits.torch.errors import Refused
from samebits.torch.lowerings.reductions_norms import vector_norm
from samebits.torch.table import lowers


@lowers("embedding_dense_backward")
def embedding_dense_backward(
    c: Compute,
    grad_output: Tensor,
    indices: Tensor,
    num_weights: int,
    padding_idx: int,
    scale_grad_by_freq: bool,
    into: Tensor | None = None,
) -> Any:
    """Compute `embedding_gradient`: for each row, the T1 sum of the gradients of its uses."""
    if scale_grad_by_freq:
        raise Refused("no clause defines scale_grad_by_freq")
    width = grad_output.shape[-1]
    result = c.place_of(into, (num_weights, width), grad_output.dtype)
    c.call(
        "embedding_gradient",
        [grad_output, indices],
        [result],
        rows=num_weights,
        padding_index=None if padding_idx < 0 else padding_idx,
    )
    return c.stored(result, into)


_SMALL = 1e-7
"""The number that PyTorch adds to a norm before it divides by the norm."""


@lowers("embedding_renorm_")
def embedding_renorm(
    c: Compute, self: Tensor, indices: Tensor, max_norm: float, norm_type: float
) -> Tensor:
    """Scale each used row with a norm above `max_norm` by max_norm / (norm + 1e-7)."""
    if self.dim() != 2:
        raise RuntimeError(f"'self' must be 2-D, but got {self.dim()}-D")
    if indices.dtype not in (torch.int32, torch.int64):
        raise RuntimeError(f"indices are of int64 or int32, not of {indices.dtype}")
    if self.dtype not in FLOATS:
        raise Refused(f"rows of {self.dtype} have no norm")
    used = torch.unique(indices.reshape(-1).to(torch.int64))
    rows = self.index_select(0, used)
    norms = c.cast(vector_norm(c, rows, norm_type, [1], True), torch.float64)
    is_long = c.each("gt", norms, max_norm, to=torch.bool)
    factor = c.each("div", max_norm, c.each("add", norms, _SMALL))
    dtype = compute_dtype(self.dtype)
    shorter = c.cast(c.each("mul", c.cast(rows, dtype), c.cast(factor, dtype)), self.dtype)
    return self.index_copy_(0, used, torch.where(is_long, shorter, rows))
