"""Test that the f64 stage for extreme operands is correctly rounded where it decides (clause R2).

Each kernel file is compiled separately, with and without fma. Its stage RARE_F64 is run on operands
of every magnitude, including operands whose results overflow, are subnormal, vanish or are ties.
Arb or exact arithmetic gives the expected bits. For ordinary results it also gives the error of the
scaled double-double (scaled_f64.h). The rounding relies on an error of at most half of its bound.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from samebits.backends.c.tests.kernel_files import RARE_F64
from samebits.backends.c.tests.test_enclosed_f64 import ALPHAS, BUILDS, PLACES, Operands, compiled
from samebits.backends.numerics.multiple.tests.library import attributes_of, operands_of, oracle
from samebits.oracles.elementwise import Arithmetic, Elementary
from samebits.oracles.opinions import ARB, settle
from samebits.oracles.rounding import decode, round_to
from samebits.oracles.tests.correctly_rounded_operands import bits

LEAST = 5e-324
BITS = 1600
"""A number of bits of 2/pi that is enough for the largest operands."""
MEASURED = 120
"""Number of rows of each op for which the error is measured."""
TWO_SIDED = (
    *(
        (3, 11),
        (14, 45),
        (75, 85),
        (150, 205),
        (290, 330),
        (430, 470),
        (600, 800),
        (705, 746),
        (740, 746),
    ),
    *((1000, 1100), (2.0**29, 2.0**31), (2.0**50, 2.0**54)),
)
"""Ranges of magnitudes that contain a limit of some function's operands or results."""


def cancelling(op: str) -> list[Operands]:
    """Return rows of operands x and y of logaddexp for which e^x + e^y is near 1."""
    draw = Random(op)
    one = [-math.ldexp(1 + draw.random(), draw.randrange(-40, 6)) for _ in range(300)]
    pairs = [
        (x, math.log(-math.expm1(x)) * (1 + math.ldexp(1, -draw.randrange(5, 60)))) for x in one
    ]
    return [(x, y) for x, y in pairs if y < 0] if operands_of(op) == 2 else []


class Row(NamedTuple):
    """The results of the stage for a row of operands.

    They are whether the stage decides the row, the rounded result, and the value before rounding.
    """

    operands: Operands
    decided: bool
    result: float
    value: Fraction | None


def drawn(op: str) -> list[Operands]:
    """Return rows of operands from all parts of the domain, with values of an attribute."""
    draw = Random(op)
    one = [
        sign * math.ldexp(1 + draw.random(), exponent)
        for exponent in (*range(-1074, 1024, 29), *range(-1074, -1015, 5), 1022, 1023)
        for sign in (1, -1)
        for _ in range(2)
    ]
    one += [sign * k * LEAST for k in (*range(1, 9), 99, 2**40 + 1) for sign in (1, -1)]
    one += [sign * math.ldexp(1, k) for k in range(-1074, 1024, 97) for sign in (1, -1)]
    one += [
        draw.choice((1, -1)) * draw.uniform(low, high) for low, high in TWO_SIDED for _ in range(24)
    ]
    one += [float(draw.choice((1, -1)) * draw.randrange(1, 2000)) / 2 for _ in range(30)]
    one += [place + draw.uniform(-1, 1) * 2.0**-k for place in PLACES for k in (12, 20, 40)]
    one += [side / math.factorial(m) - m for m in range(4, 18) for side in (1, -1)]
    one += [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0]
    if operands_of(op) == 2:
        others = [draw.choice(one) for _ in one]
        near = [x * (1 + draw.uniform(-1, 1) * 2.0 ** draw.randrange(-50, 3)) for x in one]
        usual = [draw.uniform(-20, 20) for _ in one]
        return [
            *zip(one, others, strict=True),
            *zip(one, near, strict=True),
            *zip(one, usual, strict=True),
            *zip(usual, one, strict=True),
            *cancelling(op),
        ]
    if attributes_of(op):
        return [(x, draw.choice(ALPHAS)) for x in one for _ in range(2)]
    return [(x,) for x in one]


