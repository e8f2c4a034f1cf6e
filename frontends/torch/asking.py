"""Checks of arguments by PyTorch itself, so that it raises its own errors."""

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
    """Call an overload on meta tensors, so that PyTorch raises its own error for wrong arguments.

    The result is discarded, and each combination of shapes and dtypes is checked once. Backward
    overloads such as `avg_pool2d_backward` need this check: their lowerings read only the shapes of
    some arguments, so contradictions in the other arguments would not be noticed.
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
