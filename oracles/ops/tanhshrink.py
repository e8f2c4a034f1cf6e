"""tanhshrink: x - tanh x is transcendental for every dyadic x but 0 (Lindemann).

Far out it is just above x - 1, in magnitude, which may be a midpoint. Near 0 it is x**3 / 3: the
difference loses up to 300 bits, which mpmath and MPFR are given to spare.
"""

from typing import Any

import mpmath

from samebits.oracles.arithmetic import add, negate
from samebits.oracles.definitions import Formula
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_above
from samebits.oracles.rounding import Real
from samebits.oracles.special import (
    INFINITY,
    NEGATIVE_INFINITY,
    NEGATIVE_ZERO,
    ONE,
    ZERO,
    signed,
    special,
)


def known(x: Real) -> Real | None:
    """S4: tanhshrink(+-0) = +-0, tanhshrink(+-inf) = +-inf."""
    found = special(x, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    # 0 < |f| - (|x| - 1) < 2 e**-2|x|
    return just_above(add(x, signed(ONE, negate(x)))) if abs(x.fraction()) >= 80 else None


def _value(kit: Kit, x: Any) -> Any:
    return x - kit.tanh(x)


ORACLE = in_three(known, _value, guard=400)

DEFINITION = Formula(lambda x: x - mpmath.tanh(x))
