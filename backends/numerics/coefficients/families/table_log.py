"""Table and coefficients for the logarithm of a double-double (scalar/table_log.h)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.double_doubles import double_double
from samebits.backends.numerics.coefficients.parts import Part, Polynomial, rows

FIRST, LAST = 45, 91


def reciprocal(j: int) -> float:
    """Return 64 / j rounded to 10 bits, so that its product with a 43-bit number is exact."""
    return round(2**9 * 64 / j) / 2**9


@dataclass(frozen=True, slots=True)
class Reciprocals:
    """A table for j = 45 .. 91: c = 64 / j rounded to 10 bits, and -log c as hi, lo."""

    name: str

    def header(self) -> Iterator[str]:
        """Yield the lines of C."""
        short = [reciprocal(j) for j in range(FIRST, LAST + 1)]
        logs = [double_double(-mpmath.log(mpf(c))) for c in short]
        yield "/* c near 64 / j, j = 45 .. 91; -log c, and what that misses. */"
        yield f"SB_TABLE double {self.name}[3][{len(short)}] = {{"
        for column in (short, [h for h, _ in logs], [low for _, low in logs]):
            yield "    {"
            yield from rows([c.hex() for c in column], 8)
            yield "    },"
        yield "};"


def log1p_rest(r: mpf) -> mpf:
    """Return (log(1 + r) - r + r^2 / 2) / r^3."""
    if abs(r) < mpf(10) ** -15:
        return mpf(1) / 3 - r / 4
    return (mpmath.log1p(r) - r + r * r / 2) / r**3


PARTS: tuple[Part, ...] = (
    Reciprocals("table_log_reciprocals"),
    Polynomial(
        "table_log_rest",
        "(log(1 + r) - r + r^2/2) / r^3, |r| <= 0.0125",
        log1p_rest,
        -0.0125,
        0.0125,
        7,
        -53.0,
    ),
)
