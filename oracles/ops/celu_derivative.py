"""celu_derivative: e**(x/alpha) for x < 0, transcendental for dyadic x except 0 (Lindemann).

e**2000 > 2**2800 is above every format, and e**-2000 is below every format.
"""

from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.elementwise import below_zero
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import huge, tiny
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, ONE, ZERO, special


def known(x: Real, alpha: Real) -> Real | None:
    """Return known results (S4): 1 at +-0 and for x > 0; at -inf +0, or +inf for alpha < 0."""
    found = special(x, INFINITY if alpha.negative else ZERO, ONE, ONE, ONE)
    if found is not None:
        return found
    if not x.negative:
        return ONE
    ratio = x.fraction() / alpha.fraction()
    if abs(ratio) >= 2000:
        return huge(False) if ratio > 0 else tiny(False)
    return None


def _value(kit: Kit, x: Any, alpha: Any) -> Any:
    return kit.exp(x / alpha)


ORACLE = in_three(known, _value, holds=below_zero)

DEFINITION = DerivativeOf("celu")
