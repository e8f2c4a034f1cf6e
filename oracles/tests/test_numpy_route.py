"""Test the NumPy route without the oracles: shapes, axes, order of flattening, special values."""

from __future__ import annotations

import importlib
import sys
from itertools import chain, combinations, product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from samebits.oracles import evaluate, numpy_route
from samebits.oracles.errors import OracleError
from samebits.oracles.numpy_route.elementwise_route import order_keys
from samebits.oracles.numpy_route.reductions_route import sum_levels
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.reductions import SHAPE_RULES
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language import trees

REDUCTIONS = tuple(op.name for op in all_ops().values() if op.shape_rule in SHAPE_RULES)
AXES = list(chain.from_iterable(combinations(range(4), r) for r in range(5)))


def one(op, name, *patterns, **attributes):
    """Return the bits of the result of a call with one operand, whose elements are `patterns`."""
    x = from_bits(np.array(patterns, get_format(name).bits_dtype), name)
    return int(bits_of(numpy_route.evaluate(get_op(op).call([name], **attributes), [x])[0]))


@pytest.mark.parametrize("op", REDUCTIONS)
@pytest.mark.parametrize("axes", AXES, ids=str)
def test_T2_every_combination_of_axes_flattens_in_row_major_order(op, axes):
    x = np.random.default_rng(3).normal(size=(2, 3, 4, 5)).astype(np.float32)
    kept = [i for i in range(4) if i not in axes]
    for keepdims in (False, True):
        call = get_op(op).call(["f32"], axes=axes, keepdims=keepdims)
        (got,) = evaluate(call, [x])
        shape = [x.shape[i] for i in kept]
        row_call = get_op(op).call(["f32"])
        for place in product(*(range(n) for n in shape)):
            where = dict(zip(kept, place, strict=True))
            row = x[tuple(where.get(i, slice(None)) for i in range(4))].reshape(-1)
            wanted = numpy_route.evaluate(row_call, [row])[0]
            index = tuple(where.get(i, 0) for i in range(4)) if keepdims else place
            assert bits_of(got[index]) == bits_of(wanted)


@pytest.mark.parametrize("n", range(1, 40))
def test_T1_levels_add_along_the_tree_of_the_spec(n):
    rng = np.random.default_rng(n)
    x = (rng.normal(size=n) * 10.0 ** rng.integers(-4, 5, n)).astype(np.float32)
    wanted = trees.evaluate(trees.balanced(n), list(x), lambda a, b: np.float32(a + b), None)
    assert bits_of(sum_levels(x[None, :]))[0] == bits_of(np.array([wanted]))[0]


def test_T1_T3_results_of_nothing_and_of_one_element():
    assert one("sum", "f32") == 0
    assert one("mean", "f32") == 0x7FC00000
    assert one("sum", "f32", 0x80000000) == 0x80000000
    assert one("sum", "f32", 0xFFC00001) == 0x7FC00000
    assert one("mean", "bf16", 0x8000) == 0x8000
    assert one("max", "f16", 0xFE01) == 0x7E00


def test_S3_extremes_and_their_first_index():
    negative_zero, zero, nan, inf = 0x80000000, 0, 0xFFC00001, 0x7F800000
    assert one("argmax", "f32", negative_zero, zero) == 1
    assert one("argmax", "f32", zero, negative_zero, zero) == 0
    assert one("argmax", "f32", inf, nan, nan) == 1
    assert one("max", "f32", negative_zero, negative_zero) == negative_zero
    assert one("max", "f32", negative_zero, zero) == zero
    assert one("max", "f32", inf, nan) == 0x7FC00000


def test_T3_the_count_of_a_mean_is_rounded_and_the_division_is_true():
    x = np.full((1 << 24) + 1, 1.0, np.float32)  # both the sum and the count are rounded to 2^24
    assert numpy_route.evaluate(get_op("mean").call(["f32"]), [x])[0] == 1.0
    assert one("mean", "f32", *[0x3F800000, 0x3F800000, 0]) == 0x3F2AAAAB


def test_R4_sixteen_bit_sums_are_rounded_once_at_the_end():
    ones = [0x3C00] * 4096
    assert one("sum", "f16", *ones) == 0x6C00  # 4096; a binary16 accumulator would stop at 2048
    assert one("sum", "f16", 0x7BFF, 0x7BFF, 0xFBFF) == 0x7BFF  # no overflow in between


