"""Test the filters of binary64: every function has them, and each ball contains the exact value."""

from __future__ import annotations

import ctypes
import random

import numpy as np
import pytest

from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Elementary
from samebits.oracles.errors import OracleError
from samebits.oracles.opinions import ARB
from samebits.oracles.rounding import Real, decode
from samebits.oracles.sweep import binary64
from samebits.oracles.sweep.library import load
from samebits.oracles.tests.correctly_rounded_operands import Row, rows
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.math_table import FUNCTIONS

DRAWN = 200
NUMBERS = 120
ARB_BITS = 400
NEAR_ENOUGH = 2.0**-20
"""A distance from the centre, in radii, that the exact value exceeds for some row of each function.

If no row exceeds it, the balls are so wide that the filter would decide no operand.
"""

NARROW_ENOUGH = 2.0**-24
"""The limit NEAR_ENOUGH for double-doubles.

Their relative error may be 2^-104, while the radius of a ball is at least 2^-85.
"""


def call_of(op: str, attributes: tuple[int, ...] = ()) -> Call:
    declared = get_op(op)
    names = [a.name for a in declared.attributes if a.real]
    values = np.array(attributes, np.uint64).view(np.float64).tolist()
    return declared.call(
        ("f64",) * len(declared.operands), ("f64",), **dict(zip(names, values, strict=True))
    )


def asked(op: str) -> dict[tuple[int, ...], list[Row]]:
    """Return rows of operands and attributes for an op, grouped by the attributes' patterns."""
    width, found = len(get_op(op).operands), {}
    for row in rows(op, FUNCTIONS[op], DRAWN):
        found.setdefault(row[width:], []).append(row)
    return found


@pytest.mark.parametrize("width", binary64.WIDTHS)
def test_every_function_of_the_profile_has_a_filter(width):
    if width == 113 and binary64.address("exp", 113) is None:
        pytest.skip("the compiler has no _Float128: the filter of 113 bits is not asked here")
    without = [op for op in FUNCTIONS if binary64.address(op, width) is None]
    assert without == []


@pytest.mark.parametrize("op", FUNCTIONS)
def test_R2_results_are_those_of_integers(op):
    decided = 0
    for attributes, some in asked(op).items():
        operands = [
            np.array(column, np.uint64).view(np.float64) for column in zip(*some, strict=True)
        ]
        operands = operands[: len(get_op(op).operands)]
        found = binary64.rounded(call_of(op, attributes), operands)
        wanted = [FUNCTIONS[op](*row) for row in some]
        assert found.bits.tolist() == wanted
        decided += len(some) - found.near
    assert decided


def split(low: Real, high: Real) -> list[float] | None:
    """Return a value between two numbers as a sum of three binary64 numbers, accurate to 150 bits.

    Return None if it is out of their range, or if the two numbers do not agree to 150 bits.
    """
    if any(x.kind != "finite" or x.is_zero or abs(_top(x)) > 800 for x in (low, high)):
        return None  # the fraction of a number such as e^(10^300) would be too long
    rest, parts = low.fraction(), []
    if high.fraction() - rest > abs(rest) / 2**150:
        return None
    for _ in range(3):
        parts.append(float(rest))
        rest -= type(rest)(parts[-1])
    return parts


def _top(x: Real) -> int:
    return x.exponent + x.significand.bit_length()


def errors(op: str, ask: ctypes._CFuncPtr, address: int) -> list[float]:
    """Return the distances of exact values from the centres of their balls, in radii.

    A distance is negative if a ball has no radius. For exact arithmetic the list is empty; a
    different test compares its results.
    """
    oracle = all_oracles()[op]
    if not isinstance(oracle, Elementary):
        return []
    ask.restype = ctypes.c_double
    every = [row for some in asked(op).values() for row in some]
    random.Random(op).shuffle(every)
    operands = [tuple(decode(bits, "f64") for bits in row) for row in every]
    kept = [
        i for i, row in enumerate(operands)
        if all(x.kind == "finite" and not x.is_zero for x in row) and oracle.known(*row) is None
    ][:NUMBERS]  # fmt: skip
    found, arity = [], len(get_op(op).operands)
    enclosed = ARB.enclose(oracle.arb, [operands[i] for i in kept], ARB_BITS)
    for i, (low, high) in zip(kept, enclosed, strict=True):
        parts = split(low, high)
        if parts is None:
            continue
        values = np.array(every[i], np.uint64).view(np.float64).tolist()
        given = [*values[:arity], *[0.0] * (2 - arity), *(values[arity:] or [0.0])]
        found.append(
            ask(
                ctypes.c_void_p(address),
                (ctypes.c_double * 3)(*given),
                (ctypes.c_double * 3)(*parts),
            )
        )
        assert found[-1] <= 1, (op, values, found[-1])
    return found


@pytest.mark.parametrize("width", binary64.WIDTHS)
@pytest.mark.parametrize("op", FUNCTIONS)
def test_a_ball_holds_the_exact_value(op, width):
    address = binary64.address(op, width)
    if address is None:
        pytest.skip("the compiler has no _Float128: the filter of 113 bits is not asked here")
    some = [
        error for error in errors(op, getattr(load(), f"wide_error_{width}"), address) if error >= 0
    ]
    if some:
        assert max(some) > NEAR_ENOUGH


@pytest.mark.parametrize("op", FUNCTIONS)
def test_a_ball_in_double_double_holds_the_exact_value(op):
    address = binary64.narrow(op, "ball")
    if address is None:
        return  # the function has no such filter, or the processor cannot run it
    some = [error for error in errors(op, load().narrow_error, address) if error >= 0]
    if some:
        assert max(some) > NARROW_ENOUGH


def test_calls_without_a_filter_are_refused():
    for call in (get_op("exp").call(["f32"]), get_op("add").call(["f64", "f64"])):
        assert not binary64.is_filtered(call)
        with pytest.raises(OracleError, match="has no filter"):
            binary64.rounded(call, [np.ones(1), np.ones(1)][: len(call.inputs)])


def test_special_operands_are_left_to_the_oracle():
    form = get_format("f64")
    patterns = np.array([0, form.sign_mask, form.infinity, form.canonical_nan], np.uint64)
    found = binary64.rounded(call_of("exp"), [patterns.view(np.float64)])
    assert (found.near, found.second) == (4, 0)
    one = int(np.float64(1).view(np.uint64))
    assert found.bits.tolist() == [one, one, form.infinity, form.canonical_nan]


def test_functions_with_filters_are_ops():
    assert set(FUNCTIONS) <= set(all_ops())
