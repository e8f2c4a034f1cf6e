"""Parts of a table of coefficients: fitted polynomials and rows of Taylor expansions.

Everything is computed with mpmath from definitions only. For each part, the error of the *rounded*
coefficients is evaluated exactly on a dense grid. Its maximum must not exceed the bound that the
error budget at the top of the function's header assumes.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import mpmath
from mpmath import mp, mpf

DIGITS = 60
WIDTH = 100
"""Maximum length of a line of C, in columns."""


class Part(Protocol):
    """A table in a header."""

    def header(self) -> Iterator[str]:
        """Yield the lines of C; raise ValueError if the bound is exceeded."""
        ...


@dataclass(frozen=True, slots=True)
class Polynomial:
    """A fit of `function` on [low, high] with relative error below 2^bound, lowest power first."""

    name: str
    text: str
    function: Callable[[mpf], mpf]
    low: float
    high: float
    degree: int
    bound: float

    def header(self) -> Iterator[str]:
        """Check the bound and yield the lines of C."""
        fit = mpmath.chebyfit(self.function, [self.low, self.high], self.degree + 1)
        rounded = [float(c) for c in reversed(fit)]
        worst = max(
            abs(evaluate(rounded, x) / self.function(x) - 1)
            for x in grid(mpf(self.low), mpf(self.high), 400)
        )
        check_bound(self.name, worst, self.bound)
        yield f"/* {self.text}: relative error below 2^{self.bound:g}. */"
        yield f"SB_TABLE double {self.name}[{len(rounded)}] = {{"
        yield from rows([c.hex() for c in rounded])
        yield "};"


@dataclass(frozen=True, slots=True)
class TaylorTable:
    """Taylor expansions of `function` about t = j / per_unit, j = 0 .. last, |u| <= 1/(2 per_unit).

    A row of the table holds one coefficient for every j, so that lanes gather from one array. The
    rows are c0 and c1 as hi and lo, then c2, c3, ... `taylor(t, n)` returns the first n
    coefficients. The error is relative to the function (to x at t = 0, if the function is 0 there).
    """

    name: str
    text: str
    function: Callable[[mpf], mpf]
    taylor: Callable[[mpf, int], Sequence[mpf]]
    per_unit: int
    last: int
    degree: int
    bound: float

    def header(self) -> Iterator[str]:
        """Check the bound and yield the lines of C."""
        worst = mpf(0)
        columns: list[list[float]] = []
        half = mpf(1) / (2 * self.per_unit)
        for j in range(self.last + 1):
            t = mpf(j) / self.per_unit
            exact = self.taylor(t, self.degree + 1)
            rounded = [float(c) for c in exact]
            tails = [float(c - mpf(r)) for c, r in zip(exact[:2], rounded[:2], strict=True)]
            full = [mpf(r) for r in rounded]
            full[:2] = [f + low for f, low in zip(full[:2], tails, strict=True)]
            for u in grid(-half, half, 16):
                if t + u != 0:
                    worst = max(worst, abs(evaluate(full, u) / self.function(t + u) - 1))
            columns.append([rounded[0], tails[0], rounded[1], tails[1], *rounded[2:]])
        check_bound(self.name, worst, self.bound)
        yield f"/* {self.text}: relative error below 2^{self.bound:g}. */"
        yield f"SB_TABLE double {self.name}[{self.degree + 3}][{self.last + 1}] = {{"
        for coefficients in zip(*columns, strict=True):
            yield "    {"
            yield from rows([c.hex() for c in coefficients], 8)
            yield "    },"
        yield "};"


@dataclass(frozen=True, slots=True)
class HalfWidth:
    """A relative half-width of intervals around binary32 values, multiplied by `times`.

    `errors` are log2 of the largest errors of the functions that use it, measured over all operands
    by tests/exhaustive/enclosed_errors.py.
    """

    name: str
    text: str
    value: float
    errors: Sequence[float]
    times: int = 1

    def header(self) -> Iterator[str]:
        """Check that the errors are smaller, and yield the line of C."""
        check_bound(self.name, mpf(2) ** max(self.errors), math.log2(self.value))
        yield f"/* {self.text}. */"
        yield f"#define {self.name} {float32(mpf(self.value) * self.times).hex()}f"


def check_bound(name: str, worst: mpf, bound: float) -> None:
    """Print the error that was found; raise ValueError if it exceeds the bound."""
    found = float(mpmath.log(worst, 2))
    print(f"{name:24} 2^{found:.2f} (bound 2^{bound:g})")
    if found > bound:
        raise ValueError(f"{name}: error 2^{found:.2f} exceeds the bound 2^{bound:g}")


def evaluate(coefficients: Sequence[float | mpf], x: mpf) -> mpf:
    """Return the value of a polynomial, given with the lowest power first."""
    return mpmath.polyval([mpf(c) for c in reversed(coefficients)], x)


def grid(low: mpf, high: mpf, count: int) -> list[mpf]:
    """Return points of [low, high], including the ends and dense near them; 0 is moved slightly."""
    points = [
        (low + high) / 2 - (high - low) / 2 * mpmath.cos(mp.pi * i / count)
        for i in range(count + 1)
    ]
    return [p if abs(p) > mpf(2) ** -20 else mpf(2) ** -20 for p in points]


def rows(items: Sequence[str], indent: int = 4) -> Iterator[str]:
    """Yield items as lines of C, with up to four items per line if they fit."""
    per_line = 4
    while max(map(len, items), default=0) * per_line + 2 * per_line + indent > WIDTH:
        per_line -= 1
    for i in range(0, len(items), per_line):
        yield " " * indent + ", ".join(items[i : i + per_line]) + ","


def float32(x: mpf) -> float:
    """Return the nearest binary32 number.

    The conversion goes through binary64. In a near tie, either of the two neighbours is acceptable.
    """
    (rounded,) = struct.unpack("<f", struct.pack("<f", float(x)))
    return float(rounded)


def float_table(name: str, table: Sequence[Sequence[float]]) -> Iterator[str]:
    """Yield a two-dimensional table of binary32 numbers as lines of C."""
    yield f"SB_TABLE float {name}[{len(table)}][{len(table[0])}] = {{"
    for values in table:
        yield "    {"
        yield from rows([f"{v.hex()}f" for v in values], 8)
        yield "    },"
    yield "};"


def float_rows(name: str, values: Sequence[float]) -> Iterator[str]:
    """Yield a table of binary32 numbers as lines of C."""
    yield f"SB_TABLE float {name}[{len(values)}] = {{"
    yield from rows([f"{v.hex()}f" for v in values])
    yield "};"
