"""mish: x (w**2 + 2w) / (w**2 + 2w + 2) with w = e**x.

This equals x tanh(log(1 + w)) without cancellation. It is transcendental for every dyadic x except
0 (Lindemann).
"""

from typing import Any

import mpmath

from samebits.oracles.definitions import Formula, softplus
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_below
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): mish(+-0) = +-0, mish(-inf) = -0, mish(+inf) = +inf."""
    found = special(x, NEGATIVE_ZERO, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    return just_below(x) if x.fraction() >= 150 else None  # 1 - f/x < 2 e**-2x


def _value(kit: Kit, x: Any) -> Any:
    w = kit.exp(x)
    n = w * (w + 2)
    return x * (n / (n + 2))


ORACLE = in_three(known, _value)

DEFINITION = Formula(lambda x: x * mpmath.tanh(softplus(x)))
