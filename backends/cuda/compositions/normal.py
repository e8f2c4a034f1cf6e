"""The op normal in binary64 (D2): the normal quantile of a random midpoint."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compositions.exponential import lower_part
from samebits.backends.cuda.families.composed import Composer
from samebits.spec.language.call import Call


def run(c: Composer, call: Call, inputs: Sequence[View]) -> View:
    """Compute the normal quantile of the midpoint u; for u > 1/2 it is -quantile(1 - u)."""
    is_low, part = lower_part(c, call)
    below = c.each("normal_quantile", part)
    return c.each("where", is_low, below, c.each("neg", below))
