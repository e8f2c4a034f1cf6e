"""silu_derivative: s + x s (1 - s) with s = 1 / (1 + e**-x), transcendental by Lindemann.

Its zero is transcendental and simple, so f32 operands are at least about 2**-30 away from it, and
f64 operands about 2**-60. The libraries use 128 extra bits near this zero.
"""

from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.kits import Kit, in_three, swish_derivative
from samebits.oracles.nearly import just_above
from samebits.oracles.rounding import Real
from samebits.oracles.special import HALF, NEGATIVE_ZERO, ONE, special


def known(x: Real) -> Real | None:
    """Return known results (S4): 1/2 at +-0, -0 at -inf, 1 at +inf."""
    found = special(x, NEGATIVE_ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    # 0 < f - 1 < x e**-x
    return just_above(ONE) if x.fraction() >= 160 else None


def _value(kit: Kit, x: Any) -> Any:
    return swish_derivative(kit, x)


ORACLE = in_three(known, _value, guard=128)

DEFINITION = DerivativeOf("silu")
