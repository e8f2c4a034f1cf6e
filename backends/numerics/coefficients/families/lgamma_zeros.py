"""Taylor expansions of the logarithm of the gamma function around its negative zeros."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.double_doubles import double_double
from samebits.backends.numerics.coefficients.parts import Part, check_bound, evaluate, rows

LAST = 17  # 1 / 18! is below the spacing of binary64 numbers near 18
TERMS = 8
REACH = 2.0**-11
"""Upper bound of the magnitude of the first term of the series."""
BOUND = -74.0
DIGITS = 90


def log_gamma(x: mpf) -> mpf:
    """Return log |Gamma(x)|."""
    return mpmath.log(abs(mpmath.gamma(x)))


def zero(m: int, side: int) -> mpf:
    """Return the zero next to -m, on its right (side 1) or left (side -1)."""
    low, high = mpf(10) ** -25, mpf(1) / 2
    while high / low > 1 + mpf(10) ** -3:
        middle = mpmath.sqrt(low * high)
        low, high = (middle, high) if log_gamma(-m + side * middle) > 0 else (low, middle)
    return mpmath.findroot(log_gamma, (-m + side * low, -m + side * high), solver="anderson")


def terms(x: mpf) -> list[mpf]:
    """Return the Taylor coefficients at x, from the first power on."""
    return [mpmath.psi(k - 1, x) / mpmath.factorial(k) for k in range(1, TERMS + 1)]


def row(x: mpf) -> list[float]:
    """Return the entries of the table for one zero."""
    high, middle = double_double(x)
    first, second, *others = terms(x)
    pairs = [*double_double(first), *double_double(second)]
    return [high, middle, float(x - mpf(high) - mpf(middle)), *pairs, *map(float, others)]


def largest_error(x: mpf, numbers: list[float]) -> mpf:
    """Return the largest error of the series of a row, relative to the function."""
    first, first_tail, second, second_tail, *others = (mpf(c) for c in numbers[3:])
    kept = [first + first_tail, second + second_tail, *others]
    steps = [share * REACH / first for share in (1, -1, 0.5, -0.5, 2.0**-30)]
    return max(abs(step * evaluate(kept, step) / log_gamma(x + step) - 1) for step in steps)


@dataclass(frozen=True, slots=True)
class Expansions:
    """A table with a row for each zero: the zero in three parts, then the coefficients.

    The first two coefficients are double-doubles.
    """

    name: str

    def header(self) -> Iterator[str]:
        """Check the bound and yield the lines of C."""
        with mpmath.workdps(DIGITS):
            places = [(2, -1), *((m, side) for m in range(3, LAST + 1) for side in (1, -1))]
            table, worst = [], mpf(0)
            for m, side in places:
                x = zero(m, side)
                table.append(row(x))
                worst = max(worst, largest_error(x, table[-1]))
        check_bound(self.name, worst, BOUND)
        yield "/* Zeros of log |Gamma| next to -2 (left), -3 (right), -3 (left) ...: three parts"
        yield f" * of each and Taylor's coefficients, by columns: error below 2^{BOUND:g}. */"
        columns = list(zip(*table, strict=True))
        yield f"SB_TABLE double {self.name}[{len(columns)}][{len(table)}] = {{"
        for column in columns:
            yield "    {"
            yield from rows([c.hex() for c in column], 8)
            yield "    },"
        yield "};"


PARTS: tuple[Part, ...] = (Expansions("lgamma_zeros"),)
