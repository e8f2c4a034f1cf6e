"""Tests of the names of trees, and of descriptions of trees without a name."""

from __future__ import annotations

import pytest

from samebits.conformance.reveal.describe import describe, family_of
from samebits.conformance.reveal.families import (
    FAMILIES,
    blocked_in_order,
    build,
    lanes_in_order,
)
from samebits.spec.language import trees
from samebits.spec.language.trees import Tree


@pytest.mark.parametrize("name", ["lanes(6)", "blocked(128)", "numpy_pairwise"])
def test_trees_of_every_width_have_their_name(name: str) -> None:
    assert name in FAMILIES
    assert family_of(build(name, 300)) == name


@pytest.mark.parametrize(
    ("tree", "name", "words"),
    [
        (trees.lanes(44, 11), "lanes(11)", "in 11 interleaved lanes, the lanes then by T1"),
        (trees.lanes(22, 11), "lanes(11)", "in 11 interleaved lanes, the lanes then by T1"),
        (
            lanes_in_order(44, 11),
            "lanes(11)+chain",
            "in 11 interleaved lanes, the lanes then from left to right",
        ),
        (
            trees.blocked(44, 11),
            "blocked(11)",
            "in blocks of 11 from left to right, the blocks then by T1",
        ),
        (
            blocked_in_order(44, 11),
            "blocked(11)+chain",
            "in blocks of 11 from left to right, the blocks then from left to right",
        ),
    ],
)
def test_blocks_and_lanes_of_other_sizes_are_named_by_their_size(
    tree: Tree, name: str, words: str
) -> None:
    assert name not in FAMILIES
    assert family_of(tree) == name
    assert describe(tree) == words


def test_one_chain_is_told_by_its_order_and_not_as_lanes() -> None:
    tree = lanes_in_order(12, 11)
    assert family_of(tree) is None
    assert describe(tree) == "in one chain, in the order 0, 11, 1, 2, 3, 4, 5, 6, ..."
    late = Tree(8, ((1, 2), (8, 0), *((9 + i, 3 + i) for i in range(5))))
    assert describe(late) == "in one chain, in the order 1, 2, 0, 3, 4, 5, 6, 7"
    longer = Tree(9, ((1, 2), (9, 0), *((10 + i, 3 + i) for i in range(6))))
    assert describe(longer) == "in one chain, in the order 1, 2, 0, 3, 4, 5, 6, 7, ..."


def test_the_widest_node_is_told_and_how_many_there_are() -> None:
    tree = Tree(7, ((0, 1, 2), (7, 6), (8, 3, 4, 5)))
    assert describe(tree) == "in fused additions of up to 4 operands (3 nodes, depth 3)"


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        (
            ((0, 1), (2, 3), (9, 4), (5, 6), (11, 7), (10, 12), (8, 13)),
            "in 3 runs of 2 to 3 neighbours, each from left to right, the chains then from right "
            "to left",
        ),
        (
            ((0, 1), (2, 3), (4, 5), (6, 7), (9, 10), (8, 12), (13, 11)),
            "in 4 runs of 2 neighbours, each from left to right, the chains then in one chain, in "
            "the order 1, 2, 0, 3",
        ),
        (
            ((0, 2), (1, 3), (4, 6), (5, 7), (8, 11), (9, 10), (12, 13)),
            "in 4 chains of 2 terms 2 apart, the chains then in 2 chains of 2 terms, the chains "
            "then by the canonical tree T1",
        ),
    ],
)
def test_a_tree_without_a_name_is_told_by_its_chains_and_what_adds_them(
    nodes: tuple[tuple[int, int], ...], words: str
) -> None:
    tree = Tree(8, nodes)
    assert family_of(tree) is None
    assert describe(tree) == words


def behind(body: Tree, tail: int) -> Tree:
    """Return a tree that adds `tail` further terms, one by one, to the sum of `body`."""
    n = body.leaves + tail
    moved = [tuple(c if c < body.leaves else c + tail for c in node) for node in body.nodes]
    for leaf in range(body.leaves, n):
        moved.append((n + len(moved) - 1, leaf))
    return Tree(n, tuple(moved))


FUSED = Tree(4, ((0, 1, 2, 3),))


@pytest.mark.parametrize(
    ("body", "tail", "words"),
    [
        (FUSED, 1, "4 operands (1 nodes, depth 1), and the last one"),
        (FUSED, 2, "4 operands (1 nodes, depth 1), and the last 2 one at a time"),
        (FUSED, 9, "4 operands (1 nodes, depth 1), and the last 9 one at a time"),
        (trees.balanced(4), 12, "by the canonical tree T1, and the last 12 one at a time"),
        (trees.balanced(11), 3, "by the canonical tree T1, and the last 3 one at a time"),
    ],
)
def test_a_tail_is_counted_however_long_it_is(body: Tree, tail: int, words: str) -> None:
    assert describe(behind(body, tail)).endswith(words)
    assert describe(behind(body, tail)).count("the last") == 1


def test_a_last_term_that_is_added_within_is_no_tail() -> None:
    """The last term is added before other terms, or together with them."""
    assert "the last" not in describe(Tree(6, ((0, 1, 2), (6, 5), (7, 3, 4))))
    assert "the last" not in describe(Tree(6, ((0, 1, 2, 3), (6, 5), (7, 4))))
    assert "the last" not in describe(Tree(6, ((0, 1, 2), (3, 4, 5), (6, 7))))
