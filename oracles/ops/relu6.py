"""relu6: min(max(x, +0), 6) in the order of clause S3."""

from typing import Any

import flint
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real, dyadic
from samebits.oracles.special import ZERO, special


def _exact(x: Real) -> Real:
    """Return min(max(x, +0), 6), with the special values of S4."""
    found = special(x, ZERO, ZERO, ZERO, dyadic(6, 0))
    if found is not None:
        return found
    if x.negative:
        return ZERO
    return x if x.fraction() < 6 else dyadic(6, 0)


def _arb(x: Any) -> Any:
    return x.max(flint.arb(0)).min(flint.arb(6))


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = Formula(lambda x: min(max(x, mpmath.mpf(0)), mpmath.mpf(6)))
