"""Tables of 16 entries and short polynomials for binary64 vectors (simd/doubles_functions.h)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.families.activations import (
    expm1_rest,
    tanhshrink_ratio,
)
from samebits.backends.numerics.coefficients.families.quick_exp import exp2_slope
from samebits.backends.numerics.coefficients.families.quick_log import log1p_slope
from samebits.backends.numerics.coefficients.parts import (
    Part,
    Polynomial,
    check_bound,
    evaluate,
    grid,
    rows,
)

ENTRIES = 16
BELOW_ONE = 5.5
"""Number of intervals of significands that are below 1.

The bit patterns of a binade are divided into sixteenths.
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with one entry for each interval."""

    name: str
    text: str
    entry: Callable[[int], mpf]

    def header(self) -> Iterator[str]:
        """Yield the table."""
        yield f"/* {self.text} */"
        yield f"SB_TABLE double {self.name}[{ENTRIES}] = {{"
        yield from rows([float(self.entry(j)).hex() for j in range(ENTRIES)])
        yield "};"


def power(j: int) -> mpf:
    """Return 2^(j/16)."""
    return mpf(2) ** (mpf(j) / ENTRIES)


def from_one(j: int) -> mpf:
    """Return the reciprocal of 1 + j/15, rounded to binary64."""
    return mpf(float(1 / (1 + mpf(j) / (ENTRIES - 1))))


def of_significand(j: int) -> mpf:
    """Return a reciprocal for interval j of significands. Around 1 it is exactly 1.

    It has so few bits that its product with a binary32 number is exact in binary64.
    """
    place = j - BELOW_ONE + 0.5
    middle = 1 + mpf(place) / (2 * ENTRIES if place < 0 else ENTRIES)
    return mpmath.nint(2**20 / middle) / 2**20


def log2_parts(j: int) -> tuple[mpf, mpf]:
    """Return -log2 of the reciprocal: a multiple of 2^-40, and the remainder."""
    log = -mpmath.log(of_significand(j), 2)
    head = mpmath.nint(log * 2**40) / 2**40
    return head, log - head


def expm1_slope(r: mpf) -> mpf:
    """Return (e^r - 1) / r."""
    return 1 + r * expm1_rest(r)


def log1p_rest(r: mpf) -> mpf:
    """Return (log(1 + r) - r) / r^2."""
    return mpmath.nsum(lambda n: -((-r) ** n) / (n + 2), [0, 30])


@dataclass(frozen=True, slots=True)
class Pieces:
    """Polynomials for `function` on [0, high], one in each of 16 intervals.

    Their argument is (x - middle) / width. Row i of the table holds coefficient i of every
    interval.
    """

    name: str
    text: str
    function: Callable[[mpf], mpf]
    high: float
    degree: int
    bound: float

    def header(self) -> Iterator[str]:
        """Check the bound and yield the table."""
        width = mpf(self.high) / ENTRIES
        worst, fits = mpf(0), []
        for j in range(ENTRIES):
            middle = width * (j + mpf(1) / 2)

            def moved(t: mpf, middle: mpf = middle) -> mpf:
                return self.function(middle + t * width)

            fit = mpmath.chebyfit(moved, [-0.5, 0.5], self.degree + 1)
            rounded = [float(c) for c in reversed(fit)]
            for t in grid(mpf(-0.5), mpf(0.5), 24):
                worst = max(worst, abs(evaluate(rounded, t) / moved(t) - 1))
            fits.append(rounded)
        check_bound(self.name, worst, self.bound)
        yield f"/* {self.text}: relative error below 2^{self.bound:g}. */"
        yield f"SB_TABLE double {self.name}[{self.degree + 1}][{ENTRIES}] = {{"
        for row in zip(*fits, strict=True):
            yield "    {"
            yield from rows([c.hex() for c in row], 8)
            yield "    },"
        yield "};"


def inverse_ratio(w: mpf) -> mpf:
    """Return erfinv(x) / x as a function of w, where exp(-w) = 1 - x^2."""
    square = -mpmath.expm1(-max(w, mpf(2) ** -80))
    x = mpmath.sqrt(square)
    return mpmath.erfinv(x) / x


INVERSE_LAST = 16.64
INVERSE_END = float.fromhex("0x1.1p-24")
"""The smallest 1 - x^2 for which w is within the table, with a margin."""


@dataclass(frozen=True, slots=True)
class InverseRange:
    """The width of an interval of w, and the smallest value of 1 - x^2."""

    def header(self) -> Iterator[str]:
        """Check that the end is within the last interval, and yield two constants."""
        if -mpmath.log(INVERSE_END) > INVERSE_LAST - mpf(2) ** -10:
            raise ValueError("DOUBLES_INVERSE_END is beyond the last interval")
        yield "/* Of w = -log(1 - x^2), and the least 1 - x^2. */"
        yield f"#define DOUBLES_INVERSE_STEP {(INVERSE_LAST / ENTRIES).hex()}"
        yield f"#define DOUBLES_INVERSE_END {INVERSE_END.hex()}"


PARTS: tuple[Part, ...] = (
    Table("doubles_power", "2^(j/16).", power),
    Polynomial(
        "doubles_exp_five",
        "e^r for |r| <= log(2)/32",
        mpmath.exp,
        -0.02167,
        0.02167,
        5,
        -47.5,
    ),
    Polynomial(
        "doubles_exp_six",
        "The same",
        mpmath.exp,
        -0.02167,
        0.02167,
        6,
        -54.0,
    ),
    Polynomial(
        "doubles_expm1_slope",
        "(e^r - 1) / r for |r| <= log(2)/32",
        expm1_slope,
        -0.02167,
        0.02167,
        5,
        -49.0,
    ),
    Polynomial(
        "doubles_tanhshrink_rest",
        "(x - tanh(x)) / x^3 in x^2, |x| <= 1/4",
        tanhshrink_ratio,
        0.0,
        0.0625,
        6,
        -47.0,
    ),
    Table("doubles_one_inverse", "1 / (1 + j/15),", from_one),
    Table("doubles_one_inverse_less", "less 1,", lambda j: from_one(j) - 1),
    Table("doubles_one_log", "and its negative logarithm.", lambda j: -mpmath.log(from_one(j))),
    Table("doubles_inverse", "Reciprocals of significands,", of_significand),
    Table("doubles_log", "their negative logarithms.", lambda j: -mpmath.log(of_significand(j))),
    Polynomial(
        "doubles_log_slope",
        "log(1 + r) / r for |r| <= 1/30",
        log1p_slope,
        -0.03335,
        0.03335,
        7,
        -48.0,
    ),
    Table("doubles_log2", "The same to base 2: a multiple of 2^-40,", lambda j: log2_parts(j)[0]),
    Table("doubles_log2_tail", "and the rest.", lambda j: log2_parts(j)[1]),
    Polynomial(
        "doubles_log_rest",
        "(log(1 + r) - r) / r^2 for |r| <= 1/30",
        log1p_rest,
        -0.03335,
        0.03335,
        7,
        -46.0,
    ),
    Polynomial(
        "doubles_exp2_slope",
        "(2^r - 1) / r for |r| <= 1/32",
        exp2_slope,
        -0.0313,
        0.0313,
        5,
        -46.0,
    ),
    InverseRange(),
    Pieces(
        "doubles_inverse_erf",
        "erfinv(x) / x in w / 1.04 - j - 1/2, w = -log(1 - x^2)",
        inverse_ratio,
        INVERSE_LAST,
        9,
        -46.0,
    ),
)
