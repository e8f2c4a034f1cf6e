"""Tables of log in pairs of binary32 (simd/pairs_log.h)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mp, mpf

from samebits.backends.c.coefficients.parts import (
    Part,
    check_bound,
    evaluate,
    float32,
    float_rows,
    grid,
)

OFFSET = 0x3F330000
"""Operands are split at this pattern: significands lie in [0.699, 1.398)."""


def middle(j: int) -> mpf:
    """The middle of the significands of interval j of 32, in patterns."""
    pattern = OFFSET + (j << 18) + (1 << 17)
    exponent, fraction = pattern >> 23, pattern & 0x7FFFFF
    return mpf(2) ** (exponent - 127) * (1 + mpf(fraction) / 2**23)


def reciprocal(j: int) -> mpf:
    """Near 1/middle, with so few bits that significand * reciprocal - 1 is exact in binary32."""
    m = middle(j)
    grain = 32 if m < 1 else 64
    return mpf(int(mpmath.nint(grain / m))) / grain


def reciprocals() -> list[mpf]:
    """Of all 32 intervals; 1 around 1, so that logarithms near 0 keep their relative accuracy."""
    inverse = [reciprocal(j) for j in range(32)]
    return [mpf(1) if abs(r - 1) < mpf("0.012") else r for r in inverse]


@dataclass(frozen=True, slots=True)
class Intervals:
    """Reciprocals, their negated logarithms to multiples of 2^-16, and what these miss."""

    def header(self) -> Iterator[str]:
        """The three tables."""
        inverse = reciprocals()
        logs = [-mpmath.log(r) for r in inverse]
        heads = [mpf(int(mpmath.nint(x * 2**16))) / 2**16 for x in logs]
        yield f"#define PAIRS_LOG_OFFSET {OFFSET:#x}"
        yield "/* Of significands. */"
        yield from float_rows("pairs_log_inverse", [float(r) for r in inverse])
        yield from float_rows("pairs_log_head", [float(h) for h in heads])
        tails = [float32(x - h) for x, h in zip(logs, heads, strict=True)]
        yield from float_rows("pairs_log_tail", tails)


@dataclass(frozen=True, slots=True)
class Remainder:
    """(log(1 + r) - r + r^2/2) / r^3 for |r| <= 1/32, and log 2 in two parts."""

    def header(self) -> Iterator[str]:
        """The constants."""

        def rest(r: mpf) -> mpf:
            return mpmath.nsum(lambda n: (-r) ** n / (n + 3), [0, 40])

        bound = mpf(1) / 32
        fit = [float32(c) for c in reversed(mpmath.chebyfit(rest, [-bound, bound], 5))]
        worst = max(abs(evaluate(fit, r) / rest(r) - 1) for r in grid(-bound, bound, 64))
        check_bound("pairs_log_rest", worst, -23.5)
        yield "/* (log(1+r) - r + r^2/2) / r^3 for |r| <= 1/32. */"
        yield from float_rows("pairs_log_rest", fit)
        head = mpf(int(mpmath.nint(mp.ln2 * 2**16))) / 2**16
        yield f"#define PAIRS_LOG_LOG2_HIGH {float(head).hex()}f"
        yield f"#define PAIRS_LOG_LOG2_LOW {float32(mp.ln2 - head).hex()}f"


PARTS: tuple[Part, ...] = (Intervals(), Remainder())
