"""Changes of the operands of a call: by rounding units, to small values, or to special values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.utils._pytree import tree_map

SMALL = 2.0**-10
"""The factor for small operands, which makes constants such as `eps` matter."""

SPECIAL = {"nan": torch.nan, "inf": torch.inf, "-inf": -torch.inf, "0": 0.0}


def each(sample: Any, change: Callable[[Tensor], Tensor]) -> Any:
    """Return the sample with each floating-point tensor changed. The new tensors are leaves."""

    def one(x: Any) -> Any:
        if not isinstance(x, Tensor):
            return x
        if not x.is_floating_point() or x.layout is not torch.strided:
            return x.detach().clone()
        return change(x.detach()).requires_grad_(x.requires_grad)

    return tree_map(one, sample)


def moved(sample: Any, dtype: torch.dtype, seed: int) -> Any:
    """Return the sample in binary64, with each element changed by up to one rounding unit.

    Unless `dtype` is float64, numbers among the arguments are rounded to binary32, so that their
    rounding does not count as an error.
    """
    unit = torch.finfo(dtype).eps / 2
    generator = torch.Generator().manual_seed(seed)

    def move(x: Tensor) -> Tensor:
        drawn = torch.rand(x.shape, generator=generator, dtype=torch.float64) * 2 - 1
        return x.double() * (1 + unit * drawn)

    def number(x: Any) -> Any:
        return float(torch.tensor(x, dtype=torch.float32)) if type(x) is float else x

    found = each(sample, move)
    return tree_map(number, found) if dtype is not torch.float64 else found


def small(sample: Any) -> Any:
    """Return the sample with each floating-point tensor multiplied by a power of two."""
    return each(sample, lambda x: (x.double() * SMALL).to(x.dtype))


def special(sample: Any, value: float) -> Any:
    """Return the sample with every ninth element of each tensor replaced by `value`."""

    def put(x: Tensor) -> Tensor:
        new = x.clone(memory_format=torch.contiguous_format).flatten()
        new[2::9] = value
        return new.reshape(x.shape)

    return each(sample, put)
