"""pow, atan2, hypot and logaddexp, rounded once (clauses R2, S4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles.numpy_route import enclosures_route as enclosures
from samebits.oracles.numpy_route.formats_route import widen
from samebits.oracles.numpy_route.functions_route import Function, rounded
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]
Near = tuple[Array, Array]


def _power(x: Array, y: Array) -> Near:
    """Return x^y and its size, including the cases of S4 for NaN, odd integers and negative x."""
    whole, odd = np.floor(y) == y, np.abs(np.fmod(y, 2)) == 1
    value = np.power(np.abs(x), y)
    value = np.where(np.signbit(x) & odd, -value, value)
    value = np.where((x < 0) & np.isfinite(x) & ~whole, np.nan, value)
    value = np.where((y == 0) | (x == 1), 1.0, value)
    special = ~np.isfinite(x) | ~np.isfinite(y) | (x == 0) | (y == 0) | (np.abs(x) == 1)
    return value, np.where(special, 0.0, np.abs(value))


def _angle(y: Array, x: Array) -> Near:
    value = np.arctan2(y, x)
    return value, np.abs(value)


def _hypotenuse(x: Array, y: Array) -> Near:
    value = np.hypot(x, y)
    value = np.where(np.isinf(x) | np.isinf(y), np.inf, value)
    return value, value


def _log_of_sum(x: Array, y: Array) -> Near:
    """Return max + log(1 + e^(min - max)) and its size.

    The sum may cancel, so the size is the sum of the magnitudes of its parts.
    """
    above, below = np.maximum(x, y), np.minimum(x, y)
    rest = np.log1p(np.exp(np.where(x == y, 0.0, below - above)))
    return above + rest, np.where(np.isinf(below), 0.0, np.abs(above) + rest)


def _route(function: Function) -> Route:
    def route(call: Call, inputs: Sequence[Array]) -> Array:
        name = call.outputs[0]
        return rounded(function, [widen(x, name) for x in inputs], name)

    return route


ROUTES: Mapping[str, Route] = MappingProxyType(
    {
        "atan2": _route(Function(_angle, enclosures.angle)),
        "hypot": _route(Function(_hypotenuse, enclosures.hypotenuse)),
        "logaddexp": _route(Function(_log_of_sum, enclosures.log_of_sum)),
        "pow": _route(Function(_power, enclosures.power)),
    }
)
