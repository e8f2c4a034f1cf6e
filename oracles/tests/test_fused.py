"""Compare the NumPy route's fma with exact arithmetic: random operands, borders of its cases."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from samebits.oracles.arithmetic import add, multiply
from samebits.oracles.numpy_route.formats_route import canonical, narrow, odd_f32
from samebits.oracles.numpy_route.fused_route import fma_f32, fma_f64, fma_odd, odd_sum, two_product
from samebits.oracles.rounding import decode, round_to
from samebits.spec.formats import bits_of, from_bits

BORDERS = {
    "f32": (0, 1, 2, 0x7FFFFF, 0x800000, 0x33800000, 0x3F7FFFFF, 0x3F800000, 0x3F800001,
            0x7F7FFFFF, 0x7F800000, 0x7FC00000),
    "f64": (0, 1, 2, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x0370000000000000,
            0x3C90000000000001, 0x3FEFFFFFFFFFFFFF, 0x3FF0000000000000, 0x3FF0000000000001,
            0x5FE0000000000000, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0x7FF8000000000000),
}  # fmt: skip


def exact_fma(a, b, c, name):
    return round_to(add(multiply(decode(a, name), decode(b, name)), decode(c, name)), name)


def check(function, columns, name):
    arrays = [from_bits(np.array(column, f"u{int(name[1:]) // 8}"), name) for column in columns]
    with np.errstate(all="ignore"):
        got = bits_of(canonical(function(*arrays), name)).tolist()
    wanted = [exact_fma(*row, name) for row in zip(*columns, strict=True)]
    wrong = [i for i, (g, w) in enumerate(zip(got, wanted, strict=True)) if g != w]
    assert not wrong, [[hex(column[i]) for column in columns] for i in wrong[:3]]


@pytest.mark.parametrize(("function", "name"), [(fma_f32, "f32"), (fma_f64, "f64")])
def test_R1_fma_is_exact_at_the_borders(function, name):
    sign = 1 << (int(name[1:]) - 1)
    patterns = [p | s for p in BORDERS[name] for s in (0, sign)]
    check(function, list(zip(*product(patterns, repeat=3), strict=True)), name)


@pytest.mark.parametrize(("function", "name"), [(fma_f32, "f32"), (fma_f64, "f64")])
@given(seed=st.integers(0, 2**32), spread=st.sampled_from((3, 60, 400, 1000)))
def test_R1_fma_is_exact_where_product_and_addend_meet(function, name, seed, spread):
    """The addend's exponent is near the product's exponent, so that bits cancel and ties occur."""
    rng = np.random.default_rng(seed)
    form = {"f32": (8, 23, 127), "f64": (11, 52, 1023)}[name]
    fields, bits, bias = form

    def draw(exponents):
        inside = np.clip(exponents + bias, 0, (1 << fields) - 2).astype(np.uint64)
        kept = rng.choice([2, 5, bits], 64).astype(np.uint64)
        fraction = rng.integers(0, 1 << bits, 64, dtype=np.uint64)
        fraction &= ~np.uint64(0) << (np.uint64(bits) - kept)
        sign = rng.integers(0, 2, 64, dtype=np.uint64) << np.uint64(fields + bits)
        return (sign | inside << np.uint64(bits) | fraction).tolist()

    left, right = rng.integers(-spread, spread + 1, (2, 64))
    near = left + right + rng.integers(-60, 60, 64)
    check(function, [draw(left), draw(right), draw(near)], name)


@pytest.mark.parametrize("name", ["f16", "bf16"])
@given(patterns=st.lists(st.tuples(*[st.integers(0, 65535)] * 3), min_size=1, max_size=200))
def test_R2_fma_of_16_bit_formats_rounds_once(name, patterns):
    columns = list(zip(*patterns, strict=True))
    with np.errstate(all="ignore"):
        arrays = [from_bits(np.array(c, np.uint16), name).astype(np.float64) for c in columns]
        got = bits_of(narrow(fma_odd(*arrays), name)).tolist()
    assert got == [exact_fma(*row, name) for row in patterns]


def test_R2_the_double_rounding_that_round_to_odd_prevents():
    a = np.array([1.0])
    halfway, tiny = np.array([1 + 2.0**-24]), np.array([2.0**-80])
    with np.errstate(all="ignore"):
        assert (halfway + tiny).astype(np.float32)[0] == 1.0  # wrong: a first rounding made a tie
        assert odd_sum(halfway, tiny).astype(np.float32)[0] == np.float32(1 + 2.0**-23)
        assert odd_sum(a, np.array([0.0]))[0] == 1.0


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=100))
def test_R5_binary64_rounds_directly_to_every_lower_format(patterns):
    x = from_bits(np.array(patterns, np.uint64), "f64")
    with np.errstate(all="ignore"):
        for name in ("f32", "f16", "bf16"):
            wanted = [round_to(decode(p, "f64"), name) for p in patterns]
            assert bits_of(narrow(x, name)).tolist() == wanted


def test_R5_binary64_to_bfloat16_does_not_pass_binary32():
    value = np.array([1 + 2.0**-8 + 2.0**-40])  # binary32 would drop the last bit and leave a tie
    assert bits_of(narrow(value, "bf16"))[0] == 0x3F81
    assert bits_of(odd_f32(value))[0] & 1 == 1


@given(*[st.floats(min_value=-1e100, max_value=1e100)] * 2)
def test_a_product_and_its_error_are_exactly_the_product(a, b):
    if min(abs(a), abs(b)) < 1e-100:
        return
    high, low = two_product(np.array([a]), np.array([b]))
    reals = [decode(int(bits_of(np.array([v]))[0]), "f64") for v in (a, b, high[0], low[0])]
    total = reals[2].fraction() + reals[3].fraction()
    assert reals[0].fraction() * reals[1].fraction() == total
