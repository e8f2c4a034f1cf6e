"""Mean, variance and norms of a row of exact values, one rounding per operation (clause T3)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.oracles.arithmetic import add, divide, less, multiply, negate, square_root
from samebits.oracles.rounding import NAN, Real, decode, dyadic, round_to, zero
from samebits.oracles.trees import balanced, sum_balanced


def rounded(value: Real | int, compute: str) -> Real:
    """Return the exact value of `value` rounded to the compute format."""
    return decode(round_to(value, compute), compute)


def mean(values: Sequence[Real], compute: str) -> Real:
    """Return the sum T1 divided by n, with n rounded to the compute format; NaN if n is 0."""
    quotient = divide(sum_balanced(values, compute), rounded(len(values), compute))
    return rounded(quotient, compute)


def variance(values: Sequence[Real], compute: str, correction: int) -> Real:
    """Return the sum T1 of the rounded squared deviations, divided by max(0, n - correction)."""
    if not values:
        return NAN
    centre = negate(mean(values, compute))
    deviations = [rounded(add(x, centre), compute) for x in values]
    squares = [rounded(multiply(d, d), compute) for d in deviations]
    divisor = rounded(max(0, len(values) - correction), compute)
    return rounded(divide(sum_balanced(squares, compute), divisor), compute)


def deviation(values: Sequence[Real], compute: str, correction: int) -> Real:
    """Return the square root of the variance."""
    return rounded(square_root(variance(values, compute, correction)), compute)


def norm(values: Sequence[Real], compute: str, order: int | str) -> Real:
    """Return the norm of order 1, 2 or "inf"; +0 for no values."""
    magnitudes = [value._replace(negative=False) for value in values]
    if order == 1:
        return sum_balanced(magnitudes, compute)
    if order == 2:
        squares = [rounded(multiply(x, x), compute) for x in magnitudes]
        return rounded(square_root(sum_balanced(squares, compute)), compute)
    return greatest(magnitudes) if magnitudes else zero(False)


def greatest(values: Sequence[Real]) -> Real:
    """Return the S3 maximum; NaN if a value is NaN."""
    return values[first_of_greatest(values)]


def first_of_greatest(values: Sequence[Real]) -> int:
    """Return the first index of the S3 maximum. A NaN counts as the maximum."""
    best = 0
    for i, value in enumerate(values):
        if value.kind == "nan":
            return i
        if less(values[best], value):
            best = i
    return best


def product(values: Sequence[Real], compute: str) -> Real:
    """Return the product by the tree T1, rounded at every node; 1 for no values."""

    def join(a: Real, b: Real) -> Real:
        return rounded(multiply(a, b), compute)

    return balanced(values, join, dyadic(1, 0))


def wrapped(value: int) -> Real:
    """Return an integer modulo 2^64, in two's complement."""
    return dyadic((value + (1 << 63)) % (1 << 64) - (1 << 63), 0)


def whole(value: Real) -> int:
    """Return the integer of a value that was decoded from an integer format."""
    return value.signed() << value.exponent
