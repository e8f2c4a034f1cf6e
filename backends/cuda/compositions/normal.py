"""normal in binary64: the normal quantile at the middle of a draw, which is odd about 1/2 (D2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.cuda.compositions import Composer
from samebits.backends.cuda.compositions.exponential import lower_part
from samebits.backends.cuda.views import View
from samebits.spec.language.call import Call


def run(c: Composer, call: Call, inputs: Sequence[View]) -> View:
    """The quantile at the middle, or minus that at what it leaves of 1."""
    is_low, part = lower_part(c, call)
    below = c.each("normal_quantile", part)
    return c.each("where", is_low, below, c.each("neg", below))
