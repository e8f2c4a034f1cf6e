"""relu: maximum(x, +0) of clause S3."""

from typing import Any

import flint
import mpmath

from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, ZERO, special


def _exact(x: Real) -> Real:
    """Return the maximum of x and +0, with the special values of S4."""
    found = special(x, ZERO, ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    return ZERO if x.negative else x


def _arb(x: Any) -> Any:
    return x.max(flint.arb(0))


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = Formula(lambda x: max(x, mpmath.mpf(0)))
