"""Test that the double-double stages of f64 are as accurate as their headers state (clause R2).

Each kernel file with such a stage is compiled separately, with and without fma. It is tested in
every part of its domain, on some operands of each exponent with both signs. The error is measured
against Arb or exact arithmetic. The rounding test relies on an error of at most half of ERROR_F64
or WIDE_ERROR_F64 (decide64.h).
"""

from __future__ import annotations

import ctypes
import math
import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from samebits.backends.c.tests.kernel_files import (
    ENCLOSED_F64,
    FMA,
    compile_kernel,
    has_fma,
)
from samebits.backends.numerics.multiple.tests.library import (
    attributes_of,
    operands_of,
    oracle,
)
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.opinions import ARB
from samebits.oracles.rounding import decode
from samebits.oracles.tests.correctly_rounded_operands import bits

EXPONENTS = (*range(-290, -60, 45), *range(-60, -12, 6), *range(-12, 11), 15, 19, 40, 200)
ALPHAS = (1.0, 0.3, -1.7, 1e-20, -1e20)
ARB_BITS = 400
PLACES = (
    *(0.146, 0.25, 0.5, 0.75, 0.999978, 1.0, 1.5, 2.0, 2.5, 7.5, 8.5, 1.1e-5, 149.9),
    *(-0.5, -1.0, -1.5, -7.5, -8.0, -8.5, -9.0, -17.0, -142.0, -149.9),
    *(-2.457024738220801, -2.747682646727413, -3.14358088834998, -3.955294284858598),
    *(
        -0.7517915246935645,
        -0.7524614220710165,
        -0.7511535390847679,
        -1.192431214515,
        -1.2784645427611,
    ),
)
"""Zeros, poles, and operands at which the kernel of a function changes its method.

The rows of every function include operands near all of these numbers.
"""

Operands = tuple[float, ...]


BUILDS = ((), FMA) if has_fma() else ((),)


def drawn(op: str) -> list[Operands]:
    """Return rows of operands from all parts of the domain, with values of an attribute."""
    draw = Random(op)
    one = [
        sign * math.ldexp(1 + draw.random(), exponent)
        for exponent in EXPONENTS
        for sign in (1, -1)
        for _ in range(3)
    ]
    one += [draw.uniform(-7, 7) for _ in range(60)] + [draw.uniform(-16, 16) for _ in range(30)]
    one += [draw.uniform(0.5, 2) for _ in range(60)]
    one += [1 + sign * 2.0**-k for k in range(1, 53, 5) for sign in (1, -1)]
    one += [
        place + sign * draw.random() * 2.0**-k
        for place in PLACES
        for sign in (1, -1)
        for k in range(1, 50, 4)
    ]
    one += [draw.uniform(-160, 160) for _ in range(100)]
    if operands_of(op) == 2:
        near = [x * (1 + draw.uniform(-1, 1) * 2.0 ** draw.randrange(-50, 3)) for x in one]
        far = [draw.uniform(-20, 20) for _ in one]
        return [*zip(one, near, strict=True), *zip(one, far, strict=True)]
    if attributes_of(op):
        return [(x, draw.choice(ALPHAS)) for x in one for _ in range(2)]
    return [(x,) for x in one]


def compiled(op: str, folder: Path, flags: Sequence[str]) -> ctypes.CDLL:
    """Compile one kernel file to a library, and load it.

    Raise CalledProcessError if it does not compile.
    """
    target = folder / f"{op}{len(flags)}.so"
    compile_kernel(op, Path(__file__).with_name("enclosed_f64.c"), target, flags)
    found = ctypes.CDLL(str(target), mode=os.RTLD_LAZY)
    found.test_error.restype = ctypes.c_double
    return found


def values(code: ctypes.CDLL, rows: list[Operands], wide: int) -> list[tuple[Operands, Fraction]]:
    """Return the rows that a stage computes, each with its double-double as an exact number."""
    found = []
    place = ctypes.c_double * 1
    for row in rows:
        x, y, hi, lo = place(row[0]), place(row[-1]), place(), place()
        parameter, one = ctypes.c_double(row[-1]), ctypes.c_int64(1)
        code.test_enclosed(x, y, parameter, wide, hi, lo, one)
        if math.isfinite(hi[0]) and 2.0**-900 < abs(hi[0]) < 2.0**900:
            found.append((row, Fraction(hi[0]) + Fraction(lo[0])))
    return found


def exact(op: str, rows: list[Operands]) -> list[tuple[Fraction, Fraction]]:
    """Return intervals that contain the exact results, as their ends."""
    judge = oracle(op)
    operands = [tuple(decode(bits(x), "f64") for x in row) for row in rows]
    if isinstance(judge, Arithmetic):
        points = [judge.exact(*row).fraction() for row in operands]
        return [(point, point) for point in points]
    assert judge.arb is not None
    ends = ARB.enclose(judge.arb, operands, ARB_BITS)
    return [(low.fraction(), high.fraction()) for low, high in ends]


@pytest.mark.parametrize("flags", BUILDS, ids=lambda flags: "fma" if flags else "plain")
@pytest.mark.parametrize("op", ENCLOSED_F64)
def test_the_error_is_within_half_of_what_is_stated(
    tmp_path: Path, op: str, flags: Sequence[str]
) -> None:
    code, rows = compiled(op, tmp_path, flags), drawn(op)
    for wide in (0, 1):
        error = Fraction(code.test_error(wide))
        if error == 0:
            continue
        taken = [(r, v) for r, v in values(code, rows, wide) if not passes_through(op, r)]
        assert len(taken) >= 20, f"{op} takes {len(taken)} of {len(rows)}"
        worst = Fraction(0)
        ends = exact(op, [row for row, _ in taken])
        for (row, value), (low, high) in zip(taken, ends, strict=True):
            size = min(abs(low), abs(high))
            off = max(abs(value - low), abs(value - high))
            assert off <= error / 2 * size, (op, row, wide, float(off / size), float(error))
            worst = max(worst, off / size)
        print(op, wide, math.log2(worst) if worst else "exact", math.log2(error))


def passes_through(op: str, row: Operands) -> bool:
    """Return whether the result is the operand or 1 by definition, which needs no enclosure."""
    judge = oracle(op)
    known = getattr(judge, "known", None)
    if known is None:
        return False
    return known(*(decode(bits(x), "f64") for x in row)) is not None
