"""normal in binary64: the normal quantile at the midpoint of a draw, antisymmetric at 1/2 (D2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compositions.exponential import lower_part
from samebits.backends.cuda.families.composed import Composer
from samebits.spec.language.call import Call


def run(c: Composer, call: Call, inputs: Sequence[View]) -> View:
    """Compute the quantile of the midpoint, or minus the quantile of 1 minus the midpoint."""
    is_low, part = lower_part(c, call)
    below = c.each("normal_quantile", part)
    return c.each("where", is_low, below, c.each("neg", below))
