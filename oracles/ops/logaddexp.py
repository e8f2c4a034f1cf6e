"""logaddexp: M + log(1 + e**-d), where M is the larger operand and M - d is the smaller one.

e**x + e**y = e**z has no algebraic solution (Lindemann and Weierstrass), so no finite case is
exact. For M < 0 the sum cancels if e**x + e**y is near 1. mpmath and MPFR use 128 extra bits for
this. If these were too few, Arb's ball would become wider and would not contain their values, so
the disagreement would be found. Binary64 loses 53 bits, and about ten more for special pairs.

If the operands are far apart, 0 < f - M < e**-d decides. This bound is below 2**-NEAR |M|, and
there is no midpoint between M and f. The operands are far apart if d >= 250 and |M| >= 2**-149,
because e**-250 < 2**-360. This covers all formats except f64. For f64, d >= 1000 is required,
because e**-1000 < 2**-1442 and f64 has no non-zero |M| below 2**-1074.
"""

from fractions import Fraction
from typing import Any

import mpmath

from samebits.oracles.arithmetic import less
from samebits.oracles.definitions import Formula
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_above, just_below, tiny
from samebits.oracles.rounding import NAN, Real
from samebits.oracles.special import ZERO


def known(x: Real, y: Real) -> Real | None:
    """Return known results (S4): +inf if an operand is +inf; results for operands far apart.

    If one operand is -inf, the result is the other operand, with +0 instead of -0.
    """
    if "nan" in (x.kind, y.kind):
        return NAN
    least, most = (x, y) if less(x, y) else (y, x)
    if "infinite" in (least.kind, most.kind):
        return ZERO if most.is_zero else most
    distance = most.fraction() - least.fraction()
    if most.is_zero:  # 0 < f < e**-d
        return tiny(False) if distance >= 1000 else None
    far = 250 if abs(most.fraction()) >= Fraction(1, 2**149) else 1000
    if distance >= far:
        return just_below(most) if most.negative else just_above(most)
    return None


def _value(kit: Kit, x: Any, y: Any) -> Any:
    least, most = (x, y) if x < y else (y, x)
    return most + kit.log1p(kit.exp(least - most))


ORACLE = in_three(known, _value, guard=128)

DEFINITION = Formula(lambda x, y: mpmath.log(mpmath.exp(x) + mpmath.exp(y)))
