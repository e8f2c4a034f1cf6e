"""Compute ops with several results by the specification, for tests; see independent.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.backends import executor
from samebits.spec.catalog import get_op
from samebits.torch.dtypes import FORMATS
from samebits.torch.tests.independent import array, session, tensor, values


def results(
    op: str, operands: Sequence[Tensor], to: Sequence[torch.dtype], **attributes: Any
) -> list[Tensor]:
    """Return the results of an op in these dtypes as tensors. They are computed on arrays."""
    formats = [FORMATS[x.dtype] for x in operands]
    call = get_op(op).call(formats, [FORMATS[d] for d in to], **attributes)
    arrays = executor.execute(session(), call, [array(x) for x in operands])
    return [tensor(x) for x in arrays]


def result(op: str, *operands: Tensor, to: torch.dtype | None = None, **attributes: Any) -> Tensor:
    """Return the only result of an op, by default in the dtype of its first operand."""
    return results(op, operands, [to or operands[0].dtype], **attributes)[0]


def numbers(dtype: torch.dtype, *shape: int, seed: int = 1) -> Tensor:
    """Return finite random numbers of both signs."""
    return tensor(array(values(dtype, shape, seed, low=0.0) - 2.0))


def spread(x: Tensor) -> Tensor:
    """Return equal elements as a view that has gaps in memory and axes in reversed order."""
    wide = torch.empty((*x.shape[::-1], 2), dtype=x.dtype)
    view = wide[..., 0].permute(*range(x.dim() - 1, -1, -1))
    view.copy_(x)
    return view


def with_gradients(
    function: Callable[..., Tensor], grad: Tensor, *operands: Tensor
) -> tuple[Tensor, ...]:
    """Return the value of a function and the gradients of its operands."""
    leaves = [x.detach().clone().requires_grad_() for x in operands]
    y = function(*leaves)
    return (y.detach(), *torch.autograd.grad(y, leaves, grad))
