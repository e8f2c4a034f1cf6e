"""Functions that open a block themselves: the functions of RepDL, and every function of torch.

    samebits.torch.ops.mm(x, y, transB=True)
    samebits.torch.ops.exp(x)

The functions defined here have the names and arguments of RepDL. Any other name is looked up in
`torch`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import torch
from torch import Tensor

from samebits.torch.standing import inside


@inside
def mm(
    input: Tensor,  # noqa: A002
    mat2: Tensor,
    transA: bool = False,  # noqa: N803
    transB: bool = False,  # noqa: N803
) -> Tensor:
    """Return the product of two matrices, each transposed first if its flag is set (T4)."""
    return torch.mm(input.t() if transA else input, mat2.t() if transB else mat2)


@inside
def conv2d(
    input: Tensor,  # noqa: A002
    weight: Tensor,
    stride: Sequence[int] = (1, 1),
    padding: Sequence[int] = (0, 0),
    groups: int = 1,
) -> Tensor:
    """Return the convolution of [N, C, H, W] and [K, C / groups, R, S] (T5)."""
    return torch.conv2d(input, weight, None, list(stride), list(padding), [1, 1], groups)


@inside
def conv2d_grad_input(
    input_shape: Sequence[int],
    weight: Tensor,
    grad_output: Tensor,
    stride: Sequence[int] = (1, 1),
    padding: Sequence[int] = (0, 0),
) -> Tensor:
    """Return the gradient of the convolution's input."""
    return torch.nn.grad.conv2d_input(input_shape, weight, grad_output, stride, padding)


@inside
def conv2d_grad_kernel(
    input: Tensor,  # noqa: A002
    weight_shape: Sequence[int],
    grad_output: Tensor,
    stride: Sequence[int] = (1, 1),
    padding: Sequence[int] = (0, 0),
) -> Tensor:
    """Return the gradient of the convolution's weight."""
    return torch.nn.grad.conv2d_weight(input, weight_shape, grad_output, stride, padding)


@inside
def cross_entropy(input: Tensor, target: Tensor) -> Tensor:  # noqa: A002
    """Return the cross-entropy loss of each row, without a reduction."""
    return torch.nn.functional.cross_entropy(input, target, reduction="none")


@inside
def softmax(input: Tensor) -> Tensor:  # noqa: A002
    """Return the softmax along the last axis."""
    return torch.softmax(input, -1)


def sum1d(input: Tensor, average: bool = False) -> Tensor:  # noqa: A002
    """Return the sum of a vector (T1), or its mean."""
    return _sum(input, [0], False, average)


def sum2d_dim0(input: Tensor, keepdim: bool = False, average: bool = False) -> Tensor:  # noqa: A002
    """Return the sums of the columns of a matrix, or their means."""
    return _sum(input, [0], keepdim, average)


def sum2d_dim1(input: Tensor, keepdim: bool = False, average: bool = False) -> Tensor:  # noqa: A002
    """Return the sums of the rows of a matrix, or their means."""
    return _sum(input, [1], keepdim, average)


def sum4d_dim023(
    input: Tensor,  # noqa: A002
    keepdim: bool = False,
    average: bool = False,
) -> Tensor:
    """Return the sum of each channel of [N, C, H, W], or its mean."""
    return _sum(input, [0, 2, 3], keepdim, average)


@inside
def _sum(x: Tensor, axes: list[int], keepdim: bool, average: bool) -> Tensor:
    return torch.mean(x, axes, keepdim) if average else torch.sum(x, axes, keepdim)


@cache
def __getattr__(name: str) -> Any:
    value = getattr(torch, name)
    return inside(value) if callable(value) and not isinstance(value, type) else value
