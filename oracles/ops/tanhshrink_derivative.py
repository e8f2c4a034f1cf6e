"""tanhshrink_derivative: tanh(x)**2, an even function, transcendental (Lindemann).

Near 0 it is x**2 - 2 x**4 / 3. If x**2 is a tie, the second term breaks it. An enclosure of 300
bits shows this term; f64 needs 1200 bits.
"""

from typing import Any

from samebits.oracles.definitions import DerivativeOf
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real
from samebits.oracles.special import ONE, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): +0 at +-0, 1 at the infinities."""
    found = special(x, ONE, ZERO, ZERO, ONE)
    if found is not None:
        return found
    return just_below(ONE) if abs(x.fraction()) >= 80 else None  # 1 - f < 4 e**-2|x|


def _value(kit: Kit, x: Any) -> Any:
    t = kit.tanh(x)
    return t * t


ORACLE = in_three(known, _value)

DEFINITION = DerivativeOf("tanhshrink")