@given(st.lists(st.integers(0, 2**16 - 1), min_size=2, max_size=2))
def test_S3_keys_order_all_numbers_of_a_format(patterns):
    x = from_bits(np.array(patterns, np.uint16), "f16")
    low, high = x.astype(np.float64)
    keys = order_keys(x, "f16").tolist()
    if np.isnan(low) or np.isnan(high):
        return
    if low != high:
        assert (keys[0] < keys[1]) == (low < high)
    else:
        assert (keys[0] < keys[1]) == (bool(np.signbit(low)) and not np.signbit(high))


def operands(rng, name, *shapes):
    return [rng.normal(size=s).astype(get_format(name).dtype) for s in shapes]


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16"])
@pytest.mark.parametrize("op", ["matmul", "bmm"])
@pytest.mark.parametrize("transposes", list(product((False, True), repeat=2)), ids=str)
@pytest.mark.parametrize("with_bias", [False, True])
def test_T4_transposes_and_bias_agree_in_both_routes(op, name, transposes, with_bias):
    m, n, k = 3, 5, 7
    batch = (2,) if op == "bmm" else ()
    rng = np.random.default_rng(9)
    a, b, bias = operands(rng, name, (*batch, m, k), (*batch, k, n), (n,))
    plain = get_op(op).call([name] * (2 + with_bias))
    extra = [bias] if with_bias else []
    wanted = bits_of(evaluate(plain, [a, b, *extra])[0]).tolist()
    attributes = dict(zip(("transpose_a", "transpose_b"), transposes, strict=True))
    call = get_op(op).call([name] * (2 + with_bias), **attributes)
    left = np.swapaxes(a, -1, -2).copy() if transposes[0] else a
    right = np.swapaxes(b, -1, -2).copy() if transposes[1] else b
    assert bits_of(evaluate(call, [left, right, *extra])[0]).tolist() == wanted


@pytest.mark.parametrize(("m", "n", "k"), [(0, 3, 4), (3, 0, 4), (2, 3, 0), (0, 0, 0), (1, 1, 1)])
def test_T4_empty_products_have_their_shape_and_nothing_sums_to_positive_zero(m, n, k):
    rng = np.random.default_rng(2)
    a, b, bias = operands(rng, "f32", (m, k), (k, n), (n,))
    (plain,) = evaluate(get_op("matmul").call(["f32"] * 2), [a, b])
    assert plain.shape == (m, n)
    (biased,) = evaluate(get_op("matmul").call(["f32"] * 3), [a, b, bias])
    if k == 0:
        assert not bits_of(plain).any()
        assert (biased == bias).all()
    (batched,) = evaluate(get_op("bmm").call(["f32"] * 2), [a[None], b[None]])
    assert bits_of(batched).tolist() == [bits_of(plain).tolist()]


def test_T4_a_bias_is_one_more_addition_before_the_one_final_rounding():
    """A product that is rounded before the bias is added would lose its last bits."""
    a = np.array([[1 + 2.0**-10]], np.float16)
    bias = np.array([2.0**-20], np.float16)
    call = get_op("matmul").call(["f16"] * 3)
    (y,) = evaluate(call, [a, a, bias])
    assert y[0, 0] == np.float16(float(a[0, 0]) ** 2 + 2.0**-20)


@pytest.mark.parametrize("terms", [255, 256, 257, 512, 513, 1025])
@pytest.mark.parametrize("name", ["f32", "f64"])
def test_T4_long_dots_agree_in_both_routes(terms, name):
    rng = np.random.default_rng(terms)
    a, b = operands(rng, name, (terms,), (terms,))
    (y,) = evaluate(get_op("dot").call([name] * 2), [a, b])
    assert y.shape == ()


def test_T4_infinities_and_nan_reach_the_result_canonically():
    inf, one_, zero = np.float32(np.inf), np.float32(1), np.float32(0)
    call = get_op("dot").call(["f32"] * 2)
    for a, b in (([inf, one_], [zero, one_]), ([inf, -inf], [one_, one_])):
        (y,) = evaluate(call, [np.array(a), np.array(b)])
        assert int(bits_of(y)) == 0x7FC00000
    (y,) = evaluate(call, [np.array([inf, one_]), np.array([one_, -one_])])
    assert int(bits_of(y)) == 0x7F800000


def test_the_file_of_an_op_without_a_route_is_named(monkeypatch):
    sorting = importlib.import_module("samebits.oracles.ops.sort")
    monkeypatch.delattr(sorting, "ROUTE")
    with pytest.raises(OracleError, match=r"oracles/ops/sort\.py: ROUTE is missing"):
        numpy_route.all_routes.__wrapped__()
    monkeypatch.setitem(sys.modules, "samebits.oracles.ops.sort", None)
    with pytest.raises(OracleError, match=r"oracles/ops/sort\.py is missing"):
        numpy_route.all_routes.__wrapped__()
