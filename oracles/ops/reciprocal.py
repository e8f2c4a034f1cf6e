"""reciprocal: the exact quotient 1 / x, with the special values of division (S4)."""

from typing import Any

from samebits.oracles.arithmetic import divide
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real
from samebits.oracles.special import ONE


def _exact(x: Real) -> Real:
    return divide(ONE, x)


def _arb(x: Any) -> Any:
    return 1 / x


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = Formula(lambda x: 1 / x)
