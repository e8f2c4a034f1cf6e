"""Mean, variance, norms and logsumexp over axes (clauses R4, T1, T2, T3).

exp and log are rounded once to the compute format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.binary64_route import of_one
from samebits.oracles.numpy_route.exponentials_route import exp, log
from samebits.oracles.numpy_route.formats_route import from_compute
from samebits.oracles.numpy_route.reductions_route import leaves_of, sum_levels
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def mean(rows: Array) -> Array:
    """Return the sum T1 divided by the count."""
    return np.asarray(sum_levels(rows) / rows.dtype.type(rows.shape[-1]))


def variance_of(call: Call, rows: Array) -> Array:
    """Return the sum of squared deviations divided by max(0, n - correction)."""
    count, correction = rows.shape[-1], call.attributes["correction"]
    assert isinstance(correction, int)
    if count == 0:
        return np.full(len(rows), np.nan, rows.dtype)
    deviations = rows - mean(rows)[:, None]
    divisor = rows.dtype.type(np.float64(max(0, count - correction)))
    return np.asarray(sum_levels(deviations * deviations) / divisor)


def norm(call: Call, rows: Array) -> Array:
    """Return the norm of the call's order."""
    magnitudes = np.abs(rows)
    if call.attributes["ord"] == 1:
        return sum_levels(magnitudes)
    if call.attributes["ord"] == 2:
        return np.asarray(np.sqrt(sum_levels(rows * rows)))
    return np.asarray(magnitudes.max(axis=-1, initial=0))


def _logsumexp(call: Call, rows: Array) -> Array:
    m = rows.max(axis=-1, initial=-np.inf)
    m = np.where(np.isinf(m), m.dtype.type(0), m)
    if rows.dtype == np.float64:
        powers = of_one("exp", rows - m[:, None])
        return np.asarray(m + of_one("log", sum_levels(powers)))
    powers = exp(rows - m[:, None], "f32")
    return np.asarray(m + log(sum_levels(powers), "f32"))


def moment(function: Callable[[Call, Array], Array]) -> Route:
    """Return a route that computes a moment of each row in the compute format."""

    def route(call: Call, inputs: Sequence[Array]) -> Array:
        return from_compute(function(call, leaves_of(call, inputs)), call.outputs[0])

    return route


ROUTES: Mapping[str, Route] = MappingProxyType({"logsumexp": moment(_logsumexp)})
