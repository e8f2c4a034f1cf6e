"""Tests of the replay of trees on columns, against the spec's evaluation and the oracles."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.conformance.reveal.families import FAMILIES, build
from samebits.conformance.reveal.replay import Model, chain_starts, evaluate_products, evaluate_sum
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.trees import Tree, contraction, evaluate

COUNTS = (1, 2, 3, 7, 8, 9, 31, 64, 100, 130, 257)


@pytest.mark.parametrize("name", FAMILIES)
def test_T10_every_family_is_a_tree_and_replays_as_the_spec_evaluates_it(name: str) -> None:
    for n in COUNTS:
        tree = build(name, n)
        x = np.random.default_rng(n).standard_normal((3, n)).astype(np.float32)
        found = evaluate_sum(Model(tree, "f32"), x)
        wanted = [evaluate(tree, list(row), lambda a, b: a + b, np.float32(0)) for row in x]
        assert bits_of(found).tolist() == bits_of(np.array(wanted, np.float32)).tolist()


def test_T4_the_canonical_contraction_replays_as_the_oracle_has_it() -> None:
    for n in (1, 5, 255, 256, 257, 513, 600):
        draw = np.random.default_rng(n)
        a, b = (draw.standard_normal((1, n)).astype(np.float32) for _ in range(2))
        model = Model(contraction(n), "f32", frozenset(range(0, n, 256)))
        (wanted,) = numpy_route.evaluate(get_op("dot").call(["f32", "f32"]), [a[0], b[0]])
        assert bits_of(evaluate_products(model, a, b)).item() == bits_of(wanted).item()


def test_numpy_pairwise_is_what_numpy_does() -> None:
    for n in (5, 8, 100, 128, 129, 300, 1000):
        x = np.random.default_rng(n).standard_normal((4, n)).astype(np.float32)
        found = evaluate_sum(Model(build("numpy_pairwise", n), "f32"), x)
        assert bits_of(found).tolist() == bits_of(x.sum(axis=1)).tolist()


def test_wider_nodes_add_from_left_to_right() -> None:
    tree = Tree(3, ((0, 1, 2),))
    x = np.array([[1.0, 2.0**-24, 2.0**-24]], dtype=np.float32)
    assert evaluate_sum(Model(tree, "f32"), x).item() == 1.0
    assert evaluate_sum(Model(tree, "f64"), x).item() == 1 + 2.0**-23


def test_chain_starts_are_the_first_of_two_leaves() -> None:
    assert chain_starts(build("sequential", 4)) == {0}
    assert chain_starts(build("lanes(2)", 6)) == {0, 1}


def test_products_may_be_rounded_before_a_wider_accumulator() -> None:
    a = np.array([[1 + 2.0**-23]], dtype=np.float32)
    rounded = Model(Tree(1, ()), "f64", product="f32")
    assert evaluate_products(rounded, a, a).item() == 1 + 2.0**-22
    assert evaluate_products(Model(Tree(1, ()), "f64"), a, a).item() == (1 + 2.0**-23) ** 2


def test_R1_flushing_replaces_subnormal_nodes() -> None:
    x = np.array([[2.0**-126, -(2.0**-126) * 1.5, 1e-40]], dtype=np.float32)
    assert evaluate_sum(Model(build("sequential", 3), "f32", flushing=True), x).item() == 0.0
