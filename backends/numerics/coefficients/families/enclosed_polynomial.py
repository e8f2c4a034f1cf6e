"""Polynomials for erf and gelu in binary64 over their whole range (lanes/polynomial.h).

If tables of 32 entries do not fit into registers, one polynomial takes less time than a table. Its
argument is x^2 minus the middle of its range, so that no term is much larger than the sum.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import (
    Part,
    check_bound,
    evaluate,
    float32,
    grid,
    rows,
)

ROUNDINGS = mpf(2) ** -48
"""Error bound of the operations in binary64: fewer than 2^5 roundings of terms below 2."""
ERF_BOUND, GELU_BOUND = -35.3, -39.0

LAST = float32(mpf(2) ** 2 - mpf(2) ** -4)
"""The largest operand of both functions. Above it, erf rounds to 1."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A fit of `function`(x) / x in x^2 - MIDDLE, with an absolute error below 2^bound."""

    name: str
    text: str
    function: Callable[[mpf], mpf]
    degree: int
    bound: float

    def header(self) -> Iterator[str]:
        """Yield the coefficients, the highest power first, as they are used."""
        middle = mpf(LAST) ** 2 / 2
        with mpmath.workdps(60):
            fit = mpmath.chebyfit(
                lambda s: self._slope(s + middle), [-middle, middle], self.degree + 1
            )
        coefficients = [float(c) for c in fit]
        worst = max(
            abs(evaluate(coefficients[::-1], s) - self._slope(s + middle))
            for s in grid(-middle, middle, 400)
        )
        check_bound(self.name, worst, self.bound)
        yield f"/* {self.text} in x^2 less {float(middle).hex()}: error below 2^{self.bound:g}. */"
        yield f"SB_TABLE double {self.name}[{len(coefficients)}] = {{"
        yield from rows([c.hex() for c in coefficients])
        yield "};"

    def _slope(self, square: mpf) -> mpf:
        x = mpmath.sqrt(max(square, mpf(2) ** -80))
        return self.function(x) / x


@dataclass(frozen=True, slots=True)
class Range:
    """The largest operand, and the middle of the range of its square."""

    def header(self) -> Iterator[str]:
        """Yield two constants."""
        yield f"#define ENCLOSED_POLYNOMIAL_LAST {LAST.hex()}f"
        yield f"#define ENCLOSED_POLYNOMIAL_MIDDLE {float(mpf(LAST) ** 2 / 2).hex()}"


@dataclass(frozen=True, slots=True)
class HalfWidth:
    """A half-width around function(x) / x. It must exceed 2^bound times `scale`, plus roundings."""

    name: str
    value: float
    bound: float
    scale: float = 1.0

    def header(self) -> Iterator[str]:
        """Check that the error is smaller, and yield the constant."""
        error = self.scale * mpf(2) ** self.bound + ROUNDINGS
        check_bound(self.name, error, math.log2(self.value))
        yield f"#define {self.name} {self.value.hex()}"


def half_erf(x: mpf) -> mpf:
    """Return Phi(x) - 1/2."""
    return mpmath.erf(x / mpmath.sqrt(2)) / 2


PARTS: tuple[Part, ...] = (
    Range(),
    Whole("enclosed_polynomial_erf", "erf(x) / x", mpmath.erf, 19, ERF_BOUND),
    Whole("enclosed_polynomial_erf_nearly", "erf(x) / x", mpmath.erf, 15, -24.0),
    Whole("enclosed_polynomial_gelu", "(Phi(x) - 1/2) / x", half_erf, 15, GELU_BOUND),
    HalfWidth("ENCLOSED_ERF_ERROR", 2.0**-35, ERF_BOUND),
    HalfWidth("ENCLOSED_GELU_ERROR", float.fromhex("0x1.1p-37"), GELU_BOUND, LAST),
)
