"""Mean, variance, norms and logsumexp over axes (clauses R4, T1, T2, T3).

exp and log come from `decimal`, forty digits of them, rounded to binary64 and once more to
binary32; a binary64 number that is a midpoint of binary32 is first moved towards the decimal one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Context, Decimal
from functools import cache
from math import inf, nextafter
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.formats import from_compute
from samebits.oracles.numpy_route.reductions import leaves_of, sum_levels
from samebits.spec.call import Call

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]

_DIGITS = Context(prec=40)
_HALF = 1 << 28  # the low 29 bits of a binary64 number half way between two normal binary32 numbers


def _mean(rows: Array) -> Array:
    return np.asarray(sum_levels(rows) / rows.dtype.type(rows.shape[-1]))


def _variance(call: Call, rows: Array) -> Array:
    count, correction = rows.shape[-1], call.attributes["correction"]
    assert isinstance(correction, int)
    if count == 0:
        return np.full(len(rows), np.nan, rows.dtype)
    deviations = rows - _mean(rows)[:, None]
    divisor = rows.dtype.type(np.float64(max(0, count - correction)))
    return np.asarray(sum_levels(deviations * deviations) / divisor)


def _norm(call: Call, rows: Array) -> Array:
    magnitudes = np.abs(rows)
    if call.attributes["ord"] == 1:
        return sum_levels(magnitudes)
    if call.attributes["ord"] == 2:
        return np.asarray(np.sqrt(sum_levels(rows * rows)))
    return np.asarray(magnitudes.max(axis=-1, initial=0))


def _logsumexp(call: Call, rows: Array) -> Array:
    m = rows.max(axis=-1, initial=-np.inf)
    m = np.where(np.isinf(m), np.float32(0), m)
    powers = _applied(_exp, rows - m[:, None])
    return np.asarray(m + _applied(_log, sum_levels(powers)))


def _applied(function: Callable[[float], float], x: Array) -> Array:
    values, places = np.unique(x, return_inverse=True)
    results = np.array([function(float(v)) for v in values], np.float32)
    return results[places.reshape(x.shape)]


@cache
def _exp(x: float) -> float:
    if x != x:
        return x
    return _to_binary32(_DIGITS.exp(Decimal(min(max(x, -200.0), 200.0))))  # beyond: 0, infinity


@cache
def _log(x: float) -> float:
    if x != x or x in (0.0, inf):
        return -inf if x == 0 else x
    return _to_binary32(_DIGITS.ln(Decimal(x)))


def _to_binary32(exact: Decimal) -> float:
    near = float(exact)
    if int(np.float64(near).view(np.uint64)) % (1 << 29) == _HALF and Decimal(near) != exact:
        near = nextafter(near, inf if Decimal(near) < exact else -inf)
    with np.errstate(all="ignore"):
        return float(np.float32(near))


def _route(function: Callable[[Call, Array], Array]) -> Route:
    def route(call: Call, inputs: Sequence[Array]) -> Array:
        return from_compute(function(call, leaves_of(call, inputs)), call.outputs[0])

    return route


ROUTES: Mapping[str, Route] = MappingProxyType(
    {
        "mean": _route(lambda call, rows: _mean(rows)),
        "var": _route(_variance),
        "std": _route(lambda call, rows: np.asarray(np.sqrt(_variance(call, rows)))),
        "norm": _route(_norm),
        "logsumexp": _route(_logsumexp),
    }
)
