"""The extremes of a row of exact values and their indices, as reductions (clauses S3, T3)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.oracles.arithmetic import negate
from samebits.oracles.moments import first_of_greatest
from samebits.oracles.reductions import Reduction
from samebits.oracles.rounding import Real, dyadic


def _place(values: Sequence[Real], least: bool) -> int:
    """Return the first index of the maximum, or of the minimum if `least`.

    The minimum is found as the maximum of the negated values. This is right for an integer 0 too.
    """
    return first_of_greatest([negate(v) for v in values] if least else values)


def extreme(least: bool) -> Reduction:
    """Return the reduction to the maximum, or to the minimum if `least`."""
    return Reduction(lambda values, compute: values[_place(values, least)])


def index(least: bool) -> Reduction:
    """Return the reduction to the first index of the maximum, or of the minimum if `least`."""
    return Reduction(lambda values, compute: dyadic(_place(values, least), 0))
