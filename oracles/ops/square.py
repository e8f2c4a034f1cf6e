"""square: the exact product x * x, with the special values of multiplication (S4)."""

from typing import Any

from samebits.oracles.arithmetic import multiply
from samebits.oracles.definitions import Formula
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real


def _exact(x: Real) -> Real:
    return multiply(x, x)


def _arb(x: Any) -> Any:
    return x * x


ORACLE = Arithmetic(_exact, _arb)

DEFINITION = Formula(lambda x: x * x)
