"""The op logsumexp in binary64: m + log(sum(exp(x - m))) (T3).

m is the maximum, or +0 if the maximum is infinite.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.families.composed import Composer
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.shapes import normalize_axes


def run(c: Composer, call: Call, inputs: Sequence[View]) -> View:
    """Compute a call by at least seven launches, which read the operand four times.

    If a reduced axis is empty, m is +0.
    """
    (x,) = inputs
    axes = normalize_axes(call.op, call.attributes["axes"], len(x.shape))
    kept: dict[str, AttributeValue] = {"axes": axes, "keepdims": True}
    m = c.number(0.0)
    if math.prod(x.shape[axis] for axis in axes):
        greatest = c.one("max", x, attributes=kept)
        rest = c.each("sub", greatest, greatest)  # NaN if the maximum is infinite
        m = c.each("where", c.each("eq", rest, rest, to="bool"), greatest, m)
    powers = c.each("exp", c.each("sub", x, m))
    total = c.one("sum", powers, attributes=kept)
    return c.each("add", m, c.each("log", total))
