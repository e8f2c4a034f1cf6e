"""Other overloads of batch norm in ATen: functional ones, and ones for the compiler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.lowerings.norms_batch import batch_norm, native_batch_norm_backward
from samebits.torch.table import lowers


@lowers("_batch_norm_with_update")
def batch_norm_with_update(
    c: Compute,
    input: Tensor,  # noqa: A002 (the name in the schema)
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor,
    running_var: Tensor,
    momentum: float,
    eps: float,
) -> Any:
    """Compute `batch_norm` in training. The last result, the reserve for the gradient, is empty."""
    found = batch_norm(c, input, weight, bias, running_mean, running_var, True, momentum, eps)
    return (*found, c.empty(0, dtype=torch.uint8))


@lowers("batch_norm_backward")
def batch_norm_backward(
    c: Compute,
    grad_out: Tensor,
    input: Tensor,  # noqa: A002
    weight: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    save_mean: Tensor | None,
    save_var: Tensor | None,
    update: bool,
    eps: float,
    output_mask: Sequence[bool],
    reserve: Tensor,
) -> Any:
    """Compute the gradient of `native_batch_norm`. `save_var` contains 1 / deviation."""
    statistics = (running_mean, running_var, save_mean, save_var)
    return native_batch_norm_backward(
        c, grad_out, input, weight, *statistics, update, eps, output_mask
    )
