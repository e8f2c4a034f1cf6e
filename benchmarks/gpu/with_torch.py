"""The same work in PyTorch: cuBLAS for products, cuDNN for convolutions, CUB for sorts and scans.

A side is a function without arguments that does the work once and returns the result that is
compared with ours. Where PyTorch can write into a tensor that exists, it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from samebits.benchmarks.gpu.operands import torch_dtype
from samebits.benchmarks.gpu.rows import Row
from samebits.benchmarks.rivals import torch_function

Run = Callable[[], Any]

LIBRARIES = {
    **dict.fromkeys(("matmul", "linear", "bmm"), "cuBLAS"),
    "conv2d": "cuDNN",
    **dict.fromkeys(("sort", "argsort"), "CUB"),
}
"""The library behind PyTorch where it is not PyTorch's own kernel."""


class NoFunctionError(Exception):
    """A peer has no function for a row; the text says which."""


def side(torch: Any, row: Row, tensors: Sequence[Any]) -> Run:
    """PyTorch's side of a row. Raises NoFunctionError where there is none."""
    shape, label = row.results[0]
    out = torch.empty(shape, dtype=torch_dtype(torch, label), device=tensors[0].device)
    maker = _MAKERS.get(row.op)
    if maker is not None:
        return maker(torch, row.call.attributes, list(tensors), out)
    if row.op in _ARITHMETIC:
        return partial(getattr(torch, row.op), *tensors, out=out)
    function = torch_function(torch, row.op)
    if function is None:
        raise NoFunctionError(f"PyTorch has no {row.op}")
    return partial(function, *tensors, out=out)


Attributes = Mapping[str, Any]
_ARITHMETIC = ("add", "mul", "div")


def _relu(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    """relu.out of PyTorch makes a tensor and copies it; clamp_min writes at once."""
    return partial(torch.clamp_min, x[0], 0.0, out=out)


def _reduction(name: str) -> Callable[[Any, Attributes, list[Any], Any], Run]:
    def make(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
        function = torch.linalg.vector_norm if name == "norm" else getattr(torch, name)
        return partial(function, x[0], dim=attributes["axes"], out=out)

    return make


def _along(name: str) -> Callable[[Any, Attributes, list[Any], Any], Run]:
    def make(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
        return partial(getattr(torch, name), x[0], dim=attributes["axis"], out=out)

    return make


def _matmul(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    a, b = x
    right = b.transpose(-1, -2) if attributes["transpose_b"] else b
    return partial(torch.mm if a.ndim == 2 else torch.bmm, a, right, out=out)


def _linear(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    return partial(torch.nn.functional.linear, *x)


def _convolution(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    stride, padding = attributes["stride"], attributes["padding"]
    return partial(torch.nn.functional.conv2d, *x, stride=stride, padding=padding)


def _sort(number: int) -> Callable[[Any, Attributes, list[Any], Any], Run]:
    def make(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
        into = (torch.empty_like(x[0]), torch.empty_like(x[0], dtype=torch.int64))
        return lambda: torch.sort(x[0], dim=attributes["axis"], stable=True, out=into)[number]

    return make


def _topk(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    into = (out, torch.empty_like(out, dtype=torch.int64))
    return lambda: torch.topk(x[0], attributes["k"], dim=attributes["axis"], out=into)[0]


def _gather(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    return partial(torch.gather, x[0], attributes["axis"], x[1], out=out)


def _embedding(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    return partial(torch.nn.functional.embedding, x[1], x[0])


def _added(name: str) -> Callable[[Any, Attributes, list[Any], Any], Run]:
    def make(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
        return partial(getattr(torch, name), x[0], attributes["axis"], x[1], x[2])

    return make


_MAKERS: dict[str, Callable[[Any, Attributes, list[Any], Any], Run]] = {
    "relu": _relu,
    "max": _reduction("amax"),
    **{name: _reduction(name) for name in ("sum", "mean", "var", "norm", "logsumexp")},
    **{name: _along(name) for name in ("softmax", "cumsum")},
    **dict.fromkeys(("matmul", "bmm"), _matmul),
    "linear": _linear,
    "conv2d": _convolution,
    "sort": _sort(0),
    "argsort": _sort(1),
    "topk": _topk,
    "gather": _gather,
    "embedding": _embedding,
    **{name: _added(name) for name in ("scatter_add", "index_add")},
}
