"""PyTorch's own error for sizes and flags that do not fit each other."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import torch
from torch import Tensor

from samebits.torch.table import overload_of


class _Form(NamedTuple):
    shape: torch.Size
    dtype: torch.dtype


def require_fit(overload: str, *args: Any) -> None:
    """Raise what PyTorch raises for a call of `avg_pool2d_backward`, whose results it throws away.

    It is asked on tensors without elements, once for each shape. For arguments that tell a lowering
    nothing, because the shapes of the others do, and which may say something else.
    """
    _ask(overload, *(_hashable(x) for x in args))


def _hashable(x: Any) -> Any:
    if isinstance(x, Tensor):
        return _Form(x.shape, x.dtype)
    return tuple(x) if isinstance(x, list) else x


@lru_cache(4096)
def _ask(overload: str, *args: Any) -> None:
    forms = [
        torch.empty(x.shape, dtype=x.dtype, device="meta") if isinstance(x, _Form) else x
        for x in args
    ]
    overload_of(overload)(*forms)
