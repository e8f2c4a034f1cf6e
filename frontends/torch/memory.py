"""New memory that a program allocates and has not written yet: filled, so that every run is equal.

`torch.empty` and similar functions return the old content of the memory. Inside a block they return
the values of `torch.utils.deterministic.fill_uninitialized_memory`: NaN, or the largest integer.
This concerns only calls from Python programs, because ops write all memory that they allocate. The
Python names are replaced instead of the kernels, so that ops have no overhead.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import Any
from unittest import mock

import torch
from torch import Tensor
from torch.utils._device import _device_constructors

empty = torch._C._VariableFunctions.empty
empty_like = torch._C._VariableFunctions.empty_like
"""The unmodified functions, for ops that write the whole result."""

_FUNCTIONS = ("empty", "empty_like", "empty_permuted", "empty_strided")
_METHODS = ("new_empty", "new_empty_strided")
_GROWING = ("resize_", "resize_as_")


@contextmanager
def filled_memory() -> Iterator[None]:
    """Make PyTorch's functions that allocate memory fill it, while this is open.

    `torch.device` as a context manager stores these functions when it is first used. So that it
    stores the unmodified functions, it is used once before they are replaced.
    """
    _device_constructors()
    with ExitStack() as stack:
        for name in _FUNCTIONS:
            stack.enter_context(mock.patch.object(torch, name, _filling(getattr(torch, name))))
        for name in _METHODS:
            method = _filling(getattr(Tensor, name))
            stack.enter_context(mock.patch.object(Tensor, name, method))
        for name in _GROWING:
            grown = _growing(getattr(Tensor, name))
            stack.enter_context(mock.patch.object(Tensor, name, grown))
        yield


def fill(x: Tensor) -> None:
    """Write NaN, the largest integer or True to all elements of a tensor that owns its memory."""
    if x.layout is not torch.strided or x.is_quantized or x.is_meta or not x.numel():
        return
    value: Any = True
    if x.is_floating_point() or x.is_complex():
        value = float("nan")
    elif x.dtype is not torch.bool:
        value = torch.iinfo(x.dtype).max
    with torch.no_grad():
        # elements overlap (torch.empty_strided): fill the memory instead
        if torch._debug_has_internal_overlap(x):
            whole = x.untyped_storage()
            x = torch.empty(0, dtype=x.dtype, device=x.device).set_(
                whole, 0, (whole.nbytes() // x.element_size(),)
            )
        torch.ops.aten.fill_.Scalar(x.detach(), value)


def _filling(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    @wraps(function)
    def filled(*args: Any, **kwargs: Any) -> Tensor:
        result = function(*args, **kwargs)
        if not _asked_by_an_op() and kwargs.get("out") is None:
            fill(result)
        return result

    return filled


def _growing(method: Callable[..., Tensor]) -> Callable[..., Tensor]:
    @wraps(method)
    def grown(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        if _asked_by_an_op() or self.layout is not torch.strided:
            return method(self, *args, **kwargs)
        before = self.untyped_storage().nbytes()
        result = method(self, *args, **kwargs)
        start = -(-before // self.element_size())
        end = self.untyped_storage().nbytes() // self.element_size()
        if start < end and not self.is_meta:
            fill(torch.as_strided(self.detach(), (end - start,), (1,), start))
        return result

    return grown


def _asked_by_an_op() -> bool:
    """Check whether the caller is samebits.torch, whose ops write all memory that they allocate."""
    return str(sys._getframe(2).f_globals.get("__name__", "")).startswith("samebits.torch.")
