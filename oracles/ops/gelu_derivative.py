"""gelu_derivative: Phi(x) + x phi(x); the only known exact case is x = 0.

No theorem covers the factor 1/sqrt(2 pi) of both terms (see erf). The zero near -0.75 is simple, so
f32 operands are at least about 2**-30 away from it, and f64 operands about 2**-60. The libraries
use 128 extra bits near this zero, and also for the cancellation in the lower tail, where Phi(x) is
about phi(x) / |x|.
"""

from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_above, tiny
from samebits.oracles.rounding import Real
from samebits.oracles.special import HALF, NEGATIVE_ZERO, ONE, special


def known(x: Real) -> Real | None:
    """Return known results (S4): 1/2 at +-0, -0 at -inf, 1 at +inf."""
    found = special(x, NEGATIVE_ZERO, HALF, HALF, ONE)
    if found is not None:
        return found
    if x.fraction() <= -50:
        return tiny(True)  # |f| < |x| e**(-x**2 / 2)
    return just_above(ONE) if x.fraction() >= 20 else None  # 0 < f - 1 < x e**(-x**2 / 2)


def _value(kit: Kit, x: Any) -> Any:
    density = kit.exp(-x * x / 2) / kit.sqrt(2 * kit.pi())
    return kit.erfc(-x / kit.sqrt(kit.number(2, 1))) / 2 + x * density


ORACLE = in_three(known, _value, guard=128)

DEFINITION = DerivativeOf("gelu")
