"""Polynomials whose leading coefficients are unevaluated sums of two binary64 numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import check_bound, evaluate, grid, rows


def double_double(value: mpf) -> tuple[float, float]:
    """Return the binary64 number nearest to `value`, and the one nearest to the remainder."""
    high = float(value)
    return high, float(value - mpf(high))


@dataclass(frozen=True, slots=True)
class DoubleDoublePolynomial:
    """A polynomial for `function` on [low, high], with double-double leading coefficients.

    The lowest power comes first. The relative error is below 2^bound. `leading` holds the exact
    first Taylor coefficients, which become <name>_leading[][2]. The rest of
    the function, divided by the next power of the argument, is fitted by <name>_rest[].
    """

    name: str
    text: str
    function: Callable[[mpf], mpf]
    leading: Sequence[mpf]
    low: float
    high: float
    degree: int
    bound: float

    def header(self) -> Iterator[str]:
        """Check the bound and yield the lines of C."""
        count = len(self.leading)
        with mpmath.workdps(120):

            def rest(x: mpf) -> mpf:
                return (self.function(x) - evaluate(self.leading, x)) / x**count

            fit = mpmath.chebyfit(rest, [self.low, self.high], self.degree + 1)
        last = [float(c) for c in reversed(fit)]
        values = [double_double(c) for c in self.leading]
        whole = [mpf(h) + mpf(low) for h, low in values] + [mpf(c) for c in last]
        worst = max(
            abs(evaluate(whole, x) / self.function(x) - 1)
            for x in grid(mpf(self.low), mpf(self.high), 400)
        )
        check_bound(self.name, worst, self.bound)
        yield f"/* {self.text}: relative error below 2^{self.bound:g}. */"
        yield f"SB_TABLE double {self.name}_leading[{count}][2] = {{"
        for high, low in values:
            yield f"    {{{high.hex()}, {low.hex()}}},"
        yield "};"
        yield f"SB_TABLE double {self.name}_rest[{len(last)}] = {{"
        yield from rows([c.hex() for c in last])
        yield "};"
