"""Front ends with one wrong lowering each, as backends for the judge."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from samebits.backends import fronts
from samebits.backends.fronts.session import FrontSession
from samebits.backends.protocol import PROTOCOL_VERSION, Device
from samebits.torch import block, kernels
from samebits.torch.aligned_kernels import AligningKernels
from samebits.torch.judged import FRONT
from samebits.torch.table import Lowering, table


@dataclass(frozen=True)
class Planted:
    """A front end with a fault in one overload; judging `op` must find the fault."""

    name: str
    op: str
    overload: str
    changed: Callable[[Mapping[str, Lowering]], Callable[..., Any]]
    version: str = "0"
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        return [Device("front", self.name)]

    def open(self, device: str) -> FrontSession:
        right = table()[self.overload]
        wrong = functools.wraps(right.function)(self.changed(table()))
        lowerings = {**table(), self.overload: replace(right, function=wrong)}
        kernels.table = lambda: lowerings
        block._KERNELS = AligningKernels()
        return fronts.opened("torch", FRONT)


def _biased(right: Mapping[str, Lowering]) -> Callable[..., Any]:
    def var(c: Any, *args: Any, **kwargs: Any) -> Any:
        return right["var.correction"].function(c, *args, **{**kwargs, "correction": 0})

    return var


def _swapped(right: Mapping[str, Lowering]) -> Callable[..., Any]:
    return lambda c, a, b, **kwargs: right["sub.Tensor"].function(c, b, a, **kwargs)


def _short_eps(right: Mapping[str, Lowering]) -> Callable[..., Any]:
    def norm(c: Any, *args: Any) -> Any:
        return right["native_layer_norm"].function(c, *args[:4], float(np.float16(args[4])))

    return norm


def _other_reduction(right: Mapping[str, Lowering]) -> Callable[..., Any]:
    return lambda c, *args, **kwargs: right["amin"].function(c, *args, **kwargs)


def _axis(right: Mapping[str, Lowering]) -> Callable[..., Any]:
    def cumsum(c: Any, x: Any, dim: int, **kwargs: Any) -> Any:
        return right["cumsum"].function(c, x, (dim + 1) % max(x.dim(), 1), **kwargs)

    return cumsum


def _transpose(right: Mapping[str, Lowering]) -> Callable[..., Any]:
    def mm(c: Any, a: Any, b: Any, **kwargs: Any) -> Any:
        forgets = b.shape[0] == b.shape[1] and not b.is_contiguous()
        return right["mm"].function(c, a, b.t() if forgets else b, **kwargs)

    return mm


def _default(right: Mapping[str, Lowering]) -> Callable[..., Any]:
    def leaky_relu(c: Any, x: Any, negative_slope: float = 0.02, **kwargs: Any) -> Any:
        return right["leaky_relu"].function(c, x, negative_slope, **kwargs)

    return leaky_relu


biased_variance = Planted("biased_variance", "var", "var.correction", _biased)
swapped_operands = Planted("swapped_operands", "sub", "sub.Tensor", _swapped)
short_eps = Planted("short_eps", "layer_norm", "native_layer_norm", _short_eps)
other_reduction = Planted("other_reduction", "amax", "amax", _other_reduction)
axis_off_by_one = Planted("axis_off_by_one", "cumsum", "cumsum", _axis)
missing_transpose = Planted("missing_transpose", "matmul", "mm", _transpose)
wrong_default = Planted("wrong_default", "leaky_relu", "leaky_relu", _default)

ALL = (
    *(biased_variance, swapped_operands, short_eps, other_reduction),
    *(axis_off_by_one, missing_transpose, wrong_default),
)
