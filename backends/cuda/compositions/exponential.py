"""exponential in binary64: -log at the middle of a draw, above 1/2 by log1p (D2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.cuda.compositions import Composer
from samebits.backends.cuda.views import View
from samebits.spec.language.call import Call


def run(c: Composer, call: Call, inputs: Sequence[View]) -> View:
    """Both logarithms of every element, and a choice."""
    is_low, part = lower_part(c, call)
    high = c.each("log1p", c.each("neg", part))
    return c.each("neg", c.each("where", is_low, c.each("log", part), high))


def lower_part(c: Composer, call: Call) -> tuple[View, View]:
    """Whether the middle (2k + 1) / 2^54 is below 1/2, and it or what it leaves of 1: exact.

    The uniform number of the draw is k / 2^53.
    """
    half, one, step = c.number(0.5), c.number(1.0), c.number(2.0**-54)
    u = c.one("uniform", attributes=call.attributes)
    is_low = c.each("lt", u, half, to="bool")
    low, high = c.each("add", u, step), c.each("sub", c.each("sub", one, u), step)
    return is_low, c.each("where", is_low, low, high)
