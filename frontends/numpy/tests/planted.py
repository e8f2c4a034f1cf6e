"""Front ends with one fault between a function and its op, as backends for the judge.

The name of such a backend is `py:samebits.numpy.tests.planted:NAME`. The fault is planted in the
host process when the backend is opened; the host process is used for nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

import numpy as np

from samebits.backends import fronts
from samebits.backends.fronts.session import FrontSession
from samebits.backends.protocol import PROTOCOL_VERSION, Device
from samebits.numpy import contractions, functions, parameters, written
from samebits.numpy.callee import callee
from samebits.numpy.judged import FRONT


@dataclass(frozen=True)
class Planted:
    """A front end with a fault; the certification of `op` must find it."""

    name: str
    op: str
    plant: Callable[[], None]
    version: str = "0"
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        return [Device("front", self.name)]

    def open(self, device: str) -> FrontSession:
        self.plant()
        return fronts.opened("numpy", FRONT)


def _computing(op: str, change: Callable[..., Any]) -> None:
    """Make the function of an op change its operands and attributes by `change`."""
    usual = functions.compute

    def compute(asked: Any, operands: Any, attributes: Any, dtype: Any = None, out: Any = None):
        if asked.op.name == op:
            operands, attributes = change(operands, attributes)
        return usual(asked, operands, attributes, dtype, out)

    functions.compute = compute


def _biased_variance() -> None:
    parameters.DEFAULTS = {**parameters.DEFAULTS, "var": {"correction": 1}}


def _swapped_operands() -> None:
    _computing("sub", lambda x, a: (x[::-1], a))


def _short_eps() -> None:
    _computing("layer_norm", lambda x, a: (x, {**a, "eps": float(np.float16(a["eps"]))}))


def _other_reduction() -> None:
    functions.callee = lambda op: callee("amin" if op == "amax" else op)


def _axis_off_by_one() -> None:
    usual = written.FUNCTIONS["cumulative_sum"]

    @wraps(usual)
    def cumulative_sum(x: Any, /, *, axis: int, **others: Any) -> Any:
        return usual(x, axis=(axis + 1) % x.ndim, **others)

    written.FUNCTIONS = {**written.FUNCTIONS, "cumulative_sum": cumulative_sum}


def _missing_transpose() -> None:
    usual = contractions.matmul

    @wraps(usual)
    def matmul(a: Any, b: Any, bias: Any = None, *, transpose_b: bool = False, **others: Any):
        square = b.shape[-1] == b.shape[-2]
        return usual(a, b, bias, transpose_b=transpose_b and not square, **others)

    written.FUNCTIONS = {**written.FUNCTIONS, "matmul": matmul}


biased_variance = Planted("biased_variance", "var", _biased_variance)
swapped_operands = Planted("swapped_operands", "sub", _swapped_operands)
short_eps = Planted("short_eps", "layer_norm", _short_eps)
other_reduction = Planted("other_reduction", "amax", _other_reduction)
axis_off_by_one = Planted("axis_off_by_one", "cumsum", _axis_off_by_one)
missing_transpose = Planted("missing_transpose", "matmul", _missing_transpose)

ALL = (
    *(biased_variance, swapped_operands, short_eps),
    *(other_reduction, axis_off_by_one, missing_transpose),
)
