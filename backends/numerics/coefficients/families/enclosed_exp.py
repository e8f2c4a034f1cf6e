"""Tables and constants for exp and sigmoid in float-float arithmetic (lanes/exp.h).

x = k log 2 + r, where k is a multiple of 1/N. T[j] is 2^(j/N) in binary32, and tail[j] is
log(2^(j/N) / T[j]), which corrects the rounding of T[j]. A table for the lower end of an interval
has tails that are smaller by 2^interval.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
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
class PowersOfTwo:
    """Tables of T[j] = 2^(j/N) in binary32 and of log(2^(j/N) / T[j]), for N entries in registers.

    `sign` -1 is for e^-x. Entry j is then 2^(-j/N), scaled to [1, 2), with j added to its bit
    pattern. The exponent is subtracted later from the field that contains j. The tail has the
    opposite sign.
    """

    name: str
    entries: int
    sign: int
    interval: float | None

    def header(self) -> Iterator[str]:
        """Yield both tables."""
        heads, tails = [], []
        bits = self.entries.bit_length() - 1
        for j in range(self.entries):
            step = j if self.sign > 0 else -j % self.entries
            power = mpf(2) ** (mpf(step) / self.entries)
            head = float32(power)
            tail = mpmath.log(power / mpf(head))
            if self.interval is not None:
                tail -= mpf(2) ** self.interval
            if self.sign < 0 and j > 0:  # j 2^(23-bits) is removed together with the index
                head *= 0.5
                head = _add_to_pattern(head, j << (23 - bits))
            heads.append(head)
            tails.append(float32(self.sign * tail))
        yield f"/* 2^({'' if self.sign > 0 else '-'}j/{self.entries}), and what it misses. */"
        yield from float_rows(self.name, heads)
        yield from float_rows(f"{self.name}_tail", tails)


def _add_to_pattern(x: float, amount: int) -> float:
    (pattern,) = struct.unpack("<I", struct.pack("<f", x))
    (moved,) = struct.unpack("<f", struct.pack("<I", pattern + amount))
    return float(moved)


@dataclass(frozen=True, slots=True)
class Remainder:
    """The parts of log 2, and a fit of (e^s - 1 - s - s^2/2) / s^3 for |s| <= log(2) / (2 N).

    The bound applies to the relative error of the rounded coefficients.
    """

    entries: int
    degree: int
    bound: float

    def header(self) -> Iterator[str]:
        """Yield the constants."""
        first = float32(mp.ln2)
        half = mp.ln2 / (2 * self.entries) * mpf("1.02")

        def rest(s: mpf) -> mpf:
            return mpmath.nsum(lambda n: s**n / mpmath.factorial(n + 3), [0, 20])

        fit = mpmath.chebyfit(rest, [-half, half], self.degree + 1)
        rounded = [float32(c) for c in reversed(fit)]
        worst = max(abs(evaluate(rounded, s) / rest(s) - 1) for s in grid(-half, half, 64))
        check_bound(f"enclosed_exp_rest_{self.entries}", worst, self.bound)
        yield f"/* For |s| <= log(2)/{2 * self.entries}. */"
        yield from float_rows(f"enclosed_exp_rest_{self.entries}", rounded)
        if self.entries == 32:
            yield f"#define ENCLOSED_LOG2_HIGH {first.hex()}f"
            yield f"#define ENCLOSED_LOG2_LOW {float32(mp.ln2 - mpf(first)).hex()}f"
            yield f"#define ENCLOSED_LOG2_INVERSE {float32(1 / mp.ln2).hex()}f"


HALF_32, HALF_8 = -35.7, -31.7
"""log2 of the half-widths of exp, exp2 and exp10, on which their tables depend."""

EXPONENTIALS, GATES = ("exp", "exp2", "exp10"), ("sigmoid", "silu")
ERRORS_32: Mapping[str, tuple[float, ...]] = {
    "exp": (-35.72,),
    "exp2": (-35.71,),
    "exp10": (-35.73,),
    "sigmoid": (-35.80, -35.77, -35.70, -35.99),
    "silu": (-35.47, -35.42, -35.40, -35.99),
}
ERRORS_8: Mapping[str, tuple[float, ...]] = {
    "exp": (-31.70,),
    "exp2": (-31.73,),
    "exp10": (-31.72,),
    "sigmoid": (-32.07,),
    "silu": (-32.07,),
}
"""log2 of the largest errors over all operands, measured by tests/exhaustive/enclosed_errors.py.

With the larger tables, sigmoid and silu have several errors. Two are for reciprocal estimates with
the largest errors, in each direction, that AVX-512 allows. One is for the estimates of a processor,
with a margin for other processors (an Intel processor has -35.76 and -35.73), and one is for CUDA.
"""


def errors(of: Mapping[str, tuple[float, ...]], ops: Sequence[str]) -> list[float]:
    """Return the errors of some functions in one list."""
    return [error for op in ops for error in of[op]]


PARTS: tuple[Part, ...] = (
    PowersOfTwo("enclosed_exp_32", 32, 1, HALF_32),
    PowersOfTwo("enclosed_exp_8", 8, 1, HALF_8),
    PowersOfTwo("enclosed_exp_minus_32", 32, -1, None),
    PowersOfTwo("enclosed_exp_minus_8", 8, -1, None),
    Remainder(32, 1, -18.3),
    Remainder(8, 2, -22.1),
    HalfWidth(
        "ENCLOSED_EXP_WIDTH_32",
        "Twice the half-width of exp, exp2 and exp10",
        2.0**HALF_32,
        errors(ERRORS_32, EXPONENTIALS),
        times=2,
    ),
    HalfWidth(
        "ENCLOSED_EXP_WIDTH_8",
        "The same",
        2.0**HALF_8,
        errors(ERRORS_8, EXPONENTIALS),
        times=2,
    ),
    HalfWidth(
        "ENCLOSED_SIGMOID_HALF_32",
        "The half-width of sigmoid and silu",
        2.0**-35.35,
        errors(ERRORS_32, GATES),
    ),
    HalfWidth("ENCLOSED_SIGMOID_HALF_8", "The same", 2.0**-32, errors(ERRORS_8, GATES)),
)
