"""Rows of expansions for erf, tanh and gelu in float-float arithmetic (lanes/rows.h)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import (
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
"""Number of coefficients that are float-floats; the others are binary32 numbers."""

COLUMNS = ("7", "6", "5", "4", "3", "2", "1 low", "1", "0", "0 low", "half-width")
"""Contents of a row, in the order of use.

Tables that are stored by rows are padded with zeros to a cache line.
"""

MARGIN = 0.05
"""The distance, in bits, between the largest measured error of a row and its half-width."""

# log2 of the largest relative error of each row's float-float over all binary32 operands. It
# includes the error of adding the half-width to the lower part (once; twice for the tail, which
# gelu multiplies). The errors that tests/exhaustive/enclosed_errors.py measures are at most these
# values; in some rows they are smaller by a third of a bit.
TANH_ERRORS = (
    -31.64, -31.11, -31.70, -33.72, -32.72, -33.20, -36.16, -33.29,
    -34.18, -34.68, -35.26, -35.41, -35.13, -34.62, -37.24, -36.58,
    -36.57, -38.41, -37.12, -37.02, -38.49, -38.44, -39.28, -39.22,
    -39.82, -39.98, -41.60, -40.11, -41.34, -40.87, -41.69, -41.83,
)  # fmt: skip
ERF_ERRORS = (
    -31.74, -30.89, -31.81, -34.31, -33.10, -34.74, -33.30, -34.93,
    -33.79, -33.62, -34.16, -35.66, -35.08, -35.69, -36.19, -37.29,
    -36.99, -37.90, -37.67, -38.41, -39.38, -41.56, -41.66, -42.91,
    -43.53, -44.17, -45.05, -46.03, -46.21, -47.53, -47.71, -47.53,
)  # fmt: skip
TAIL_ERRORS = (
    -36.43, -36.01, -36.41, -34.11, -34.82, -34.63, -33.91, -33.81,
    -33.72, -34.04, -33.16, -32.42, -32.82, -32.07, -31.10, -30.60,
    -30.90, -30.88, -30.68, -30.97, -30.33, -29.53, -30.77, -30.18,
    -31.09, -29.75, -29.62, -29.77, -29.28, -28.36, -29.41, -28.72,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rows:
    """Expansions of `function` around j / 8, j = 0 .. 31, for |u| <= 1/16.

    The coefficients are c0 .. c7. Each row is a Chebyshev fit. For a function that is 0 at 0, the
    row at 0 has odd powers only. The bound applies to the relative error of the rounded
    coefficients. `errors` are the errors of the whole evaluation; the half-widths of the rounding
    test are derived from them.
    """

    name: str
    text: str
    function: Callable[[mpf], mpf]
    odd: bool
    bound: float
    errors: tuple[float, ...]

    def header(self) -> Iterator[str]:
        """Yield the table: stored by columns if a register holds a column, otherwise by rows."""
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
        yield f"/* {self.text} about j/{PER_UNIT}: relative error below 2^{self.bound:g}."
        yield f" * The columns: {', '.join(COLUMNS)}. */"
        columns = [list(column) for column in zip(*table, strict=True)]
        yield from float_table(f"{self.name}_by_column", columns)
        filled = [[*row, *[0.0] * (16 - len(row))] for row in table]
        yield from float_table(f"{self.name}_by_row", filled)

    def _fit(self, t: mpf, half: mpf) -> list[mpf]:
        """Return the rounded coefficients of a row.

        The higher coefficients are rounded first, so that the float-float coefficients compensate
        for most of their rounding errors.
        """
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
    """Return Phi(-t)."""
    return mpmath.erfc(t / mpmath.sqrt(2)) / 2


PARTS: tuple[Part, ...] = (
    Rows("enclosed_erf_rows", "erf", mpmath.erf, True, -33.0, ERF_ERRORS),
    Rows("enclosed_tanh_rows", "tanh", mpmath.tanh, True, -33.0, TANH_ERRORS),
    Rows("enclosed_tail_rows", "Phi(-t)", normal_tail, False, -30.0, TAIL_ERRORS),
)
