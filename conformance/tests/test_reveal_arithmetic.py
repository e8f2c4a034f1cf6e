"""Tests of every operation of the arithmetic of wrong models, against exact rationals."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from samebits.conformance.reveal.arithmetic import (
    collapse_odd,
    flush,
    fma,
    narrow,
    round_odd_f32,
    two_product,
    two_sum,
)
from samebits.oracles.rounding import round_to
from samebits.spec.formats import bits_of, from_bits, get_format


def numbers(name: str, count: int, seed: int) -> np.ndarray:
    form = get_format(name)
    draw = np.random.default_rng(seed)
    wide = draw.standard_normal(count) * 2.0 ** draw.integers(-12, 12, count)
    return np.asarray(wide.astype(form.dtype))


def exact(x: object) -> Fraction:
    return Fraction(float(x))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16"])
def test_R1_fma_rounds_the_exact_value_once(name: str) -> None:
    a, b, c = (numbers(name, 400, seed) for seed in range(3))
    c[:200] = narrow(-(a[:200].astype(np.float64) * b[:200].astype(np.float64)), name)
    found = bits_of(fma(a, b, c, name))
    for x, y, z, got in zip(a, b, c, found, strict=True):
        value = exact(x) * exact(y) + exact(z) if np.isfinite(z) else Fraction(0)
        if value != 0:
            assert int(got) == round_to(value, name)


def test_R5_binary64_to_bfloat16_does_not_pass_binary32() -> None:
    tie_plus = np.array([1 + 2.0**-8 + 2.0**-40, -(1 + 2.0**-8 + 2.0**-40), 2.0**-134])
    assert bits_of(narrow(tie_plus, "bf16")).tolist() == [0x3F81, 0xBF81, 0x0000]


@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
def test_R5_narrowing_is_direct_for_every_format(name: str) -> None:
    wide = numbers("f64", 500, 7)
    found = bits_of(narrow(wide, name))
    assert [int(b) for b in found] == [round_to(exact(x), name) for x in wide]


def test_round_to_odd_keeps_exact_values_and_marks_inexact_ones() -> None:
    values = np.array([1.0, 1 + 2.0**-30, 1 - 2.0**-30, 2.0**200, np.inf])
    odd = round_odd_f32(values)
    assert bits_of(odd).tolist() == [0x3F800000, 0x3F800001, 0x3F7FFFFF, 0x7F7FFFFF, 0x7F800000]


def test_error_free_transformations_are_exact() -> None:
    a, b = numbers("f64", 300, 1), numbers("f64", 300, 2)
    for transform, combine in ((two_sum, Fraction.__add__), (two_product, Fraction.__mul__)):
        high, low = transform(a, b)
        for x, y, h, t in zip(a, b, high, low, strict=True):
            assert combine(exact(x), exact(y)) == exact(h) + exact(t)


def test_two_product_survives_large_operands() -> None:
    high, low = two_product(np.array([1e300]), np.array([3e-5]))
    assert exact(high[0]) + exact(low[0]) == exact(1e300) * exact(3e-5)


def test_collapse_to_odd_has_the_sign_of_the_remainder() -> None:
    one = np.array([1.0, 1.0, 1.0])
    odd = collapse_odd(one, np.array([0.0, 2.0**-60, -(2.0**-60)]))
    assert bits_of(odd).tolist() == [0x3FF0000000000000, 0x3FF0000000000001, 0x3FEFFFFFFFFFFFFF]


def test_R1_flush_keeps_the_sign_and_leaves_normal_numbers() -> None:
    bits = np.array([0x00000001, 0x807FFFFF, 0x00800000, 0x7FC00000], dtype=np.uint32)
    flushed = bits_of(flush(from_bits(bits, "f32"), "f32"))
    assert flushed.tolist() == [0, 0x80000000, 0x00800000, 0x7FC00000]
