"""Compare remainders, rounding to integers and comparisons with Python's; test special values."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from samebits.oracles import evaluate
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.formats import bits_of

FINITE = st.floats(allow_nan=False, allow_infinity=False)
NONZERO = FINITE.filter(lambda y: y != 0)
INF = math.inf
INTEGRAL = [op for op in all_ops() if getattr(landmarks_of(op), "integral", False)]


def one(op: str, *operands: float) -> float:
    """Return the result of an op on binary64 operands; a flag becomes 0.0 or 1.0."""
    call = get_op(op).call(["f64"] * len(operands))
    return float(evaluate(call, [np.array([x]) for x in operands])[0][0])


def same(a: float, b: float) -> bool:
    both = math.isnan(a) and math.isnan(b)
    return both or bool(bits_of(np.array(a)) == bits_of(np.array(b)))


@given(FINITE, NONZERO)
def test_S4_remainder_is_pythons_and_fmod_is_cs(x: float, y: float) -> None:
    assert same(one("remainder", x, y), x % y)
    assert same(one("fmod", x, y), math.fmod(x, y))
    rest = Fraction(x) - Fraction(one("fmod", x, y))
    assert rest % Fraction(y) == 0


@pytest.mark.parametrize(
    ("x", "y", "remainder", "fmod"),
    [
        (-4.0, 2.0, 0.0, -0.0),
        (4.0, -2.0, -0.0, 0.0),
        (-0.0, 3.0, 0.0, -0.0),
        (0.0, -INF, -0.0, 0.0),
        (1.0, INF, 1.0, 1.0),
        (-1.0, INF, INF, -1.0),
        (1.0, -INF, -INF, 1.0),
        (-1.0, -INF, -1.0, -1.0),
        (-(2.0**-80), 1.0, 1.0, -(2.0**-80)),
        (INF, 1.0, math.nan, math.nan),
        (1.0, 0.0, math.nan, math.nan),
        (math.nan, 1.0, math.nan, math.nan),
    ],
)
def test_S4_zeros_and_infinities_of_remainders(
    x: float, y: float, remainder: float, fmod: float
) -> None:
    assert same(one("remainder", x, y), remainder)
    assert same(one("fmod", x, y), fmod)


@given(FINITE)
def test_S4_integers_next_to_a_number(x: float) -> None:
    for op, wanted in (
        ("floor", math.floor(x)), ("ceil", math.ceil(x)), ("trunc", math.trunc(x)),
        ("round_half_even", round(x)),
    ):  # fmt: skip
        assert same(one(op, x), math.copysign(float(wanted), x))


@pytest.mark.parametrize("op", INTEGRAL)
def test_S4_zeros_infinities_and_nan_of_roundings_to_integers(op: str) -> None:
    for x in (0.0, -0.0):
        assert same(one(op, x), x)
    for x in (INF, -INF):
        assert same(one(op, x), math.copysign(1.0, x) if op == "sign" else x)
    assert math.isnan(one(op, math.nan))


def test_S3_comparisons_equate_zeros_and_order_no_nan() -> None:
    table = (
        ("eq", "0100"), ("ne", "1011"), ("lt", "1000"),
        ("le", "1100"), ("gt", "0010"), ("ge", "0110"),
    )  # fmt: skip
    rows = [(1.0, 2.0), (-0.0, 0.0), (INF, -INF), (math.nan, math.nan)]
    for op, wanted in table:
        assert [int(one(op, a, b)) for a, b in rows] == [int(w) for w in wanted], op
