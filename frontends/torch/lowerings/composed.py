"""Composite overloads of PyTorch that compute by themselves, put together from others."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from samebits.torch.composed import composes


@composes("max_pool1d")
def max_pool1d(
    self: Tensor,
    kernel_size: Sequence[int],
    stride: Sequence[int] = [],  # noqa: B006 (as the schema has it)
    padding: Sequence[int] = [0],  # noqa: B006
    dilation: Sequence[int] = [1],  # noqa: B006
    ceil_mode: bool = False,
) -> Tensor:
    """Without a gradient PyTorch takes the largest values itself, NaN and ties in another way."""
    values: Tensor = torch.ops.aten.max_pool1d_with_indices(
        self, kernel_size, stride, padding, dilation, ceil_mode
    )[0]
    return values
