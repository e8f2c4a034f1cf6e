"""Tests of the drawings of `samebits reveal --svg`: scaling, and the mark of a difference."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from samebits.conformance.reveal.difference import first_difference, leaves_of, parting
from samebits.conformance.reveal.picture import picture
from samebits.spec.language import trees
from samebits.spec.language.trees import MARK, Tree


def size_of(drawing: str) -> tuple[int, int]:
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawing)
    assert box is not None
    return int(box[1]), int(box[2])


@pytest.mark.parametrize("n", [1, 2, 8, 64, 65, 300, 4096])
@pytest.mark.parametrize("made", [trees.sequential, trees.balanced, trees.contraction])
def test_a_drawing_scales_and_is_of_a_sensible_size(made: Callable[[int], Tree], n: int) -> None:
    drawing = picture([("found", made(n))], trees.balanced(n))
    root = ElementTree.fromstring(drawing)
    assert root.get("width") == "100%"
    assert root.get("height") is None
    width, height = size_of(drawing)
    assert f"max-width:{width}px" in (root.get("style") or "")
    assert width <= 1500
    assert height <= 1300
    assert drawing.count("<title>") == 2


def test_T1_the_first_node_that_differs_is_marked_in_both_trees() -> None:
    tree, canonical = trees.sequential(8), trees.balanced(8)
    assert parting(tree, canonical) is not None
    here, there = parting(tree, canonical) or (0, 0)
    assert (leaves_of(tree, here), leaves_of(canonical, there)) == ("0..2", "2..3")
    assert first_difference(tree, canonical) == "canonical adds 2 and 3; here 2 meets 0..1"
    drawing = picture([("found", tree)], canonical)
    assert drawing.count(f'r="6" fill="{MARK}"') == 2
    assert "canonical adds 2 and 3; here 2 meets 0..1" in drawing


def test_T4_a_node_inside_a_part_of_a_large_tree_marks_the_part() -> None:
    drawing = picture([("found", trees.sequential(300))], trees.contraction(300))
    assert drawing.count(f'r="6" fill="{MARK}"') == 2
    assert "canonical adds 256 and 257; here 256 meets 0..255" in drawing


def test_trees_that_are_alike_are_not_marked_and_said_to_be() -> None:
    drawing = picture([("found", trees.balanced(40))], trees.balanced(40))
    assert MARK not in drawing
    assert "its nodes are those of the canonical tree" in drawing
    assert parting(trees.balanced(40), trees.balanced(40)) is None


def test_small_trees_stand_beside_each_other_and_wide_ones_one_above_the_other() -> None:
    low = size_of(picture([("found", trees.balanced(16))], trees.balanced(16)))
    assert low[0] > 2 * low[1]
    alone = size_of(picture([("found", trees.balanced(64))], None))
    both = size_of(picture([("found", trees.balanced(64))], trees.balanced(64)))
    assert both[0] == alone[0]
    assert both[1] > 1.8 * alone[1]


def test_a_tree_of_nodes_with_several_operands_parts_where_its_first_operand_goes() -> None:
    fused = Tree(4, ((0, 1, 2, 3),), "fused")
    assert parting(fused, trees.balanced(4)) == (4, 4)
    assert first_difference(fused, trees.balanced(4)) == (
        "canonical adds 0 and 1; here 0 meets 1 and 2 and 3"
    )
