"""Compare the three opinions on binary64 functions with the same functions by Python integers.

`spec/correctly_rounded` does not use the libraries, so it is a fourth opinion.
"""

from __future__ import annotations

import importlib
import random
from itertools import groupby

import numpy as np
import pytest

from samebits.oracles.hard_in_binary64 import HARD, numbers
from samebits.oracles.tests.correctly_rounded_operands import SPECIAL, Row, bits, rows
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.math_table import FUNCTIONS

ASKED = 150
"""Number of random operands of each function, in addition to special operands."""


def evaluated(name: str, asked: list[Row]) -> list[int]:
    """Return the bits that the op's oracle returns for rows of operands and attributes."""
    op = get_op(name)
    count, found = len(op.operands), []
    for given, group in groupby(asked, key=lambda row: row[count:]):
        values = np.array(given, np.uint64).view(np.float64).tolist()
        attributes = {a.name: v for a, v in zip(op.attributes, values, strict=True)}
        columns = [
            from_bits(np.array(c, np.uint64), "f64")
            for c in zip(*(r[:count] for r in group), strict=True)
        ]
        oracle = importlib.import_module(f"samebits.oracles.ops.{name}").ORACLE
        (result,) = oracle.evaluate(op.call(("f64",) * count, **attributes), columns)
        found += bits_of(result).tolist()
    return found


def wrong(name: str, asked: list[Row]) -> list[str]:
    asked = sorted(asked, key=lambda row: row[len(get_op(name).operands) :])
    function = FUNCTIONS[name]
    return [
        f"{name} {' '.join(f'{a:016x}' for a in row)}: {got:016x}, not {want:016x}"
        for row, got in zip(asked, evaluated(name, asked), strict=True)
        if got != (want := function(*row))
    ]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_R2_three_libraries_and_integers_agree_on_a_function_of_binary64(name):
    every = rows(name, FUNCTIONS[name], ASKED)
    special = [row for row in every if row[0] in SPECIAL]
    asked = random.Random(f"{name} in binary64").sample(every, ASKED)
    assert wrong(name, list(dict.fromkeys([*special[:60], *asked]))) == []


@pytest.mark.parametrize("row", HARD, ids=lambda row: row[0])
def test_R2_they_agree_where_a_function_is_hard_to_round(row):
    name, *texts = row
    assert wrong(name, [tuple(map(bits, numbers(text))) for text in texts]) == []


def test_R2_logaddexp_sees_a_term_that_is_larger_than_a_tiny_operand():
    """Test operands around the distances 250 and 1000.

    Operands count as far apart from a distance of 250 if the larger one is in the range of f32, and
    otherwise from a distance of 1000.
    """
    sizes = (-1074, -1022, -500, -370, -361, -150, -149)
    distances = (249.5, 250.0, 255.0, 700.0, 744.5, 745.25, 800.0, 999.0, 1000.0, 1101.0)
    asked = [(s * 2.0**e, -d) for e in sizes for d in distances for s in (1, -1)]
    assert wrong("logaddexp", [(bits(x), bits(y)) for x, y in asked]) == []


def test_R2_tanhshrink_is_cubic_down_to_the_least_number():
    asked = [s * m * 2.0**-e for e in range(340, 445) for m in (1, 1.3) for s in (1, -1)]
    asked += [x + d for x in (79.0, 80.0, 85.5, 99.0, 100.0, 2.0**53) for d in (0, 0.125)]
    assert wrong("tanhshrink", [(bits(x),) for x in asked]) == []
