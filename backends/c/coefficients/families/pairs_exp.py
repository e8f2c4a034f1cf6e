"""Tables and constants of exp and sigmoid in pairs of binary32 (simd/pairs_exp.h).

x = k log 2 + r, with k a multiple of 1/N. T[j] is 2^(j/N) in binary32, and tail[j] the logarithm of
what T[j] misses. Where an interval is made by a table, its lower end is below by 2^interval.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mp, mpf

from samebits.backends.c.coefficients.parts import Part, float32, float_rows


@dataclass(frozen=True, slots=True)
class PowersOfTwo:
    """2^(j/N) in binary32 and the logarithm of the rest, for N entries in registers.

    `sign` -1 is for e^-x: the entry of j is then 2^(-j/N) scaled up to [1, 2), with j added to the
    field from which the exponent is later taken off, and the tail has its sign changed.
    """

    name: str
    entries: int
    sign: int
    interval: float | None

    def header(self) -> Iterator[str]:
        """Both tables."""
        heads, tails = [], []
        bits = self.entries.bit_length() - 1
        for j in range(self.entries):
            step = j if self.sign > 0 else -j % self.entries
            power = mpf(2) ** (mpf(step) / self.entries)
            head = float32(power)
            tail = mpmath.log(power / mpf(head))
            if self.interval is not None:
                tail -= mpf(2) ** self.interval
            if self.sign < 0 and j > 0:  # j 2^(23-bits) comes off again with the index
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
    """log 2 in two parts, and (e^s - 1 - s - s^2/2) / s^3 on |s| <= log(2) / (2 N)."""

    entries: int
    degree: int

    def header(self) -> Iterator[str]:
        """The constants."""
        first = float32(mp.ln2)
        half = mp.ln2 / (2 * self.entries) * mpf("1.02")

        def rest(s: mpf) -> mpf:
            return mpmath.nsum(lambda n: s**n / mpmath.factorial(n + 3), [0, 20])

        fit = mpmath.chebyfit(rest, [-half, half], self.degree + 1)
        yield f"/* For |s| <= log(2)/{2 * self.entries}. */"
        yield from float_rows(f"pairs_exp_rest_{self.entries}", [float32(c) for c in reversed(fit)])
        if self.entries == 32:
            yield f"#define PAIRS_LOG2_HIGH {first.hex()}f"
            yield f"#define PAIRS_LOG2_LOW {float32(mp.ln2 - mpf(first)).hex()}f"
            yield f"#define PAIRS_LOG2_INVERSE {float32(1 / mp.ln2).hex()}f"


PARTS: tuple[Part, ...] = (
    PowersOfTwo("pairs_exp_32", 32, 1, -36.0),
    PowersOfTwo("pairs_exp_8", 8, 1, -31.7),
    PowersOfTwo("pairs_exp_minus_32", 32, -1, None),
    PowersOfTwo("pairs_exp_minus_8", 8, -1, None),
    Remainder(32, 1),
    Remainder(8, 2),
)
