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
    float_table,
    grid,
)

ROWS = 32
PER_UNIT = 8
DEGREE = 7
PAIRED = 2
"""So many coefficients are pairs; the others, binary32 numbers."""

COLUMNS = ("7", "6", "5", "4", "3", "2", "1 low", "1", "0", "0 low", "half-width")
"""What a row holds, in the order of use; by rows, filled up with zeros to a line of the cache."""

MARGIN = 0.05
"""In bits, between the largest error found in a row and the half-width of its interval."""

# log2 of the largest relative error of the pair in each row, over all binary32 operands.
TANH_ERRORS = (
    -32.06, -31.37, -31.81, -33.92, -32.74, -33.20, -36.25, -33.32,
    -34.23, -34.76, -35.38, -35.51, -35.21, -34.67, -37.49, -36.71,
    -36.67, -38.69, -37.21, -37.08, -38.63, -38.54, -39.43, -39.33,
    -39.97, -40.11, -41.92, -40.19, -41.48, -40.96, -41.82, -41.94,
)  # fmt: skip
ERF_ERRORS = (
    -32.20, -31.13, -31.93, -34.54, -33.15, -34.79, -33.31, -35.01,
    -33.84, -33.67, -34.24, -35.87, -35.20, -35.83, -36.35, -37.55,
    -37.14, -38.10, -37.78, -38.53, -39.52, -41.90, -41.82, -43.17,
    -43.75, -44.42, -45.34, -46.57, -46.75, -48.19, -48.68, -48.30,
)  # fmt: skip
TAIL_ERRORS = (
    -37.08, -36.48, -37.19, -34.23, -35.02, -34.77, -33.98, -33.85,
    -33.72, -34.08, -33.23, -32.48, -32.98, -32.20, -31.16, -30.66,
    -31.02, -31.02, -30.83, -31.21, -30.50, -29.64, -31.00, -30.44,
    -31.69, -29.94, -29.87, -30.08, -29.53, -28.51, -29.76, -28.95,
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
        """The table, by columns for registers that hold one and by rows for the others."""
        half = mpf(1) / (2 * PER_UNIT)
        table: list[list[float]] = []
        worst = mpf(0)
        for j, error in enumerate(self.errors):
            t = mpf(j) / PER_UNIT
            fit = self._fit(t, half)
            head = [float32(c) for c in fit]
            tail = [float32(c - mpf(h)) for c, h in zip(fit[:PAIRED], head[:PAIRED], strict=True)]
            full = [mpf(h) for h in head]
            full[:PAIRED] = [f + low for f, low in zip(full[:PAIRED], tail, strict=True)]
            for u in grid(mpf(0) if self.odd and j == 0 else -half, half, 16):
                worst = max(worst, abs(evaluate(full, u) / self.function(t + u) - 1))
            width = float32(mpf(2) ** (error + MARGIN) + mpf(2) ** -44)
            table.append([*head[:1:-1], tail[1], head[1], head[0], tail[0], width])
        check_bound(self.name, worst, self.bound)
        yield f"/* {self.text} about j/{PER_UNIT}: relative error below 2^{self.bound:g}. The columns:"
        yield f" * {', '.join(COLUMNS)}. */"
        columns = [list(column) for column in zip(*table, strict=True)]
        yield from float_table(f"{self.name}_by_column", columns)
        filled = [[*row, *[0.0] * (16 - len(row))] for row in table]
        yield from float_table(f"{self.name}_by_row", filled)

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
    Rows("pairs_erf_rows", "erf", mpmath.erf, True, -33.0, ERF_ERRORS),
    Rows("pairs_tanh_rows", "tanh", mpmath.tanh, True, -33.0, TANH_ERRORS),
    Rows("pairs_tail_rows", "Phi(-t)", normal_tail, False, -30.0, TAIL_ERRORS),
)