def asked(code: ctypes.CDLL, rows: list[Operands]) -> list[Row]:
    """Run the stage on each row, and return its results."""
    code.test_rare_error.restype = ctypes.c_double
    found = []
    place = ctypes.c_double * 1
    for row in rows:
        x, y, hi, lo, result = place(row[0]), place(row[-1]), place(), place(), place()
        power, undecided = (ctypes.c_int64 * 1)(), (ctypes.c_uint64 * 1)()
        parameter, one = ctypes.c_double(row[-1]), ctypes.c_int64(1)
        code.test_rare(x, y, parameter, hi, lo, power, result, undecided, one)
        value = None
        if math.isfinite(hi[0]):
            value = (Fraction(hi[0]) + Fraction(lo[0])) * Fraction(2) ** power[0]
        found.append(Row(row, undecided[0] == 0, result[0], value))
    return found


def right_bits(op: str, rows: Sequence[Operands]) -> list[int]:
    """Return the expected bits from Arb or exact arithmetic, and special values from the oracle."""
    judge = oracle(op)
    operands = [tuple(decode(bits(x), "f64") for x in row) for row in rows]
    if isinstance(judge, Arithmetic):
        return [round_to(judge.exact(*row), "f64") for row in operands]
    assert isinstance(judge, Elementary)
    assert judge.arb is not None
    known = [judge.known(*row) for row in operands]
    hard = [i for i, answer in enumerate(known) if answer is None]
    found = [0 if answer is None else round_to(answer, "f64") for answer in known]
    settled = settle(ARB, judge.arb, [operands[i] for i in hard], "f64")
    for i, pattern in zip(hard, settled, strict=True):
        found[i] = pattern
    return found


@pytest.mark.parametrize("flags", BUILDS, ids=lambda flags: "fma" if flags else "plain")
@pytest.mark.parametrize("op", RARE_F64)
def test_what_is_decided_is_right(tmp_path: Path, op: str, flags: Sequence[str]) -> None:
    code = compiled(op, tmp_path, flags)
    rows = asked(code, drawn(op))
    decided = [row for row in rows if row.decided]
    assert len(decided) >= 20, f"{op} decides {len(decided)} of {len(rows)}"
    right = right_bits(op, [row.operands for row in decided])
    for row, pattern in zip(decided, right, strict=True):
        assert bits(row.result) == pattern, (op, row, hex(pattern))


@pytest.mark.parametrize("flags", BUILDS, ids=lambda flags: "fma" if flags else "plain")
@pytest.mark.parametrize("op", RARE_F64)
def test_the_error_is_within_half_of_what_is_stated(
    tmp_path: Path, op: str, flags: Sequence[str]
) -> None:
    code, judge = compiled(op, tmp_path, flags), oracle(op)
    draw = Random(op)
    some = draw.sample(drawn(op), 4 * MEASURED) if operands_of(op) == 2 else drawn(op)
    rows = [row for row in asked(code, [*some, *cancelling(op)[:MEASURED]]) if row.value]
    rows = [row for row in rows if row.decided and 2.0**-900 < abs(row.result) < math.inf]
    rows = draw.sample(rows, min(2 * MEASURED, len(rows)))
    error, worst = Fraction(code.test_rare_error()), Fraction(0)
    operands = [tuple(decode(bits(x), "f64") for x in row.operands) for row in rows]
    if isinstance(judge, Arithmetic):
        points = [judge.exact(*row).fraction() for row in operands]
        ends = [(point, point) for point in points]
    else:
        assert isinstance(judge, Elementary)
        assert judge.arb is not None
        chosen = [i for i, row in enumerate(operands) if judge.known(*row) is None]
        rows, operands = [rows[i] for i in chosen], [operands[i] for i in chosen]
        enclosures = ARB.enclose(judge.arb, operands, BITS)
        ends = [(low.fraction(), high.fraction()) for low, high in enclosures]
    for row, (low, high) in zip(rows, ends, strict=True):
        assert row.value is not None
        size, off = min(abs(low), abs(high)), max(abs(row.value - low), abs(row.value - high))
        assert off <= error / 2 * size, (op, row.operands, float(off / size), float(error))
        worst = max(worst, off / size)
    print(op, len(rows), math.log2(worst) if worst else "exact", math.log2(error))


def test_every_size_of_a_subnormal_result_is_met() -> None:
    """The drawn operands of exp have zero, subnormal and infinite results."""
    with np.errstate(all="ignore"):
        sizes = np.exp([row[0] for row in drawn("exp")])
    for low, high in ((0, 1), (LEAST, 2.0**-1060), (2.0**-1040, 2.0**-1022)):
        assert np.count_nonzero((low <= sizes) & (sizes < high)) >= 3
    assert np.isinf(sizes).any()
