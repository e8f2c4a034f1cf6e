"""Scans (clause T6): every element is the `sum` of its prefix, and integers wrap."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.oracles import evaluate
from samebits.oracles.arithmetic import multiply
from samebits.oracles.rounding import decode, round_to
from samebits.oracles.scans import prefixes
from samebits.spec.catalog import get_op
from samebits.spec.formats import FLOAT_FORMATS, INTEGER_FORMATS, bits_of, from_bits, get_format
from samebits.spec.language import trees


def any_bits(name, shape, seed=0):
    form = get_format(name)
    draw = np.random.default_rng(seed).integers(0, 256, (*shape, form.bits // 8), dtype=np.uint8)
    return from_bits(draw.view(form.bits_dtype)[..., 0], name)


@pytest.mark.parametrize("name", ["f64", "f32"])
@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 9, 33, 70])
def test_T6_cumsum_is_the_sum_of_every_prefix(name, n):
    x = np.random.default_rng(n).standard_normal(n).astype(get_format(name).dtype)
    (got,) = evaluate(get_op("cumsum").call([name]), [x])
    for i in range(n):
        (wanted,) = evaluate(get_op("sum").call([name]), [x[: i + 1]])
        assert bits_of(wanted) == bits_of(got)[i]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 13, 40])
def test_T6_a_product_of_a_prefix_is_evaluated_on_the_tree_of_the_spec(n):
    x = np.random.default_rng(n).uniform(0.5, 1.5, n).astype(np.float32)
    values = [decode(int(p), "f32") for p in bits_of(x)]

    def rounded(a, b):
        return decode(round_to(multiply(a, b), "f32"), "f32")

    for i, got in enumerate(prefixes(values, multiply, "f32")):
        wanted = trees.evaluate(trees.balanced(i + 1), values[: i + 1], rounded, None)
        assert round_to(got, "f32") == round_to(wanted, "f32")


@pytest.mark.parametrize("name", FLOAT_FORMATS)
@pytest.mark.parametrize("op", ["cumsum", "cumprod"])
def test_T6_both_routes_agree_on_any_bits(op, name):
    for inputs, outputs in get_op(op).signatures:
        if inputs == (name,):
            evaluate(get_op(op).call(inputs, outputs, axis=0), [any_bits(name, (37, 3), 1)])
            evaluate(get_op(op).call(inputs, outputs, axis=1), [any_bits(name, (2, 0, 4), 2)])


@pytest.mark.parametrize("name", INTEGER_FORMATS)
@pytest.mark.parametrize("op", ["cumsum", "cumprod"])
def test_T6_integers_wrap_in_64_bits_and_any_true_byte_counts_one(op, name):
    x = any_bits(name, (5, 41))
    (got,) = evaluate(get_op(op).call([name], axis=1), [x])
    whole = (bits_of(x) != 0) if name == "bool" else x
    wanted = (np.cumsum if op == "cumsum" else np.cumprod)(whole.astype(np.int64), axis=1)
    assert np.array_equal(got, wanted)


def test_T6_the_first_element_keeps_negative_zero_and_a_nan_is_canonical():
    x = from_bits(np.array([0x8000, 0xFC01, 0x3C00], np.uint16), "f16")
    for op in ("cumsum", "cumprod"):
        (got,) = evaluate(get_op(op).call(["f16"], ["f16"]), [x])
        assert bits_of(got).tolist() == [0x8000, 0x7E00, 0x7E00]


def test_R4_a_prefix_of_low_numbers_is_rounded_once_at_the_end():
    x = np.array([256, 1, 1, 1], np.float32).astype(get_format("bf16").dtype)
    (got,) = evaluate(get_op("cumsum").call(["bf16"], ["bf16"]), [x])
    assert got.astype(np.float32).tolist() == [256, 256, 258, 260]
