"""Compare exact sums (T10) with fractions: orders, special values, zeros, borders of formats."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from samebits.oracles import evaluate
from samebits.oracles.numpy_route.exact_sums_route import nearest, odd
from samebits.oracles.rounding import round_to
from samebits.spec.catalog import get_op
from samebits.spec.formats import FLOAT_FORMATS, bits_of, from_bits, get_format

finite = st.floats(allow_nan=False, allow_infinity=False)


def total(name, patterns, output=None):
    x = from_bits(np.array(patterns, get_format(name).bits_dtype), name)
    (got,) = evaluate(get_op("sum_exact").call([name], [output or name]), [x])
    return int(bits_of(got))


def product(name, a, b, output=None):
    x, y = (from_bits(np.array(p, get_format(name).bits_dtype), name) for p in (a, b))
    (got,) = evaluate(get_op("dot_exact").call([name] * 2, [output or name]), [x, y])
    return int(bits_of(got))


@given(st.lists(finite, max_size=12))
def test_T10_a_sum_is_the_fraction_rounded_once(numbers):
    exact = sum((Fraction(v) for v in numbers), Fraction(0))
    got = total("f64", [int(np.float64(v).view(np.uint64)) for v in numbers])
    if exact:
        assert got == round_to(exact, "f64")
        if abs(exact) < Fraction(2) ** 1000 and max(map(abs, numbers)) < 1e300:
            assert got == int(np.float64(math.fsum(numbers)).view(np.uint64))


@given(st.lists(st.tuples(finite, finite), min_size=1, max_size=8))
def test_T10_a_dot_product_is_the_fraction_rounded_once(pairs):
    exact = sum((Fraction(a) * Fraction(b) for a, b in pairs), Fraction(0))
    a, b = ([int(np.float64(v).view(np.uint64)) for v in side] for side in zip(*pairs, strict=True))
    if exact:
        assert product("f64", a, b) == round_to(exact, "f64")


@pytest.mark.parametrize("name", FLOAT_FORMATS)
def test_T10_no_order_matters_and_both_routes_agree_on_any_bits(name):
    form = get_format(name)
    rng = np.random.default_rng(7)
    for share in (0, form.max_finite):
        bits = rng.integers(0, 1 << 62, (9, 40), dtype=np.uint64).astype(form.bits_dtype)
        if share:  # finite numbers only
            limit = form.bits_dtype.type(share)
            bits = (bits & limit.dtype.type(form.sign_mask)) | (bits % limit)
        for inputs, outputs in get_op("sum_exact").signatures:
            if inputs == (name,):
                call = get_op("sum_exact").call(inputs, outputs, axes=(1,))
                (one,) = evaluate(call, [from_bits(bits, name)])
                (other,) = evaluate(call, [from_bits(bits[:, ::-1], name)])
                assert np.array_equal(bits_of(one), bits_of(other))


@pytest.mark.parametrize("name", FLOAT_FORMATS)
def test_T10_zeros_infinities_and_nan(name):
    form = get_format(name)
    minus, one = form.sign_mask, int(bits_of(np.ones((), form.dtype)))
    assert total(name, []) == 0
    assert total(name, [minus] * 3) == minus
    assert total(name, [minus, 0]) == 0
    assert total(name, [one, one | minus]) == 0
    assert total(name, [one, minus, one | minus]) == 0
    assert total(name, [form.canonical_nan | minus, one]) == form.canonical_nan
    if form.has_infinity:
        inf = form.infinity
        assert total(name, [inf, one, form.max_finite]) == inf
        assert total(name, [inf | minus, one]) == inf | minus
        assert total(name, [inf, inf | minus]) == form.canonical_nan
        assert product(name, [inf], [minus]) == form.canonical_nan
        assert product(name, [inf, one], [one | minus, one]) == inf | minus
    assert product(name, [minus, 0], [one, one | minus]) == minus
    assert product(name, [minus, 0], [one, one]) == 0
    assert product(name, [], []) == 0


@pytest.mark.parametrize("name", FLOAT_FORMATS)
def test_R1_overflow_is_decided_by_the_exact_sum_alone(name):
    form = get_format(name)
    top, minus = form.max_finite, form.sign_mask
    assert total(name, [top, top, top | minus]) == top
    assert total(name, [top, top]) == (form.infinity if form.has_infinity else top)
    assert total(name, [top, 1]) == top


def test_T10_a_dot_product_that_underflows_keeps_its_sign_or_is_not_lost():
    assert product("f32", [1], [0x80000001]) == 0x80000000
    assert product("f32", [1, 0x3F800000], [0x80000001, 0]) == 0x80000000
    assert product("f64", [1, 1], [1, 1 | 1 << 63]) == 0
    left, right = 0x1E60000000000000, 0x1E50000000000000  # the product is 2^-1075, which is a tie
    assert product("f64", [left], [right]) == 0
    assert product("f64", [left, left], [right, 1]) == 1


def test_T10_a_low_format_is_rounded_once_and_may_give_binary32():
    bf16 = np.array([1, 2.0**-8, 2.0**-30]).astype(get_format("bf16").dtype)
    x = [int(p) for p in bits_of(bf16)]
    assert total("bf16", x) == 0x3F81
    assert total("bf16", x, "f32") == 0x3F808000
    assert total("bf16", x[:2]) == 0x3F80


@given(st.integers(-(1 << 200), 1 << 200), st.integers(0, 1900))
def test_the_second_routes_roundings_are_right(significand, shift):
    units = significand << shift
    value = Fraction(units, 1 << 2208)
    assert np.float64(nearest(units)).view(np.uint64) == round_to(value, "f64")
    if 2.0**-900 < abs(value) < 2.0**900:
        (bits,) = bits_of(np.array([odd(units)])).tolist()
        assert (bits & 1 == 1) == (Fraction(odd(units)) != value) or Fraction(odd(units)) == value
        assert abs(Fraction(odd(units)) - value) < abs(value) / 2**51
