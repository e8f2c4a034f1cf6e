"""Tables for log in float-float arithmetic, with 32 or 8 intervals (lanes/log.h)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.parts import (
    HalfWidth,
    Part,
    check_bound,
    evaluate,
    float32,
    float_rows,
    grid,
)


@dataclass(frozen=True, slots=True)
class Intervals:
    """Reciprocals of significands, their negated logarithms rounded to 2^-16, and the remainders.

    Operands are split at the bit pattern `offset`, so that significands are around 1. There are
    2^bits intervals with equal numbers of patterns. Reciprocals are multiples of 1/grain, or of
    1/(2 grain) for significands above 1. They have so few bits that significand * reciprocal - 1 is
    exact in binary32.
    """

    bits: int
    offset: int
    grain: int

    def reciprocals(self) -> list[mpf]:
        """Return the reciprocals for all intervals.

        Around 1 the reciprocal is exactly 1, so that logarithms near 0 keep their relative
        accuracy.
        """
        return [self._reciprocal(j) for j in range(1 << self.bits)]

    def header(self) -> Iterator[str]:
        """Yield the three tables."""
        inverse = self.reciprocals()
        logs = [-mpmath.log(r) for r in inverse]
        heads = [mpf(int(mpmath.nint(x * 2**16))) / 2**16 for x in logs]
        entries = len(inverse)
        yield f"#define ENCLOSED_LOG_OFFSET_{entries} {self.offset:#x}"
        yield "/* Of significands. */"
        yield from float_rows(f"enclosed_log_inverse_{entries}", [float(r) for r in inverse])
        yield from float_rows(f"enclosed_log_head_{entries}", [float(h) for h in heads])
        tails = [float32(x - h) for x, h in zip(logs, heads, strict=True)]
        yield from float_rows(f"enclosed_log_tail_{entries}", tails)

    def _reciprocal(self, j: int) -> mpf:
        """Return a reciprocal for the middle of interval j, for which the reduction is exact."""
        ends = [self._significand(self.offset + (i << (23 - self.bits))) for i in (j, j + 1)]
        if ends[0] <= 1 < ends[1]:
            return mpf(1)
        grain, sparse = (self.grain, 1) if ends[0] < 1 else (2 * self.grain, 2)
        wanted = 2 * grain / (ends[0] + ends[1])
        for count in sorted((int(wanted), int(wanted) + 1), key=lambda c: abs(c - wanted)):
            inverse = mpf(count) / grain
            reduced = max(abs(end * inverse - 1) for end in ends)
            if reduced * (grain // (count & -count)) <= sparse:
                return inverse
        raise ValueError(f"interval {j} of {1 << self.bits} has no exact reciprocal")

    @staticmethod
    def _significand(pattern: int) -> mpf:
        exponent, fraction = pattern >> 23, pattern & 0x7FFFFF
        return mpf(2) ** (exponent - 127) * (1 + mpf(fraction) / 2**23)


@dataclass(frozen=True, slots=True)
class Remainder:
    """A fit of (log(1 + r) - r + r^2/2) / r^3 for |r| <= 1/reach, for tables of `entries`."""

    entries: int
    reach: int

    def header(self) -> Iterator[str]:
        """Yield the coefficients."""

        def rest(r: mpf) -> mpf:
            return mpmath.nsum(lambda n: (-r) ** n / (n + 3), [0, 40])

        bound = mpf(1) / self.reach
        fit = [float32(c) for c in reversed(mpmath.chebyfit(rest, [-bound, bound], 5))]
        worst = max(abs(evaluate(fit, r) / rest(r) - 1) for r in grid(-bound, bound, 64))
        check_bound(f"enclosed_log_rest_{self.entries}", worst, -23.5)
        yield f"/* (log(1+r) - r + r^2/2) / r^3 for |r| <= 1/{self.reach}. */"
        yield from float_rows(f"enclosed_log_rest_{self.entries}", fit)


@dataclass(frozen=True, slots=True)
class LogTwo:
    """The constant log 2 as a multiple of 2^-16, and the rest."""

    def header(self) -> Iterator[str]:
        """Yield two constants."""
        head = mpf(int(mpmath.nint(mp.ln2 * 2**16))) / 2**16
        yield f"#define ENCLOSED_LOG_LOG2_HIGH {float(head).hex()}f"
        yield f"#define ENCLOSED_LOG_LOG2_LOW {float32(mp.ln2 - head).hex()}f"


ERRORS_32, ERRORS_8 = (-34.67,), (-31.57,)
"""log2 of the largest errors over all operands, measured by tests/exhaustive/enclosed_errors.py."""

OF_32 = Intervals(5, 0x3F330000, 32)
PARTS: tuple[Part, ...] = (
    OF_32,
    Remainder(32, 32),
    Intervals(3, 0x3F356000, 16),
    Remainder(8, 15),
    HalfWidth("ENCLOSED_LOG_HALF_32", "The half-width", float.fromhex("0x1.6p-35"), ERRORS_32),
    HalfWidth("ENCLOSED_LOG_HALF_8", "The same", float.fromhex("0x1.92p-32"), ERRORS_8),
    LogTwo(),
)
