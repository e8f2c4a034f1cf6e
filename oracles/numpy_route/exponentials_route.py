"""Functions that are nodes of graphs and trees, rounded once (clause R2).

They are not routes of ops: the ops with these names need no route, because their certificates
contain every input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles.numpy_route import bell_route as bell, enclosures_route as enclosures
from samebits.oracles.numpy_route.formats_route import widen
from samebits.oracles.numpy_route.functions_route import Function, rounded

Array = np.ndarray[Any, Any]


def exp(x: Array, name: str) -> Array:
    """Return e^x of an array of format `name`, in that format."""
    return rounded(_EXP, [widen(x, name)], name)


def log(x: Array, name: str) -> Array:
    """Return the natural logarithm of an array of format `name`, in that format."""
    return rounded(_LOG, [widen(x, name)], name)


def rsqrt(x: Array, name: str) -> Array:
    """Return 1 / sqrt(x) of an array of format `name`, in that format."""
    return rounded(_RSQRT, [widen(x, name)], name)


def _exp(x: Array) -> tuple[Array, Array]:
    value = np.exp(x)
    return value, np.where(np.isfinite(x) & (x != 0), value, 0.0)


def _log(x: Array) -> tuple[Array, Array]:
    value = np.where(x < 0, np.nan, np.log(x))
    return value, np.abs(value)


def _rsqrt(x: Array) -> tuple[Array, Array]:
    value = 1 / np.sqrt(x)  # a zero x gives an infinity of its sign, and a negative x gives NaN
    return value, np.where(np.isfinite(x) & (x > 0), value, 0.0)


_RSQRT = Function(_rsqrt, enclosures.rsqrt)


def _sigmoid(x: Array) -> tuple[Array, Array]:
    small = np.exp(-np.abs(x))
    value = np.where(x < 0, small, np.where(np.isnan(x), x, 1.0)) / (1.0 + small)
    return value, np.where(np.isfinite(x), value, 0.0)


def _logsigmoid(x: Array) -> tuple[Array, Array]:
    rest = np.log1p(np.exp(-np.abs(x)))
    value = np.where(x < 0, x, -0.0) - rest
    return value, np.where(np.isfinite(x), np.abs(value), 0.0)


def _tanh(x: Array) -> tuple[Array, Array]:
    value = np.tanh(x)
    return value, np.where(np.isfinite(x), np.abs(value), 0.0)


_EXP, _LOG = Function(_exp, enclosures.exp), Function(_log, enclosures.log)
_SIGMOID = Function(_sigmoid, enclosures.sigmoid)
_LOGSIGMOID = Function(_logsigmoid, enclosures.logsigmoid)
_TANH = Function(_tanh, enclosures.tanh)


def sigmoid(x: Array, name: str) -> Array:
    """Return 1 / (1 + e^-x) of an array of format `name`, in that format."""
    return rounded(_SIGMOID, [widen(x, name)], name)


def logsigmoid(x: Array, name: str) -> Array:
    """Return -log(1 + e^-x) of an array of format `name`, in that format."""
    return rounded(_LOGSIGMOID, [widen(x, name)], name)


def tanh(x: Array, name: str) -> Array:
    """Return (e^2x - 1) / (e^2x + 1) of an array of format `name`, in that format."""
    return rounded(_TANH, [widen(x, name)], name)


NODES: Mapping[str, Callable[[Array, str], Array]] = MappingProxyType(
    {
        function.__name__: function
        for function in (bell.erf, bell.erfinv, exp, log, logsigmoid, rsqrt, sigmoid, tanh)
    }
)
"""The functions that are nodes of graphs and have no route of their own."""
