"""The normal distribution: its quantile, erf and the inverse of erf, filtered and enclosed (R2).

erf and erfinv are nodes of graphs and have no route, because certificates contain all their inputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import numpy as np

from samebits.oracles.errors import OracleError
from samebits.oracles.numpy_route import enclosures_route as enclosures
from samebits.oracles.numpy_route.formats_route import widen
from samebits.oracles.numpy_route.functions_route import Enclosure, Function, rounded

Array = np.ndarray[Any, Any]

_GUARD = 20
"""Number of additional decimal digits in comparisons of the distribution function."""

_STEPS = 12
"""Steps of Newton's iteration, which starts with 15 digits. Each step doubles their number."""


def erf(x: Array, name: str) -> Array:
    """Return erf of an array of format `name`: 2 / sqrt(pi) * integral of exp(-t^2) from 0 to x."""
    return rounded(_ERF, [widen(x, name)], name)


def erfinv(x: Array, name: str) -> Array:
    """Return the number whose erf is x, for an array of format `name`, in that format."""
    return rounded(_ERFINV, [widen(x, name)], name)


def _each(function: Callable[[float], float]) -> Callable[[Array], Array]:
    of_objects = np.frompyfunc(function, 1, 1)
    return lambda x: np.asarray(of_objects(x), np.float64)


def _near_quantile(x: Array) -> tuple[Array, Array]:
    """Return values of Wichura's algorithm AS 241, as implemented in Python, and their sizes.

    The relative error is 1e-15, also in the tails and near 1/2.
    """
    value = _each(NormalDist().inv_cdf)(x)
    return value, np.abs(value)


def _near_erf(x: Array) -> tuple[Array, Array]:
    value = _each(math.erf)(x)
    return value, np.where(np.isfinite(x), np.abs(value), 0.0)


def _near_erfinv(x: Array) -> tuple[Array, Array]:
    inside = (np.abs(x) < 1) & (x != 0)
    value = _each(_inverse_erf)(np.where(inside, x, 0.5))
    edge = np.where(np.abs(x) == 1, np.copysign(np.inf, x), np.where(x == 0, x, np.nan))
    return np.where(inside, value, edge), np.where(inside, np.abs(value), 0.0)


def _inverse_erf(x: float) -> float:
    """Return the inverse of erf after two steps of Newton's iteration.

    Near 0 the steps use erf. Near 1 they use erfc, because 1 - |x| is exact there. So the value
    subtracted from x has a relative error of about 2^-50, and the start has an error of at most
    2^-40.
    """
    size = abs(x)
    z = size * math.sqrt(math.pi) / 2
    if size > 1e-4:
        z = NormalDist().inv_cdf(0.5 + size / 2) / math.sqrt(2)
    for _ in range(2):
        off = math.erf(z) - size if size < 0.5 else (1 - size) - math.erfc(z)
        z -= off * math.sqrt(math.pi) / 2 * math.exp(z * z)
    return math.copysign(z, x)


def _enclosed_quantile(x: float) -> Enclosure:
    return _enclosed_where(Decimal(x) - Decimal("0.5"), NormalDist().inv_cdf(x))


def _enclosed_erf(x: float) -> Enclosure:
    """Return an enclosure of erf: twice the probability from 0 to x sqrt(2).

    The rounded square root changes the result by at most one unit. For x beyond 10, the value is
    about 1 - exp(-100), which rounds like 1 in f32 and shorter formats.
    """
    if abs(x) > 10:
        least = 1 - Fraction(1, 1 << 140)
        return (least, Fraction(1)) if x > 0 else (Fraction(-1), -least)
    share = 2 * _above_half(Decimal(x) * Decimal(2).sqrt())
    return enclosures.around(share, share)


def _enclosed_erfinv(x: float) -> Enclosure:
    start = _inverse_erf(x) * math.sqrt(2)
    low, high = _enclosed_where(Decimal(x) / 2, start)
    root = Fraction(Decimal(2).sqrt())
    margin = Fraction(1, 10 ** (getcontext().prec - 2))
    ends = sorted((low / root * (1 - margin), low / root * (1 + margin)))
    ends += sorted((high / root * (1 - margin), high / root * (1 + margin)))
    return min(ends), max(ends)


def _enclosed_where(target: Decimal, start: float) -> Enclosure:
    """Return an enclosure of the y at which the distribution function minus 1/2 is `target`.

    Newton's iteration finds y. Then the distribution function, which is increasing, is evaluated at
    both ends of the enclosure.
    """
    digits, wanted = getcontext().prec, Fraction(target)
    with localcontext() as context:
        context.prec = digits + _GUARD
        y = Decimal(start)
        reach = Decimal(10) ** (2 - digits)
        for _ in range(_STEPS):
            step = (_above_half(y) - target) / _density(y)
            y -= step
            if abs(step) < abs(y) * reach / 1000:
                break
        low, high = sorted((y * (1 - reach), y * (1 + reach)))
        below, above = (Fraction(_above_half(end)) for end in (low, high))
        margin = (abs(below) + abs(above)) / 10 ** (digits + _GUARD - 4)
    if not below + margin < wanted < above - margin:
        raise OracleError(f"the NumPy route does not enclose the normal quantile at {target}")
    return Fraction(low), Fraction(high)


def _density(y: Decimal) -> Decimal:
    """Return exp(-y^2 / 2) / sqrt(2 pi)."""
    pi = 16 * enclosures.arctangent(Decimal(1) / 5) - 4 * enclosures.arctangent(Decimal(1) / 239)
    return (-y * y / 2).exp() / (2 * pi).sqrt()


def _above_half(y: Decimal) -> Decimal:
    """Return the distribution function minus 1/2: density times y + y^3/3 + y^5/(3 5) + ...

    All terms have the same sign, so the sum loses about one relative digit per hundred terms. There
    are some hundreds of terms.
    """
    total = term = y
    order, least = 1, Decimal(10) ** -(getcontext().prec + 2)
    while abs(term) > abs(total) * least:
        order += 2
        term = term * y * y / order
        total += term
    return total * _density(y)


QUANTILE = Function(_near_quantile, _enclosed_quantile)
"""The normal quantile of numbers between 0 and 1."""

_ERF, _ERFINV = Function(_near_erf, _enclosed_erf), Function(_near_erfinv, _enclosed_erfinv)
