"""Draws of whole arrays (clause D2).

spec/philox.py makes the words. A function of the words is rounded once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from samebits.oracles.numpy_route import bell_route as bell, enclosures_route as enclosures
from samebits.oracles.numpy_route.binary64_route import of_one
from samebits.oracles.numpy_route.functions_route import Function, rounded
from samebits.spec.families.draws import drawn
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def draws_of(call: Call, bits: int) -> Array:
    """Return the 32-bit or 64-bit draw of every element, in the shape of the result."""
    return drawn(call, bits)


def of_drawn(
    function: Callable[[Array, str], Array], bits: Callable[[Call], int] = lambda call: 32
) -> Route:
    """Return the route of an op that draws.

    `function` gets the draws, which have `bits(call)` bits, and the format of the result.
    """
    return lambda call, inputs: function(draws_of(call, bits(call)), call.outputs[0])


def of_given(function: Callable[[Array, str], Array]) -> Route:
    """Return the route of an op whose operand is the words.

    `function` gets the words and the format.
    """
    return lambda call, inputs: function(inputs[0], call.outputs[0])


def uniform(words: Array, name: str) -> Array:
    """Return the upper bits of words as fractions, scaled by a power of two.

    The conversion is exact.
    """
    form = get_format(name)
    upper = words >> words.dtype.type(8 * words.itemsize - form.precision)
    wide = np.float64 if words.itemsize == 8 else np.float32
    return np.asarray((upper.astype(wide) * wide(2.0**-form.precision)).astype(form.dtype))


def exponential(words: Array, name: str) -> Array:
    """Return -log of the middle of each word; near 1, by log1p of the exact difference from 1."""
    if name == "f64":
        is_low, part = _parts(words)
        return np.asarray(-np.where(is_low, of_one("log", part), of_one("log1p", -part)))
    return rounded(_EXPONENTIAL, [_middles(words)], name)


def normal(words: Array, name: str) -> Array:
    """Return the normal quantile of the middle of each word.

    The quantile is antisymmetric about 1/2.
    """
    if name == "f64":
        is_low, part = _parts(words)
        below = of_one("normal_quantile", part)
        return np.asarray(np.where(is_low, below, -below))
    return rounded(bell.QUANTILE, [_middles(words)], name)


def _middles(words: Array) -> Array:
    """Return the middles (2k + 1) / 2^33, which are exact in binary64."""
    return np.asarray((words.astype(np.float64) + 0.5) / 2.0**32)


def _parts(draws: Array) -> tuple[Array, Array]:
    """Return (is_low, part) for the middle of the upper 53 bits of each draw.

    `is_low` is true if the middle is below 1/2. `part` is then the middle itself, and otherwise 1
    minus the middle. Both are exact.
    """
    upper = draws >> np.uint64(11)
    is_low = upper < 1 << 52
    nearer = np.where(is_low, upper, (1 << 53) - 1 - upper)
    return is_low, (2 * nearer + 1).astype(np.float64) * 2.0**-54


def _near_exponential(x: Array) -> tuple[Array, Array]:
    value = -np.log(x)
    return value, value


def _enclosed_exponential(x: float) -> tuple[Fraction, Fraction]:
    low, high = enclosures.log(x)
    return -high, -low


_EXPONENTIAL = Function(_near_exponential, _enclosed_exponential)
