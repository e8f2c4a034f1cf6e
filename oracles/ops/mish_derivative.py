"""mish_derivative: t + x (1 - t**2) s, t = tanh(log(1 + w)), s = w / (1 + w), w = e**x.

With n = w**2 + 2w and d = n + 2 this is w ((w + 2) d + 4 x (1 + w)) / d**2. It is transcendental
for every dyadic x except 0 (Lindemann), and 3/5 at 0. The zero near -1.19 is simple, so f32
operands are at least about 2**-30 away from it, and f64 operands about 2**-60. The libraries use
128 extra bits near this zero.
"""

from fractions import Fraction
from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_above
from samebits.oracles.rounding import Real, from_fraction
from samebits.oracles.special import NEGATIVE_ZERO, ONE, special

THREE_FIFTHS = from_fraction(Fraction(3, 5))


def known(x: Real) -> Real | None:
    """Return known results (S4): 3/5 at +-0, -0 at -inf, 1 at +inf."""
    found = special(x, NEGATIVE_ZERO, THREE_FIFTHS, THREE_FIFTHS, ONE)
    if found is not None:
        return found
    return just_above(ONE) if x.fraction() >= 150 else None  # 0 < f - 1 < 4 x e**-2x


def _value(kit: Kit, x: Any) -> Any:
    w = kit.exp(x)
    d = w * (w + 2) + 2
    return w * ((w + 2) * d + 4 * x * (1 + w)) / (d * d)


ORACLE = in_three(known, _value, guard=128)

DEFINITION = DerivativeOf("mish")
