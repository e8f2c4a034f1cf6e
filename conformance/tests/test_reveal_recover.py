"""Tests of the recovery of trees from black boxes, whose sums follow a known tree or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from samebits.conformance.reveal import reveal
from samebits.conformance.reveal.arithmetic import Array, narrow
from samebits.conformance.reveal.describe import describe, family_of
from samebits.conformance.reveal.families import FAMILIES, build, torch_sum
from samebits.conformance.reveal.fused import Fusion
from samebits.conformance.reveal.replay import Model, evaluate_products, evaluate_sum
from samebits.spec.formats import get_format
from samebits.spec.language.trees import Tree, blocked, contraction, draw_text, lanes, same_shape


@dataclass
class Box:
    """A black box that adds as a model does."""

    model: Model
    format: str = "f32"
    result_format: str = "f32"
    products: bool = False
    divided: bool = False
    calls: int = 0

    @property
    def leaves(self) -> int:
        return self.model.tree.leaves

    def sums(self, terms: Array) -> Array:
        if self.products:
            return self.dots(terms, np.ones_like(terms))
        return self._finish(evaluate_sum(self.model, terms))

    def dots(self, a: Array, b: Array) -> Array:
        return self._finish(evaluate_products(self.model, a, b))

    def _finish(self, sums: Array) -> Array:
        self.calls += 1
        divided = sums / sums.dtype.type(self.leaves) if self.divided else sums
        return narrow(divided, self.result_format)


@dataclass
class FunctionBox(Box):
    """A black box whose sums are a function of the rows."""

    function: Callable[[Array], Array] = lambda x: x

    def sums(self, terms: Array) -> Array:
        return self.function(terms)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_known_tree_is_recovered_named_and_confirmed(name: str) -> None:
    for n in (13, 40):
        found = reveal(Box(Model(build(name, n), "f32")))
        assert found.confirmed
        assert found.model is not None
        assert same_shape(found.model.tree, build(name, n))
        assert same_shape(build(found.name, n), build(name, n))


@pytest.mark.parametrize("seed", range(8))
def test_random_binary_trees_are_recovered(seed: int) -> None:
    draw = np.random.default_rng(seed)
    n, level, nodes = 37, list(range(37)), []
    while len(level) > 1:
        i, j = draw.choice(len(level), 2, replace=False)
        nodes.append((level[i], level[j]))
        level = [x for k, x in enumerate(level) if k not in (i, j)] + [n + len(nodes) - 1]
    tree = Tree(n, tuple(nodes))
    found = reveal(Box(Model(tree, "f32")), seed=seed)
    assert found.model is not None
    assert same_shape(found.model.tree, tree)
    assert found.confirmed


@pytest.mark.parametrize(("name", "n"), [("f64", 70), ("f32", 70), ("f16", 70), ("bf16", 70)])
def test_every_format_counts_exactly_with_a_wider_accumulator(name: str, n: int) -> None:
    accumulate = "f64" if name == "f64" else "f32"
    box = Box(Model(build("lanes(4)", n), accumulate), name, name)
    found = reveal(box)
    assert (found.name, found.confirmed) == ("lanes(4)", True)
    assert found.model is not None
    assert found.model.accumulate == accumulate


def test_bfloat16_results_beyond_256_terms_are_counted_in_blocks() -> None:
    found = reveal(Box(Model(build("balanced", 600), "f32"), "bf16", "bf16"))
    assert (found.name, found.confirmed) == ("balanced", True)


@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_accumulation_in_the_short_format_is_told_from_binary32(name: str) -> None:
    found = reveal(Box(Model(build("sequential", 50), name), name, name))
    assert found.model is not None
    assert (found.name, found.model.accumulate) == ("sequential", name)


def test_means_are_revealed_through_their_division() -> None:
    found = reveal(Box(Model(build("sequential", 77), "f32"), divided=True))
    assert (found.name, found.confirmed) == ("sequential", True)
    assert found.text.endswith(", in f32")


def test_wide_fused_nodes_are_recovered() -> None:
    tree = Tree(9, ((0, 1, 2, 3), (4, 5, 6, 7), (9, 10, 8)))
    wide = FunctionBox(Model(tree, "f32"))

    def fused(terms: Array) -> Array:
        values = [*terms.astype(np.float64).T]
        for children in tree.nodes:
            # A fused node aligns its products to the largest one, so that much smaller ones vanish.
            parts = np.array([values[c] for c in children])
            largest = np.abs(parts).max(axis=0)
            kept = np.where(np.abs(parts) < largest * 2.0**-24, 0, parts)
            values.append(kept.sum(axis=0))
        return np.asarray(values[-1].astype(np.float32))

    wide.function = fused
    found = reveal(wide)
    assert found.confirmed  # in binary64 these random data lose no term
    assert found.model is not None
    assert sorted(map(len, found.model.tree.nodes)) == [3, 4, 4]
    assert "fused additions of up to 4 operands" in found.text


@pytest.mark.parametrize("extra", [0, 2])
@pytest.mark.parametrize("products", [False, True])
def test_nodes_of_aligned_and_cut_operands_are_confirmed(extra: int, products: bool) -> None:
    """Tensor cores add four products and the previous sum in one step."""
    nodes = ((0, 1, 2, 3), (12, 4, 5, 6, 7), (13, 8, 9, 10, 11))
    fusion = Fusion("aligned", extra, cut=True)
    box = Box(Model(Tree(12, nodes), "f32", fusion=fusion), products=products)
    found = reveal(box)
    assert found.confirmed
    assert found.model is not None
    assert (found.model.fusion, found.model.tree.nodes) == (fusion, nodes)
    assert "fused additions of up to 5 operands" in found.text
    assert found.text.endswith(f", in f32, {fusion}")


def test_an_exact_sum_of_several_operands_is_no_tree_of_roundings() -> None:
    tree = Tree(8, ((0, 1, 2, 3), (8, 4, 5, 6, 7)))
    found = reveal(Box(Model(tree, "f32", fusion=Fusion("exact"))))
    assert found.model is None
    assert "fused exactly" in found.text


def test_PyTorchs_order_has_lanes_accumulators_and_levels() -> None:
    assert draw_text(torch_sum(9, 4)) == "((((8+(0+4))+(1+5))+(2+6))+(3+7))"
    assert draw_text(torch_sum(6, 8)) == "(((((0+4)+5)+1)+2)+3)"
    halves = draw_text(torch_sum(17, 4, halves=True))
    assert halves.startswith("((16+((((0+2)+(4+6))")
    assert torch_sum(4096, 8).depth() == 15 + 7 + 3 + 7


def test_sizes_that_no_list_holds_are_read_from_the_tree() -> None:
    for name, tree in (("blocked(300)", blocked(700, 300)), ("lanes(11)", lanes(70, 11))):
        assert family_of(tree) == name
        assert name.split("(")[1].rstrip(")") in describe(tree)


def test_a_format_of_short_range_is_refused_with_what_to_do() -> None:
    found = reveal(Box(Model(build("balanced", 9), "f32"), "f8e4m3fn", "f32"))
    assert found.name == "uncountable"
    assert "ask for f32" in found.text


@pytest.mark.parametrize("result", ["f8e5m2", "f32"])
def test_f8e5m2_is_counted_in_blocks(result: str) -> None:
    found = reveal(Box(Model(build("lanes(4)", 70), "f32"), "f8e5m2", result))
    assert (found.name, found.confirmed) == ("lanes(4)", True)


def test_a_sum_without_a_tree_says_so() -> None:
    exact = FunctionBox(Model(build("balanced", 12), "f32"))
    exact.function = lambda x: np.asarray(x.astype(np.float64)[:, ::-1].cumsum(axis=1)[:, -1] * 0.5)
    found = reveal(exact)
    assert found.model is None
    assert "no tree explains" in found.text


def test_too_large_a_search_gives_up_by_its_budget() -> None:
    found = reveal(Box(Model(build("balanced", 64), "f32")), budget=50)
    assert found.model is None
    assert "more than 50 probes" in found.text


def test_sequential_and_balanced_trees_take_few_probes() -> None:
    n = 256
    for name in ("balanced", "sequential", "lanes(16)"):
        assert reveal(Box(Model(build(name, n), "f32"))).probes < n * n // 4


def test_T4_contractions_are_told_from_chains_by_replay() -> None:
    for n, block, name in (
        (600, 256, "contraction"),
        (257, 256, "contraction"),
        (600, 128, "block:128"),
    ):
        model = Model(contraction(n, block), "f32", frozenset(range(0, n, block)))
        found = reveal(Box(model, products=True))
        assert (found.name, found.confirmed) == (name, True)
    chain = Model(contraction(257, 1024), "f32", frozenset({0}))
    assert reveal(Box(chain, products=True)).name == "sequential_fma"


def test_rounded_products_are_told_from_fused_ones() -> None:
    tree = replace(build("lanes(8)", 40), leaf_rule="rounded_product")
    found = reveal(Box(Model(tree, "f32"), products=True))
    assert found.confirmed
    assert "rounded products" in found.text


def test_one_and_no_leaf_need_no_probe() -> None:
    for n in (0, 1):
        assert reveal(Box(Model(build("balanced", n), "f32"))).probes == 0
    assert get_format("f32").precision == 24


def test_a_short_mean_of_many_terms_is_counted_with_room_for_its_division() -> None:
    box = Box(Model(build("sequential", 300), "bf16"), "bf16", "bf16", divided=True)
    found = reveal(box)
    assert (found.name, found.confirmed) == ("sequential", True)


def test_binary16_means_are_counted_where_there_is_room_and_refused_where_not() -> None:
    few = Box(Model(build("lanes(4)", 80), "f32"), "f16", "f16", divided=True)
    assert (reveal(few).name, reveal(few).confirmed) == ("lanes(4)", True)
    many = Box(Model(build("lanes(4)", 200), "f32"), "f16", "f16", divided=True)
    assert reveal(many).name == "uncountable"
    assert "too coarse" in reveal(many).text
