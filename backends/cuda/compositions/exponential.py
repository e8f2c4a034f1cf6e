"""The op exponential in binary64 (D2): -log(u) of a random midpoint u, by log1p above 1/2."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.families.composed import Composer
from samebits.spec.language.call import Call


def run(c: Composer, call: Call, inputs: Sequence[View]) -> View:
    """Compute both logarithms for every element, and select the right one."""
    is_low, part = lower_part(c, call)
    high = c.each("log1p", c.each("neg", part))
    return c.each("neg", c.each("where", is_low, c.each("log", part), high))


def lower_part(c: Composer, call: Call) -> tuple[View, View]:
    """Return whether the midpoint u = (2k + 1) / 2^54 is below 1/2, and the smaller of u and 1 - u.

    Both values are exact. The uniform random number is k / 2^53.
    """
    half, one, step = c.number(0.5), c.number(1.0), c.number(2.0**-54)
    u = c.one("uniform", attributes=call.attributes)
    is_low = c.each("lt", u, half, to="bool")
    low, high = c.each("add", u, step), c.each("sub", c.each("sub", one, u), step)
    return is_low, c.each("where", is_low, low, high)
