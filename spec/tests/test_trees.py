"""Tests of reduction trees: their shape, evaluation, comparison and drawing."""

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, strategies as st

from samebits.spec.errors import SpecError
from samebits.spec.language import trees


def by_recursion(low, high):
    """Return the tree of T1 by recursion: split at the largest power of two below n."""
    n = high - low
    if n == 1:
        return str(low)
    half = 1 << (n - 1).bit_length() - 1
    return f"({by_recursion(low, low + half)}+{by_recursion(low + half, high)})"


@pytest.mark.parametrize("n", range(1, 65))
def test_T1_adjacent_pairs_equal_the_split_at_powers_of_two(n):
    assert trees.draw_text(trees.balanced(n)) == by_recursion(0, n)


def test_T1_odd_last_node_is_promoted():
    assert trees.draw_text(trees.balanced(5)) == "(((0+1)+(2+3))+4)"
    assert trees.draw_text(trees.balanced(7)) == "(((0+1)+(2+3))+((4+5)+6))"


@given(st.integers(1, 500), st.integers(0, 6))
def test_T1_aligned_ranges_are_subtrees(n, k):
    tree = trees.balanced(n)
    below = [frozenset([i]) for i in range(n)]
    for children in tree.nodes:
        below.append(frozenset().union(*(below[c] for c in children)))
    for start in range(0, n - (1 << k) + 1, 1 << k):
        assert frozenset(range(start, start + (1 << k))) in below


def test_T1_of_nothing_is_the_empty_value_and_of_one_is_itself():
    assert trees.evaluate(trees.balanced(0), [], lambda a, b: a + b, empty=0.0) == 0.0
    assert str(trees.evaluate(trees.balanced(1), [-0.0], lambda a, b: a + b, 0.0)) == "-0.0"


def test_T4_contraction_is_chains_of_256_summed_by_T1():
    tree = trees.contraction(600)
    assert tree.leaf_rule == "fused_product"
    order = trees.evaluate(tree, [str(i) for i in range(600)], lambda a, b: f"({a}+{b})", "")
    chains = []
    for start in (0, 256, 512):
        text = str(start)
        for i in range(start + 1, min(start + 256, 600)):
            text = f"({text}+{i})"
        chains.append(text)
    assert order == f"(({chains[0]}+{chains[1]})+{chains[2]})"


@pytest.mark.parametrize("n", [1, 2, 3, 31, 64, 257, 700])
def test_T10_named_trees_use_every_leaf_once(n):
    for tree in (
        trees.sequential(n),
        trees.sequential_fma(n),
        trees.lanes(n, 8),
        trees.blocked(n, 16),
        trees.contraction(n),
    ):
        total = trees.evaluate(tree, [1] * n, lambda a, b: a + b, 0)
        assert total == n


def test_T10_lanes_add_every_width_th_element():
    assert trees.draw_text(trees.lanes(6, 4)) == "(((0+4)+(1+5))+(2+3))"
    assert trees.draw_text(trees.blocked(6, 4)) == "((((0+1)+2)+3)+(4+5))"


def test_trees_compare_by_grouping_not_by_order_of_evaluation():
    mirrored = trees.Tree(4, ((3, 2), (1, 0), (4, 5)), "mirrored")
    assert trees.same_shape(mirrored, trees.balanced(4))
    assert trees.same_shape(trees.balanced(8), trees.blocked(8, 2))
    assert not trees.same_shape(trees.balanced(8), trees.sequential(8))
    assert not trees.same_shape(trees.balanced(16), trees.lanes(16, 8))
    assert not trees.same_shape(trees.balanced(8), trees.balanced(9))


@given(st.integers(2, 80))
def test_depth_of_the_balanced_tree_is_logarithmic(n):
    assert trees.balanced(n).depth() == (n - 1).bit_length()
    assert trees.sequential(n).depth() == n - 1


@pytest.mark.parametrize(
    "nodes", [((0, 1),), ((0, 0), (2, 3)), ((0, 4), (1, 3)), ((0,), (1, 2), (3, 4))]
)
def test_malformed_trees_are_refused(nodes):
    with pytest.raises(SpecError, match="tree"):
        trees.Tree(3, nodes, "bad")


def test_drawings_name_every_leaf_and_refuse_the_unreadable():
    root = ElementTree.fromstring(trees.draw_svg(trees.balanced(9)))
    labels = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert labels == [str(i) for i in range(9)]
    with pytest.raises(SpecError, match="too large to draw"):
        trees.draw_text(trees.balanced(1000))


def test_drawings_take_labels_for_their_leaves() -> None:
    drawing = trees.draw_svg(trees.balanced(2), labels=["0..63", "64..99"])
    assert ">0..63<" in drawing
    assert ">64..99<" in drawing
    with pytest.raises(SpecError, match="1 labels for 2 leaves"):
        trees.draw_svg(trees.balanced(2), labels=["x"])
