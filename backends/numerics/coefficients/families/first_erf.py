"""Tables for erf in binary64 with an error of about 2^-62, for vectors (simd/first/erf.h)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.constants import table_of_rows
from samebits.backends.numerics.coefficients.families.erf import erf_taylor
from samebits.backends.numerics.coefficients.parts import (
    Part,
    check_bound,
    evaluate,
    grid,
)

ENTRIES = 16
WIDTH = mpf(25) / 64
DEGREE = 15
LEADING = 4
ROUNDED, FITTED = -53, -65


@dataclass(frozen=True, slots=True)
class Expansions:
    """Expansions of erf around 25 j/64 in u, for |u| <= 25/128, in groups of four.

    The coefficients c0 .. c3 are stored as hi and lo, followed by c4, c5, and so on. Around 0, c0
    is 0. The first four are Taylor coefficients, and the others fit the remainder. The bound is the
    sum of 2^-53 times the sizes of the terms from u^4 on, plus 2^-65 times erf.
    """

    name: str

    def header(self) -> Iterator[str]:
        """Check the bound and yield the table."""
        worst, columns = mpf(0), []
        half = WIDTH / 2
        for j in range(ENTRIES):
            t = j * WIDTH
            taylor = erf_taylor(t, 60)

            def left(u: mpf, taylor: list[mpf] = taylor) -> mpf:
                return evaluate(taylor[LEADING:], u)

            fit = [
                float(c)
                for c in reversed(mpmath.chebyfit(left, [-half, half], DEGREE + 1 - LEADING))
            ]
            pairs = [(float(c), float(c - mpf(float(c)))) for c in taylor[:LEADING]]
            full = [*(mpf(high) + low for high, low in pairs), *fit]
            for u in grid(-half, half, 24):
                if t + u != 0:
                    error = abs(evaluate(full, u) - mpmath.erf(t + u))
                    terms = evaluate([0] * LEADING + [*map(abs, fit)], abs(u))
                    allowed = mpf(2) ** ROUNDED * terms + mpf(2) ** FITTED * mpmath.erf(abs(t + u))
                    worst = max(worst, error / allowed)
            columns.append([*(x for pair in pairs for x in pair), *fit])
        check_bound(self.name, worst, 0.0)
        yield "/* erf about 25 j/64, |u| <= 25/128: the error is below 2^-53 of the terms from u^4"
        yield " * on, and 2^-65 of erf. */"
        groups = [[column[i : i + 4] for column in columns] for i in range(0, len(columns[0]), 4)]
        yield from table_of_rows(self.name, groups)


PARTS: tuple[Part, ...] = (Expansions("first_erf_terms"),)
