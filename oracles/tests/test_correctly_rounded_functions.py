"""Every function of the profile `math` in binary64 by integers, against the oracles' formulas.

The oracles' `known` and Arb at rising precision give what is wanted; MPFR is asked about a part.
The three have nothing in common with `spec/correctly_rounded` but the definitions.
"""

from __future__ import annotations

import importlib
import random

import pytest

from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.opinions import ARB, MPFR, settle
from samebits.oracles.rounding import decode, round_to
from samebits.oracles.tests.correctly_rounded_operands import Row, rows
from samebits.spec.catalog import all_ops
from samebits.spec.correctly_rounded.table import FUNCTIONS

DRAWN = 160


def oracle_of(name: str):
    return importlib.import_module(f"samebits.oracles.ops.{name}").ORACLE


def wanted(name: str, asked: list[Row], library=ARB) -> list[int]:
    """The bits by the oracle's formulas in one library."""
    oracle = oracle_of(name)
    operands = [tuple(decode(a, "f64") for a in row) for row in asked]
    if isinstance(oracle, Arithmetic):
        return [round_to(oracle.exact(*row), "f64") for row in operands]
    known = [oracle.known(*row) for row in operands]
    hard = [i for i, value in enumerate(known) if value is None]
    found = [0 if value is None else round_to(value, "f64") for value in known]
    function = oracle.arb if library is ARB else oracle.mpfr
    settled = settle(library, function, [operands[i] for i in hard], "f64")
    for i, seen in zip(hard, settled, strict=True):
        found[i] = seen
    return found


def wrong(name: str, asked: list[Row], library=ARB) -> list[str]:
    function = FUNCTIONS[name]
    return [
        f"{name} {' '.join(f'{a:016x}' for a in row)}: {got:016x}, not {want:016x}"
        for row, want in zip(asked, wanted(name, asked, library), strict=True)
        if (got := function(*row)) != want
    ]


def test_R2_every_function_of_the_profile_math_has_one_in_binary64():
    math = {name for name, op in all_ops().items() if op.profile == "math"}
    assert set(FUNCTIONS) == math


@pytest.mark.parametrize("name", FUNCTIONS)
def test_R2_a_function_has_the_bits_of_Arb(name):
    assert wrong(name, rows(name, FUNCTIONS[name], DRAWN)) == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_R2_a_function_has_the_bits_of_MPFR(name):
    asked = rows(name, FUNCTIONS[name], DRAWN)
    assert wrong(name, random.Random(name).sample(asked, 60), MPFR) == []
