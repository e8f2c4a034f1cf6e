"""Quotients of two polynomials, for functions with poles nearby."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import check_bound, evaluate, grid, rows


@dataclass(frozen=True, slots=True)
class Rational:
    """A fit of `function` on [low, high] by a quotient <name>_above[] / <name>_below[].

    The first coefficient of <name>_below[] is 1. The fit interpolates at Chebyshev points, and its
    relative error is within 2^bound everywhere.
    """

    name: str
    text: str
    function: Callable[[mpf], mpf]
    low: float
    high: float
    above: int
    below: int
    bound: float

    def header(self) -> Iterator[str]:
        """Check the bound and yield the lines of C."""
        above, below = self._fit()
        worst = max(
            abs(evaluate(above, x) / evaluate(below, x) / self.function(x) - 1)
            for x in grid(mpf(self.low), mpf(self.high), 400)
        )
        check_bound(self.name, worst, self.bound)
        yield f"/* {self.text}: relative error below 2^{self.bound:g}. */"
        for part, values in (("above", above), ("below", below)):
            yield f"SB_TABLE double {self.name}_{part}[{len(values)}] = {{"
            yield from rows([c.hex() for c in values])
            yield "};"

    def _fit(self) -> tuple[list[float], list[float]]:
        """Solve above(x) - f(x) (below(x) - 1) = f(x) at as many points as there are unknowns."""
        count = self.above + self.below + 1
        middle, half = mpf(self.low + self.high) / 2, mpf(self.high - self.low) / 2
        left, right = mpmath.matrix(count), mpmath.matrix(count, 1)
        for i in range(count):
            x = middle + half * mpmath.cos(mpmath.pi * (2 * i + 1) / (2 * count))
            right[i] = self.function(x)
            for j in range(self.above + 1):
                left[i, j] = x**j
            for j in range(1, self.below + 1):
                left[i, self.above + j] = -right[i] * x**j
        found = [float(c) for c in mpmath.lu_solve(left, right)]
        return found[: self.above + 1], [1.0, *found[self.above + 1 :]]
