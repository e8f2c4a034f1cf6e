"""Coefficients of sine and cosine as double-doubles, and 2/pi for every exponent of binary32."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.constants import Constant
from samebits.backends.numerics.coefficients.double_doubles import DoubleDoublePolynomial
from samebits.backends.numerics.coefficients.parts import Part, rows

QUARTER_PI_SQUARED = 0.61686  # just above (pi/4)^2, including the error of the reduced angle
LEAST, GREATEST = -1, 127  # exponents of angles in binary32
PLACES = (27, 56, 85)  # the index of the last bit after the point in each part of a row


@dataclass(frozen=True, slots=True)
class TwoOverPi:
    """The table of 2^(e-23) * 2/pi modulo 4 for e = LEAST .. GREATEST, in four columns of parts.

    The first three parts have at most 29 bits, so their products with 24-bit numbers are exact. The
    last part is below 2^-85 and rounded to binary64.
    """

    name: str

    def header(self) -> Iterator[str]:
        """Yield the lines of C."""
        columns: list[list[float]] = []
        with mpmath.workdps(120):
            for e in range(LEAST, GREATEST + 1):
                left, parts = mpmath.fmod(2 / mp.pi * mpf(2) ** (e - 23), 4), []
                for places in PLACES:
                    part = mpmath.floor(left * mpf(2) ** places) / mpf(2) ** places
                    parts.append(float(part))
                    left -= part
                columns.append([*parts, float(left)])
        yield f"/* 2^(e-23) * 2/pi modulo 4, e = {LEAST} .. {GREATEST}, in four parts. */"
        yield f"SB_TABLE double {self.name}[{len(PLACES) + 1}][{len(columns)}] = {{"
        for part_of_all in zip(*columns, strict=True):
            yield "    {"
            yield from rows([c.hex() for c in part_of_all], 8)
            yield "    },"
        yield "};"


def sine_rest(w: mpf) -> mpf:
    """Return (sin(r) / r - 1) / w, where w = r^2."""
    return mpmath.nsum(lambda n: (-1) ** (n + 1) * w**n / mpmath.factorial(2 * n + 3), [0, 30])


def cosine_rest(w: mpf) -> mpf:
    """Return (cos(r) - 1) / w, where w = r^2."""
    return mpmath.nsum(lambda n: (-1) ** (n + 1) * w**n / mpmath.factorial(2 * n + 2), [0, 30])


def taylor(first: int) -> list[mpf]:
    """Return three coefficients: -1/first!, 1/(first+2)!, -1/(first+4)!."""
    with mpmath.workdps(60):
        return [(-1) ** (n + 1) / mpmath.factorial(2 * n + first) for n in range(3)]


PARTS: tuple[Part, ...] = (
    DoubleDoublePolynomial(
        "sine",
        "(sin r / r - 1) / r^2 in r^2, |r| <= pi/4",
        sine_rest,
        taylor(3),
        0.0,
        QUARTER_PI_SQUARED,
        6,
        -70.0,
    ),
    DoubleDoublePolynomial(
        "cosine",
        "(cos r - 1) / r^2 in r^2, |r| <= pi/4",
        cosine_rest,
        taylor(2),
        0.0,
        QUARTER_PI_SQUARED,
        6,
        -68.0,
    ),
    Constant("half_pi", "pi/2", lambda: mp.pi / 2),
    TwoOverPi("two_over_pi"),
)
