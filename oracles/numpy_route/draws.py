"""Draws of whole arrays (clause D2): words by spec/philox.py, functions of them rounded once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import numpy as np

from samebits.oracles.errors import OracleError
from samebits.oracles.numpy_route import enclosures
from samebits.oracles.numpy_route.functions import Function, rounded
from samebits.spec.call import Call
from samebits.spec.draws import drawn
from samebits.spec.formats import get_format

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]

_GUARD = 20
"""Digits beyond those asked for, with which the distribution function is compared."""

_STEPS = 12
"""Steps of Newton's iteration, each of which doubles the 15 digits of the start."""


def draws_of(call: Call, bits: int) -> Array:
    """The 32-bit or the 64-bit draw of every element, an array of the result's shape."""
    return drawn(call, bits)


def of_drawn(
    function: Callable[[Array, str], Array], bits: Callable[[Call], int] = lambda call: 32
) -> Route:
    """The draw that a function of words and of a format makes of the draws of so many bits."""
    return lambda call, inputs: function(draws_of(call, bits(call)), call.outputs[0])


def of_given(function: Callable[[Array, str], Array]) -> Route:
    """The function of words that are an operand."""
    return lambda call, inputs: function(inputs[0], call.outputs[0])


def uniform(words: Array, name: str) -> Array:
    """The upper bits, scaled by a power of two: no conversion loses a bit."""
    form = get_format(name)
    upper = words >> words.dtype.type(8 * words.itemsize - form.precision)
    wide = np.float64 if words.itemsize == 8 else np.float32
    return np.asarray((upper.astype(wide) * wide(2.0**-form.precision)).astype(form.dtype))


def exponential(words: Array, name: str) -> Array:
    """-log at the middle of each word."""
    return rounded(_EXPONENTIAL, [_middles(words)], name)


def normal(words: Array, name: str) -> Array:
    """The normal quantile at the middle of each word."""
    return rounded(_NORMAL, [_middles(words)], name)


def _middles(words: Array) -> Array:
    """(2k + 1) / 2^33, which binary64 holds."""
    return np.asarray((words.astype(np.float64) + 0.5) / 2.0**32)


def _near_exponential(x: Array) -> tuple[Array, Array]:
    value = -np.log(x)
    return value, value


def _near_normal(x: Array) -> tuple[Array, Array]:
    """Wichura's algorithm AS 241, as Python has it: relative 1e-15, in the tails and near 1/2."""
    value = np.asarray(np.frompyfunc(NormalDist().inv_cdf, 1, 1)(x), np.float64)
    return value, np.abs(value)


def _enclosed_exponential(x: float) -> tuple[Fraction, Fraction]:
    low, high = enclosures.log(x)
    return -high, -low


def _enclosed_normal(x: float) -> tuple[Fraction, Fraction]:
    """By Newton's iteration, and then by the distribution function, which rises, at both ends."""
    digits, wanted = getcontext().prec, Fraction(x) - Fraction(1, 2)
    with localcontext() as context:
        context.prec = digits + _GUARD
        y, target = Decimal(NormalDist().inv_cdf(x)), Decimal(x) - Decimal("0.5")
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
        raise OracleError(f"the NumPy route does not enclose the normal quantile at {x}")
    return Fraction(low), Fraction(high)


def _density(y: Decimal) -> Decimal:
    """exp(-y^2 / 2) / sqrt(2 pi)."""
    pi = 16 * enclosures.arctangent(Decimal(1) / 5) - 4 * enclosures.arctangent(Decimal(1) / 239)
    return (-y * y / 2).exp() / (2 * pi).sqrt()


def _above_half(y: Decimal) -> Decimal:
    """The distribution function less 1/2: the density times y + y^3/3 + y^5/(3 5) + ...

    All terms have one sign, so that the sum is relatively good to about one digit in each hundred
    terms, of which there are some hundreds.
    """
    total = term = y
    order, least = 1, Decimal(10) ** -(getcontext().prec + 2)
    while abs(term) > abs(total) * least:
        order += 2
        term = term * y * y / order
        total += term
    return total * _density(y)


_EXPONENTIAL = Function(_near_exponential, _enclosed_exponential)
_NORMAL = Function(_near_normal, _enclosed_normal)
