"""Comparisons of exact values, as numbers 0 and 1; a NaN is in no order (clause S3)."""

from __future__ import annotations

from collections.abc import Callable

from samebits.oracles.arithmetic import is_below
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.rounding import Real, dyadic

Holds = Callable[[bool, bool], bool]


def comparison(holds: Holds, of_nan: bool = False) -> Arithmetic:
    """Return the oracle of the comparison that `holds(a < b, b < a)`, or is `of_nan` for a NaN."""

    def compare(a: Real, b: Real) -> Real:
        if a.kind == "nan" or b.kind == "nan":
            return dyadic(int(of_nan), 0)
        return dyadic(int(holds(is_below(a, b), is_below(b, a))), 0)

    return Arithmetic(compare)
