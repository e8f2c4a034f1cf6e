"""Rows of expansions for erf, tanh and gelu in pairs of binary32 (simd/pairs_rows.h)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mpf

from samebits.backends.c.coefficients.parts import (
    Part,
    check_bound,
    evaluate,
    float32,
    float_rows,
    grid,
)

ROWS = 32
PER_UNIT = 8
DEGREE = 7
PAIRED = 3
"""So many coefficients are pairs; the others, binary32 numbers."""

MARGIN = 0.35
"""In bits, between the largest error found in a row and the half-width of its interval."""

# log2 of the largest relative error of the pair in each row, over all binary32 operands (AVX-512).
TANH_ERRORS = (
    -32.79, -32.87, -34.49, -36.07, -37.63, -39.65, -39.23, -38.35,
    -38.43, -38.59, -38.63, -38.80, -38.79, -38.89, -38.84, -39.83,
    -39.82, -39.93, -40.91, -40.91, -40.92, -42.03, -41.89, -42.01,
    -42.96, -42.87, -42.94, -43.98, -44.02, -44.84, -44.96, -44.90,
)  # fmt: skip
ERF_ERRORS = (
    -32.96, -33.15, -34.70, -36.32, -36.83, -38.14, -39.45, -38.50,
    -37.56, -37.69, -37.86, -37.90, -37.85, -38.98, -39.00, -38.94,
    -39.95, -40.02, -41.01, -41.96, -41.87, -42.86, -43.95, -44.99,
    -45.68, -46.79, -47.30, -47.68, -47.91, -48.68, -48.68, -48.25,
)  # fmt: skip
TAIL_ERRORS = (
    -37.84, -37.74, -38.53, -38.31, -38.19, -37.87, -38.73, -39.33,
    -41.68, -38.78, -37.45, -37.23, -36.89, -36.55, -36.09, -35.66,
    -35.27, -34.86, -34.40, -33.86, -33.91, -33.84, -33.27, -33.34,
    -33.07, -32.54, -32.88, -32.26, -32.50, -31.83, -32.16, -32.10,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rows:
    """`function` about j / 8, j = 0 .. 31, for |u| <= 1/16, in coefficients c0 .. c7.

    Each row is a Chebyshev fit; that at 0 is one of odd powers, for a function that vanishes there.
    The bound is on the relative error of the rounded coefficients; `errors` are those of the whole
    evaluation, from which the half-widths of the rounding test come.
    """

    name: str
    text: str
    function: Callable[[mpf], mpf]
    odd: bool
    bound: float
    errors: tuple[float, ...]

    def header(self) -> Iterator[str]:
        """One table for each coefficient, and for the low part of each that is a pair."""
        half = mpf(1) / (2 * PER_UNIT)
        heads: list[list[float]] = []
        tails: list[list[float]] = []
        worst = mpf(0)
        for j in range(ROWS):
            t = mpf(j) / PER_UNIT
            fit = self._fit(t, half)
            head = [float32(c) for c in fit]
            tail = [float32(c - mpf(h)) for c, h in zip(fit[:PAIRED], head[:PAIRED], strict=True)]
            full = [mpf(h) for h in head]
            full[:PAIRED] = [f + low for f, low in zip(full[:PAIRED], tail, strict=True)]
            for u in grid(mpf(0) if self.odd and j == 0 else -half, half, 16):
                worst = max(worst, abs(evaluate(full, u) / self.function(t + u) - 1))
            heads.append(head)
            tails.append(tail)
        check_bound(self.name, worst, self.bound)
        yield f"/* {self.text} about j/{PER_UNIT}: relative error below 2^{self.bound:g}. */"
        for n in range(DEGREE + 1):
            yield from float_rows(f"{self.name}_{n}", [row[n] for row in heads])
        for n in range(PAIRED):
            yield from float_rows(f"{self.name}_{n}_low", [row[n] for row in tails])
        half_widths = [float32(mpf(2) ** (e + MARGIN) + mpf(2) ** -44) for e in self.errors]
        yield from float_rows(f"{self.name}_half", half_widths)

    def _fit(self, t: mpf, half: mpf) -> list[mpf]:
        """The higher coefficients rounded first; the paired ones make up for most of that."""
        if self.odd and t == 0:
            return self._odd_fit(half)

        def at(u: mpf) -> mpf:
            return self.function(t + u)

        first = list(reversed(mpmath.chebyfit(at, [-half, half], DEGREE + 1)))
        higher = [mpf(0)] * PAIRED + [mpf(float32(c)) for c in first[PAIRED:]]
        rest = mpmath.chebyfit(lambda u: at(u) - evaluate(higher, u), [-half, half], PAIRED)
        return [*reversed(rest), *higher[PAIRED:]]

    def _odd_fit(self, half: mpf) -> list[mpf]:
        def slope(w: mpf) -> mpf:
            u = mpmath.sqrt(w) if w > mpf(2) ** -60 else mpf(2) ** -30
            return self.function(u) / u

        square = half * half
        first = list(reversed(mpmath.chebyfit(slope, [0, square], (DEGREE + 1) // 2)))
        higher = [mpf(0)] + [mpf(float32(c)) for c in first[1:]]
        rest = mpmath.chebyfit(lambda w: slope(w) - evaluate(higher, w), [0, square], 1)
        return [c for power in (rest[0], *higher[1:]) for c in (mpf(0), power)]


def normal_tail(t: mpf) -> mpf:
    """Phi(-t)."""
    return mpmath.erfc(t / mpmath.sqrt(2)) / 2


PARTS: tuple[Part, ...] = (
    Rows("pairs_erf_rows", "erf", mpmath.erf, True, -35.0, ERF_ERRORS),
    Rows("pairs_tanh_rows", "tanh", mpmath.tanh, True, -35.0, TANH_ERRORS),
    Rows("pairs_tail_rows", "Phi(-t)", normal_tail, False, -34.5, TAIL_ERRORS),
)
