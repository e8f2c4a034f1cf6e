"""The work of a row in PyTorch: its own kernels, cuBLAS, cuDNN, and CUB for sorts and scans.

A side is a function without arguments that does the work once and returns the result, which is
compared with ours. It writes into an existing tensor if PyTorch allows that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import Any

from samebits.benchmarks.declared import torch_maker
from samebits.benchmarks.gpu.makers import Attributes, Run, TorchMaker
from samebits.benchmarks.gpu.operands import torch_dtype
from samebits.benchmarks.gpu.rows import Row
from samebits.benchmarks.rivals import torch_function


class NoFunctionError(Exception):
    """The peer has no function for a row. The message names the missing function."""


def side(torch: Any, row: Row, tensors: Sequence[Any]) -> Run:
    """Return PyTorch's side of a row. Raises NoFunctionError if PyTorch has no function for it."""
    shape, label = row.results[0]
    out = torch.empty(shape, dtype=torch_dtype(torch, label), device=tensors[0].device)
    maker = torch_maker(row.op)
    if maker is not None:
        return maker.make(torch, row.call.attributes, list(tensors), out)
    function = torch_function(torch, row.op)
    if function is None:
        raise NoFunctionError(f"PyTorch has no {row.op}")
    return partial(function, *tensors, out=out)


def reduction(name: str) -> TorchMaker:
    """Return a maker that calls a reduction over any axes, with an output tensor."""
    return TorchMaker(
        lambda torch, a, x, out: partial(_function(torch, name), x[0], dim=a["axes"], out=out)
    )


def reduction_of_one_axis(name: str) -> TorchMaker:
    """Return a maker that calls a reduction that takes only one axis."""

    def make(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
        (axis,) = attributes["axes"]
        return partial(_function(torch, name), x[0], dim=axis, out=out)

    return TorchMaker(make)


def along(name: str) -> TorchMaker:
    """Return a maker that calls a function along an axis, with an output tensor."""
    return TorchMaker(
        lambda torch, a, x, out: partial(_function(torch, name), x[0], dim=a["axis"], out=out)
    )


def sort(number: int) -> TorchMaker:
    """Return a maker that calls a stable sort and returns its values (0) or its indices (1)."""

    def make(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
        into = (torch.empty_like(x[0]), torch.empty_like(x[0], dtype=torch.int64))
        return lambda: torch.sort(x[0], dim=attributes["axis"], stable=True, out=into)[number]

    return TorchMaker(make, "CUB")


def added(name: str) -> TorchMaker:
    """Return a maker that calls a function that adds updates at indices."""
    return TorchMaker(
        lambda torch, a, x, out: partial(_function(torch, name), x[0], a["axis"], x[1], x[2])
    )


def _matmul(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    a, b = x
    right = b.transpose(-1, -2) if attributes["transpose_b"] else b
    if a.dtype == torch.int8:  # torch.mm would return int8
        return partial(torch._int_mm, a, right, out=out)
    return partial(torch.mm if a.ndim == 2 else torch.bmm, a, right, out=out)


def _linear(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    return partial(torch.nn.functional.linear, *x)


MATRIX_PRODUCT = TorchMaker(_matmul, "cuBLAS")
LINEAR = TorchMaker(_linear, "cuBLAS")


def _function(torch: Any, name: str) -> Any:
    """Return the attribute of PyTorch with a dotted name."""
    return reduce(getattr, name.split("."), torch)
