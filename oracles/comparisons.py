"""Comparisons of exact values, with results 0 and 1. A NaN is unordered (clause S3)."""

from __future__ import annotations

from collections.abc import Callable

from samebits.oracles.arithmetic import is_below
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real, dyadic

Holds = Callable[[bool, bool], bool]


def comparison(holds: Holds, of_nan: bool = False) -> Arithmetic:
    """Return the oracle of a comparison.

    Its result is `holds(a < b, b < a)`, or `of_nan` if an operand is NaN.
    """

    def compare(a: Real, b: Real) -> Real:
        if a.kind == "nan" or b.kind == "nan":
            return dyadic(int(of_nan), 0)
        return dyadic(int(holds(is_below(a, b), is_below(b, a))), 0)

    return Arithmetic(compare)
