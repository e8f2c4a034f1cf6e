"""Routes of celu, elu, leaky_relu and their derivatives (clauses R2, R4, S4).

They have two branches and an attribute, which is rounded to binary32. For x <= 0 the value is the
product in S4, which gives the special values for every sign of the attribute. A product of two
numbers of binary32 is exact in binary64.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles.numpy_route import enclosures_route as enclosures
from samebits.oracles.numpy_route.formats_route import narrow, widen
from samebits.oracles.numpy_route.functions_route import Function, rounded
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def _attribute(call: Call, name: str) -> float:
    """Return a real attribute, rounded once to binary32 (R4)."""
    value = call.attributes[name]
    assert isinstance(value, float)  # checked by the declaration
    return float(np.float32(value))


def _exponential(*, divided: bool, factored: bool, less: int) -> Route:
    """Return a route that is factor * (e^(x / divisor) - less) for x <= 0.

    alpha is the divisor, the factor, or both. For a function, `less` is 1, and the value for x > 0
    is x. For a derivative, `less` is 0, and the value for x > 0 is 1.
    """

    def route(call: Call, inputs: Sequence[Array]) -> Array:
        alpha, name = _attribute(call, "alpha"), call.outputs[0]
        divisor, factor = alpha if divided else 1.0, alpha if factored else 1.0

        def near(x: Array) -> tuple[Array, Array]:
            power = (np.expm1 if less else np.exp)(x / divisor)
            value = np.where(x > 0, x if less else 1.0, factor * power)
            exact = (x >= 0) | np.isinf(x)
            return value, np.where(exact, 0.0, np.abs(value))

        def enclose(x: float) -> enclosures.Enclosure:
            return enclosures.scaled_exp(x, divisor, factor, less)

        return rounded(Function(near, enclose), [widen(inputs[0], name)], name)

    return route


def _leaky_relu(call: Call, inputs: Sequence[Array]) -> Array:
    name, slope = call.outputs[0], _attribute(call, "negative_slope")
    x = widen(inputs[0], name)
    return narrow(np.where(x > 0, x, slope * x), name)


def _leaky_relu_derivative(call: Call, inputs: Sequence[Array]) -> Array:
    name, slope = call.outputs[0], _attribute(call, "negative_slope")
    x = widen(inputs[0], name)
    return narrow(np.where(np.isnan(x), x, np.where(x > 0, 1.0, slope)), name)


ROUTES: Mapping[str, Route] = MappingProxyType(
    {
        "celu": _exponential(divided=True, factored=True, less=1),
        "celu_derivative": _exponential(divided=True, factored=False, less=0),
        "elu": _exponential(divided=False, factored=True, less=1),
        "elu_derivative": _exponential(divided=False, factored=True, less=0),
        "leaky_relu": _leaky_relu,
        "leaky_relu_derivative": _leaky_relu_derivative,
    }
)
