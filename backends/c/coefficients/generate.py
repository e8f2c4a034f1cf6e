"""Make, or check, every coefficient of the C backend's elementary functions.

    python backends/c/coefficients/generate.py            # check the committed headers
    python backends/c/coefficients/generate.py --write    # write src/scalar/coefficients/*.h

Everything is computed with mpmath (extra `samebits[oracles]`) at 60 digits, from definitions only.
Polynomials are Chebyshev fits; table rows are Taylor expansions. For each the largest error of the
*rounded* coefficients, evaluated exactly on a dense grid, is compared with the bound that the error
budget at the top of the function's header assumes; a bound that is missed is an error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import mpmath
from mpmath import mp, mpf

OUTPUT = Path(__file__).resolve().parent.parent / "src" / "scalar" / "coefficients"
DIGITS = 60


@dataclass(frozen=True, slots=True)
class Polynomial:
    """`function` on [low, high] to a relative error below 2^bound, lowest power first."""

    name: str
    text: str
    function: Callable[[mpf], mpf]
    low: float
    high: float
    degree: int
    bound: float

    def header(self) -> Iterator[str]:
        """The lines of C, once the bound is confirmed."""
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

    A row of the table holds one coefficient for every j, so that lanes gather from one array: c0
    and c1 as hi, lo, then c2, c3, ... `taylor(t, n)` gives the first n coefficients.
    The error is relative to the function (to x at t = 0, if the function vanishes there).
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
        """The lines of C, once the bound is confirmed."""
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


def check_bound(name: str, worst: mpf, bound: float) -> None:
    """Print the error found; raise ValueError if it exceeds the bound."""
    found = float(mpmath.log(worst, 2))
    print(f"{name:24} 2^{found:.2f} (bound 2^{bound:g})")
    if found > bound:
        raise ValueError(f"{name}: error 2^{found:.2f} exceeds the bound 2^{bound:g}")


def evaluate(coefficients: Sequence[float | mpf], x: mpf) -> mpf:
    """A polynomial, lowest power first."""
    return mpmath.polyval([mpf(c) for c in reversed(coefficients)], x)


def grid(low: mpf, high: mpf, count: int) -> list[mpf]:
    """Points of [low, high], the ends included, dense toward them; 0 is moved off."""
    points = [
        (low + high) / 2 - (high - low) / 2 * mpmath.cos(mp.pi * i / count)
        for i in range(count + 1)
    ]
    return [p if abs(p) > mpf(2) ** -20 else mpf(2) ** -20 for p in points]


def rows(items: Sequence[str], indent: int = 4) -> Iterator[str]:
    """Items as lines of C."""
    per_line = 4
    for i in range(0, len(items), per_line):
        yield " " * indent + ", ".join(items[i : i + per_line]) + ","


def erf_taylor(t: mpf, count: int) -> list[mpf]:
    """Taylor coefficients of erf at t, from y'' = -2 t y'."""
    c = [mpmath.erf(t), 2 / mpmath.sqrt(mp.pi) * mpmath.exp(-t * t)]
    for n in range(count - 2):
        below = c[n] if n >= 1 else mpf(0)
        c.append(-(2 * t * (n + 1) * c[n + 1] + 2 * n * below) / ((n + 1) * (n + 2)))
    return c[:count]


def scaled_tail(t: mpf) -> mpf:
    """Phi(-t) exp(t^2 / 2), the upper tail of the normal distribution without its decay."""
    return mpmath.erfc(t / mpmath.sqrt(2)) / 2 * mpmath.exp(t * t / 2)


def scaled_tail_taylor(t: mpf, count: int) -> list[mpf]:
    """Taylor coefficients of the scaled tail at t, from y' = t y - 1 / sqrt(2 pi)."""
    with mp.workdps(2 * DIGITS):  # the recurrence cancels
        c = [scaled_tail(t)]
        for n in range(count - 1):
            below = c[n - 1] if n >= 1 else mpf(0)
            constant = 1 / mpmath.sqrt(2 * mp.pi) if n == 0 else mpf(0)
            c.append((t * c[n] + below - constant) / (n + 1))
    return c


def exp_rest(r: mpf) -> mpf:
    """(e^r - 1 - r - r^2 / 2) / r^3."""
    return mpmath.nsum(lambda n: r**n / mpmath.factorial(n + 3), [0, 30])


