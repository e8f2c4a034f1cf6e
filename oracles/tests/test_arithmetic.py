"""Compare exact arithmetic with the processor, with MPFR, and with clause S4's special values."""

from __future__ import annotations

import gmpy2
import numpy as np
import pytest
from hypothesis import given, strategies as st

from samebits.oracles.arithmetic import add, divide, less, multiply, negate, square_root
from samebits.oracles.rounding import decode, round_to
from samebits.spec.formats import bits_of, from_bits

INF, NEG_INF, NAN, ZERO, NEG_ZERO, ONE = (
    0x7F800000,
    0xFF800000,
    0x7FC00000,
    0,
    0x80000000,
    0x3F800000,
)
BINARY32 = st.integers(min_value=0, max_value=2**32 - 1)
BINARY64 = st.integers(min_value=0, max_value=2**64 - 1)

PLUS = (
    (INF, NEG_INF, NAN),
    (INF, ONE, INF),
    (NEG_INF, NEG_INF, NEG_INF),
    (ZERO, NEG_ZERO, ZERO),
    (NEG_ZERO, NEG_ZERO, NEG_ZERO),
    (ONE, 0xBF800000, ZERO),
    (NEG_ZERO, ONE, ONE),
    (0x7F800001, ONE, NAN),
)
TIMES = (
    (INF, ZERO, NAN),
    (INF, NEG_INF, NEG_INF),
    (NEG_ZERO, ONE, NEG_ZERO),
    (NEG_ZERO, NEG_ZERO, ZERO),
    (1, 0x80000001, NEG_ZERO),
    (0xFFC12345, ONE, NAN),
)
OVER = (
    (ZERO, NEG_ZERO, NAN),
    (INF, NEG_INF, NAN),
    (ONE, ZERO, INF),
    (ONE, NEG_ZERO, NEG_INF),
    (ONE, NEG_INF, NEG_ZERO),
    (NEG_INF, ONE, NEG_INF),
    (NEG_ZERO, ONE, NEG_ZERO),
)
ROOTS = ((NEG_ZERO, NEG_ZERO), (ZERO, ZERO), (INF, INF), (NEG_INF, NAN), (0xBF800000, NAN))


def as_f32(pattern):
    return from_bits(np.array([pattern], np.uint32), "f32")


def canonical(x, name):
    nan = {"f32": 0x7FC00000, "f64": 0x7FF8000000000000}[name]
    return nan if np.isnan(x[0]) else int(bits_of(x)[0])


@pytest.mark.parametrize(("operation", "table"), [(add, PLUS), (multiply, TIMES), (divide, OVER)])
def test_S4_special_values_of_arithmetic(operation, table):
    for a, b, wanted in table:
        assert round_to(operation(decode(a, "f32"), decode(b, "f32")), "f32") == wanted


def test_S4_square_roots_of_special_values():
    for a, wanted in ROOTS:
        assert round_to(square_root(decode(a, "f32")), "f32") == wanted


@given(BINARY32, BINARY32)
def test_R1_arithmetic_agrees_with_the_machine_in_binary32(a, b):
    x, y, p, q = decode(a, "f32"), decode(b, "f32"), as_f32(a), as_f32(b)
    with np.errstate(all="ignore"):
        wanted = [p + q, p - q, p * q, p / q, np.sqrt(p)]
    got = [add(x, y), add(x, negate(y)), multiply(x, y), divide(x, y), square_root(x)]
    assert [round_to(v, "f32") for v in got] == [canonical(v, "f32") for v in wanted]


@given(BINARY64, BINARY64)
def test_R1_arithmetic_agrees_with_the_machine_in_binary64(a, b):
    x, y = decode(a, "f64"), decode(b, "f64")
    p, q = (from_bits(np.array([v], np.uint64), "f64") for v in (a, b))
    with np.errstate(all="ignore"):
        wanted = [p + q, p * q, p / q, np.sqrt(p)]
    got = [add(x, y), multiply(x, y), divide(x, y), square_root(x)]
    assert [round_to(v, "f64") for v in got] == [canonical(v, "f64") for v in wanted]


@given(*[st.floats(width=64, allow_nan=False, allow_infinity=False)] * 3)
def test_R1_fma_agrees_with_mpfr_in_binary64(a, b, c):
    exact = add(*(multiply(_real(a), _real(b)), _real(c)))
    with gmpy2.context(gmpy2.ieee(64)):
        wanted = float(gmpy2.fma(gmpy2.mpfr(a), gmpy2.mpfr(b), gmpy2.mpfr(c)))
    assert round_to(exact, "f64") == int(bits_of(np.array([wanted]))[0])


def _real(x):
    return decode(int(bits_of(np.array([x]))[0]), "f64")


@given(BINARY32, BINARY32)
def test_S3_order_agrees_with_floats_and_puts_negative_zero_first(a, b):
    x, y = decode(a, "f32"), decode(b, "f32")
    if x.kind == "nan" or y.kind == "nan":
        return
    p, q = as_f32(a)[0], as_f32(b)[0]
    assert less(x, y) == bool(p < q or (p == q == 0 and np.signbit(p) and not np.signbit(q)))


def test_S3_zeros_and_infinities_are_ordered():
    rising = [decode(p, "f32") for p in (NEG_INF, 0xFF7FFFFF, NEG_ZERO, ZERO, 1, 0x7F7FFFFF, INF)]
    for i, x in enumerate(rising):
        assert [less(x, y) for y in rising] == [j > i for j in range(len(rising))]
