"""The work of a row in PyTorch: cuBLAS for products, cuDNN, and CUB for sorts and scans.

A side is a function without arguments that does the work once and returns the result for the
comparison with ours. If PyTorch can write into an existing tensor, it does.
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
    """The peer has no function for a row; the message names the missing function."""


def side(torch: Any, row: Row, tensors: Sequence[Any]) -> Run:
    """Return PyTorch's side of a row. Raises NoFunctionError if it has no function."""
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
    """Return the maker of a reduction of any axes into an existing tensor."""
    return TorchMaker(
        lambda torch, a, x, out: partial(_function(torch, name), x[0], dim=a["axes"], out=out)
    )


def reduction_of_one_axis(name: str) -> TorchMaker:
    """Return the maker of a reduction by a function that takes one axis."""

    def make(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
        (axis,) = attributes["axes"]
        return partial(_function(torch, name), x[0], dim=axis, out=out)

    return TorchMaker(make)


def along(name: str) -> TorchMaker:
    """Return the maker of a function along an axis into an existing tensor."""
    return TorchMaker(
        lambda torch, a, x, out: partial(_function(torch, name), x[0], dim=a["axis"], out=out)
    )


def sort(number: int) -> TorchMaker:
    """Return the maker of a stable sort: 0 for the values, 1 for the indices."""

    def make(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
        into = (torch.empty_like(x[0]), torch.empty_like(x[0], dtype=torch.int64))
        return lambda: torch.sort(x[0], dim=attributes["axis"], stable=True, out=into)[number]

    return TorchMaker(make, "CUB")


def added(name: str) -> TorchMaker:
    """Return the maker of updates added at the places of an index."""
    return TorchMaker(
        lambda torch, a, x, out: partial(_function(torch, name), x[0], a["axis"], x[1], x[2])
    )


def _matmul(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    a, b = x
    right = b.transpose(-1, -2) if attributes["transpose_b"] else b
    if a.dtype == torch.int8:  # torch.mm would return int8.
        return partial(torch._int_mm, a, right, out=out)
    return partial(torch.mm if a.ndim == 2 else torch.bmm, a, right, out=out)


def _linear(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    return partial(torch.nn.functional.linear, *x)


MATRIX_PRODUCT = TorchMaker(_matmul, "cuBLAS")
LINEAR = TorchMaker(_linear, "cuBLAS")


def _function(torch: Any, name: str) -> Any:
    """Return the object with a dotted name."""
    return reduce(getattr, name.split("."), torch)
