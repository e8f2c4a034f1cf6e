"""Composite overloads of PyTorch that compute by themselves, written again with others.

PyTorch's own would not come by the dispatcher. Each is registered in the place of the composite
kernel, so that autograd follows what it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor


def max_pool1d(
    self: Tensor,
    kernel_size: Sequence[int],
    stride: Sequence[int] = (),
    padding: Sequence[int] = (0,),
    dilation: Sequence[int] = (1,),
    ceil_mode: bool = False,
) -> Tensor:
    """Without a gradient PyTorch takes the largest values itself, NaN and ties in another way."""
    values: Tensor = torch.ops.aten.max_pool1d_with_indices(
        self, kernel_size, stride, padding, dilation, ceil_mode
    )[0]
    return values


COMPOSITES: dict[str, Callable[..., Any]] = {"max_pool1d": max_pool1d}