def tanh_rest(w: mpf) -> mpf:
    """(tanh x - x) / x^3 as a function of w = x^2."""
    x = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return (mpmath.tanh(x) - x) / x**3


def sigmoid_rest(w: mpf) -> mpf:
    """(sigmoid x - 1/2 - x/4) / x^3 as a function of w = x^2."""
    x = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return (mpmath.tanh(x / 2) / 2 - x / 4) / x**3


def log_rest(w: mpf) -> mpf:
    """(2 atanh s - 2 s) / s^3 as a function of w = s^2."""
    s = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return 2 * (mpmath.atanh(s) - s) / s**3


def gelu_rest(w: mpf) -> mpf:
    """(gelu x - x/2) / x^2 as a function of w = x^2."""
    x = mpmath.sqrt(w) if w > mpf(2) ** -40 else mpf(2) ** -20
    return mpmath.erf(x / mpmath.sqrt(2)) / 2 / x


HALF_LOG2 = 0.34664  # just above log(2)/2 with the error of the reduced argument
FAMILIES: dict[str, tuple[Polynomial | TaylorTable, ...]] = {
    "exp": (
        Polynomial(
            "exp_rest",
            "(e^r - 1 - r - r^2/2) / r^3 for |r| <= log(2)/2",
            exp_rest,
            -HALF_LOG2,
            HALF_LOG2,
            9,
            -52.5,
        ),
    ),
    "log": (
        Polynomial(
            "log_rest",
            "(log((1+s)/(1-s)) - 2s) / s^3 in s^2, |s| <= (sqrt(2)-1)/(sqrt(2)+1)",
            log_rest,
            0.0,
            0.02945,
            7,
            -53.5,
        ),
    ),
    "sigmoid": (
        Polynomial(
            "sigmoid_rest",
            "(sigmoid(x) - 1/2 - x/4) / x^3 in x^2, |x| <= 1/4",
            sigmoid_rest,
            0.0,
            0.0625,
            5,
            -53.5,
        ),
    ),
    "tanh": (
        Polynomial(
            "tanh_rest",
            "(tanh(x) - x) / x^3 in x^2, |x| <= 1/4",
            tanh_rest,
            0.0,
            0.0625,
            7,
            -53.5,
        ),
    ),
    "erf": (
        TaylorTable(
            "erf_table",
            "erf about j/16, j = 0 .. 64",
            mpmath.erf,
            erf_taylor,
            16,
            64,
            11,
            -63.0,
        ),
    ),
    "gelu": (
        Polynomial(
            "gelu_rest",
            "(gelu(x) - x/2) / x^2 in x^2, |x| <= 2^-6",
            gelu_rest,
            0.0,
            2.0**-12,
            3,
            -53.5,
        ),
        TaylorTable(
            "scaled_tail_table",
            "Phi(-t) exp(t^2/2) about j/8, j = 0 .. 120",
            scaled_tail,
            scaled_tail_taylor,
            8,
            120,
            11,
            -62.0,
        ),
    ),
}


def header(family: str, parts: Sequence[Polynomial | TaylorTable]) -> str:
    """The header of one family of functions."""
    guard = f"SB_SCALAR_COEFFICIENTS_{family.upper()}_H"
    lines = [
        f"/* {family}.h - made by coefficients/generate.py; do not edit. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        '#include "scalar/portable.h"',
    ]
    for part in parts:
        lines += ["", *part.header()]
    return "\n".join([*lines, "", "#endif", ""])


def main() -> int:
    """Write or check; the exit status is 1 if a committed header differs."""
    parser = argparse.ArgumentParser(description="coefficients of the C backend's functions")
    parser.add_argument("--write", action="store_true", help="write the headers instead")
    arguments = parser.parse_args()
    mp.dps = DIGITS
    differing = []
    for family, parts in FAMILIES.items():
        path = OUTPUT / f"{family}.h"
        text = header(family, parts)
        if arguments.write:
            path.parent.mkdir(exist_ok=True)
            temporary = path.with_suffix(".tmp")
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(path)
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            differing.append(path.name)
    if differing:
        print(f"differs from its source: {', '.join(differing)}; run with --write", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
