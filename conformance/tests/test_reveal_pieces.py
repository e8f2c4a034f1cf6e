"""Tests of parts of the revealer: layouts, masks, roundings, words and drawings of trees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from samebits.conformance.reveal import reveal
from samebits.conformance.reveal.arithmetic import Array, narrow
from samebits.conformance.reveal.difference import leaf_label, leaf_words, leaves_of
from samebits.conformance.reveal.families import build
from samebits.conformance.reveal.layout import contraction_rows
from samebits.conformance.reveal.probe import why_uncountable
from samebits.conformance.reveal.replay import (
    Model,
    _fused_leaf,
    chain_starts,
    evaluate_products,
    evaluate_sum,
)
from samebits.conformance.reveal.revealer import _name, random_rows
from samebits.conformance.tests.boxes import Box, by
from samebits.spec.catalog import get_op
from samebits.spec.language import trees
from samebits.spec.language.trees import Tree

F32 = np.float32

# terms and operands


def test_a_mean_in_a_short_format_has_few_terms_and_bf16_can_be_probed() -> None:
    for form, most in (("f16", 90), ("bf16", 300), ("f8e5m2", 12)):
        assert why_uncountable(form, most, divided=True) == ""
        assert "too coarse" in why_uncountable(form, most + 1, divided=True)
        assert why_uncountable(form, most + 1, divided=False) == ""
    model = Model(build("sequential", 20), "f32")
    box = Box(lambda rows: narrow(evaluate_sum(model, rows), "bf16"), 20, "bf16", "bf16")
    assert reveal(box).name == "sequential"


def test_T4_rows_of_a_linear_layer_are_those_of_all_its_leading_axes() -> None:
    call = get_op("linear").call(["f32", "f32"])
    x = np.arange(24, dtype=F32).reshape(2, 3, 4)
    weight = np.arange(20, dtype=F32).reshape(5, 4)
    a, b = contraction_rows(call, [x, weight], np.array([0, 17, 29]))
    assert np.array_equal(a, x.reshape(6, 4)[[0, 3, 5]])
    assert np.array_equal(b, weight[[0, 2, 4]])


def test_T4_the_one_row_of_a_dot_product_is_its_operands() -> None:
    call = get_op("dot").call(["f32", "f32"])
    x, y = np.arange(8, dtype=F32).reshape(2, 4)
    a, b = contraction_rows(call, [x, y], np.array([0]))
    assert (a.tolist(), b.tolist()) == ([x.tolist()], [y.tolist()])


# roundings


@pytest.mark.parametrize(("form", "bits"), [("bf16", 8), ("f8e4m3fn", 4), ("f8e5m2", 3)])
def test_R5_binary64_is_rounded_once_to_a_short_format(form: str, bits: int) -> None:
    step = 2.0 ** (1 - bits)
    near = np.array([1 + step / 2 + 2.0**-40, 1 + step / 2, 1 + 3 * step / 2 - 2.0**-40])
    assert narrow(near, form).astype(float).tolist() == [1 + step, 1.0, 1 + step]


def test_chains_begin_where_two_leaves_meet() -> None:
    assert chain_starts(trees.balanced(4)) == {0, 2}
    assert chain_starts(trees.sequential(4)) == {0}
    assert chain_starts(Tree(4, ((2, 3), (4, 1), (5, 0)))) == {2}


def test_the_product_that_is_fused_is_a_leaf_and_begins_no_chain() -> None:
    assert _fused_leaf(9, 2, 4, frozenset()) == 2
    assert _fused_leaf(0, 1, 4, frozenset({0})) == 1
    assert _fused_leaf(0, 1, 4, frozenset({1})) == 0
    assert _fused_leaf(0, 1, 4, frozenset({0, 1})) is None
    assert _fused_leaf(5, 6, 4, frozenset()) is None


# names


def test_a_chain_of_two_terms_is_a_tree() -> None:
    found = reveal(by(Model(build("sequential", 2), "f32")))
    assert found.model is not None
    assert found.model.tree.nodes == ((0, 1),)
    assert found.confirmed


def test_numpys_own_order_is_known_around_its_block_of_128() -> None:
    draw = np.random.default_rng(0)
    for n in (127, 128, 129, 200):
        rows = draw.standard_normal((40, n)).astype(F32)
        model = Model(build("numpy_pairwise", n), "f32")
        own = np.array([np.add.reduce(row) for row in rows])
        assert np.array_equal(evaluate_sum(model, rows), own)


def test_leaves_are_told_in_a_few_words() -> None:
    assert leaf_words([3]) == "3"
    assert leaf_words([3, 7]) == "3..7 in steps of 4"
    assert leaf_words([0, 4, 8, 12]) == "0..12 in steps of 4"
    assert leaf_words([0, 1, 5]) == "3 of 0..5"
    assert leaf_label([0, 4, 8]) == "0..8/4"
    assert leaves_of(Tree(4, ((3, 1), (4, 2), (5, 0))), 5) == "1..3"


def test_fused_products_in_one_chain_have_their_own_name() -> None:
    fused = replace(trees.sequential(300), leaf_rule="fused_product")
    assert _name(fused, Model(fused, "f32", frozenset({0}))) == "sequential_fma"
    assert _name(trees.sequential(300), None) == "sequential"


def test_products_rounded_to_binary32_before_a_wide_sum_are_confirmed() -> None:
    tree = replace(build("sequential", 12), leaf_rule="rounded_product")
    model = Model(tree, "f64", product="f32")

    def dots(a: Array, b: Array) -> Array:
        return narrow(evaluate_products(model, a, b), "f32")

    found = reveal(Box(lambda rows: rows, 12, products=True, product=dots))
    assert found.model is not None
    assert (found.confirmed, found.model.accumulate, found.model.product) == (True, "f64", "f32")
    assert " exact products" not in found.text


@pytest.mark.parametrize("products", [True, False])
def test_the_last_term_weighs_more_in_every_other_row(products: bool) -> None:
    box: Any = by(Model(build("sequential", 9), "f32"), products=products)
    a, b = random_rows(box, 0)
    assert (b is None) is not products
    sizes = np.abs(a.astype(np.float64))
    assert sizes[1::2, -1].mean() > 20 * sizes[::2, -1].mean()
    assert sizes[1::2, 1:-1].mean() < 2 * sizes[::2, 1:-1].mean()
