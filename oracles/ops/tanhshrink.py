"""tanhshrink: x - tanh x is transcendental for every dyadic x except 0 (Lindemann).

Far from 0 its magnitude is slightly above |x| - 1, which may be a midpoint. In f64 the last bit is
at least 2**-46 for |x| > 100, and 2 e**-200 < 2**-287. Near 0 its magnitude is below |x|**3 / 3,
which is below 2**-1321 for |x| < 2**-440. For larger x the difference loses up to 882 bits, so
mpmath and MPFR use 1000 extra bits.
"""

from fractions import Fraction
from typing import Any

import mpmath

from samebits.oracles.arithmetic import add, negate
from samebits.oracles.definitions import Formula
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_above, tiny
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

LEAST = Fraction(1, 2**440)


def known(x: Real) -> Real | None:
    """Return known results (S4): tanhshrink(+-0) = +-0, tanhshrink(+-inf) = +-inf."""
    found = special(x, NEGATIVE_INFINITY, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    if abs(x.fraction()) < LEAST:
        return tiny(x.negative)
    # 0 < |f| - (|x| - 1) < 2 e**-2|x|
    return just_above(add(x, signed(ONE, negate(x)))) if abs(x.fraction()) >= 100 else None


def _value(kit: Kit, x: Any) -> Any:
    return x - kit.tanh(x)


ORACLE = in_three(known, _value, guard=1000)

DEFINITION = Formula(lambda x: x - mpmath.tanh(x))
