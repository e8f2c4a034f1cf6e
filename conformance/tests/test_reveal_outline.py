"""Tests of trees as text and as pictures: the content of lines, widths, and marks."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from samebits.conformance.reveal.families import build
from samebits.conformance.reveal.outline import MOST_LINES, outline
from samebits.conformance.reveal.picture import picture
from samebits.spec.language import trees
from samebits.spec.language.trees import Tree


def shapes_of(n: int) -> Tree:
    """Return a tree without equal subtrees: each chain is one term longer than the previous one."""
    nodes: list[tuple[int, ...]] = []
    leaves = n * (n + 1) // 2
    tops, first = [], 0
    for length in range(1, n + 1):
        top = first
        for leaf in range(first + 1, first + length):
            nodes.append((top, leaf))
            top = leaves + len(nodes) - 1
        tops.append(top)
        first += length
    total = tops[0]
    for top in tops[1:]:
        nodes.append((total, top))
        total = leaves + len(nodes) - 1
    return Tree(leaves, tuple(nodes))


def test_an_outline_is_of_few_lines_and_counts_the_rest() -> None:
    lines = outline(shapes_of(20))
    assert len(lines) == MOST_LINES + 1 == 25
    assert re.fullmatch(r"and \d+ more shapes of subtrees", lines[-1])


def test_rows_of_terms_are_told_in_one_line_in_either_direction() -> None:
    row = "T6 = x + x[+1] + .. + x[+5] (row of 6, one after the other)"
    assert outline(build("sequential", 6)) == [row]
    backwards = outline(build("reversed", 6))
    assert len(backwards) == 1
    assert "row of 6" in backwards[0]
    turned = Tree(4, ((0, 1), (2, 4), (3, 5)))  # each new term is a left operand
    assert len(outline(turned)) == 1
    fused = outline(Tree(3, ((0, 1, 2),)))
    assert fused[0].endswith("(fused)")


@pytest.mark.parametrize(("operands", "counted"), [(8, False), (9, True)])
def test_of_many_operands_of_a_node_eight_are_told_and_all_counted(
    operands: int, counted: bool
) -> None:
    (row,) = outline(Tree(operands, (tuple(range(operands)),)))
    assert row.count("x") == 8
    assert (f" + .. ({operands} operands)" in row) is counted


def width_of(drawing: str) -> int:
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawing)
    assert found is not None
    return int(found[1])


def test_a_picture_is_as_wide_as_its_words_and_holds_no_stray_text() -> None:
    heading = "a very long heading that says where all of this has come from, and when " * 3
    drawing = picture([(heading, trees.sequential(3))], trees.balanced(3))
    assert width_of(drawing) >= 7 * len(heading)
    root = ElementTree.fromstring(drawing)
    for element in root.iter():
        if element.tag.endswith("svg") or element.tag.endswith("g"):
            assert not (element.text or "").strip()
        assert not (element.tail or "").strip()
    said = "canonical adds 0 and 1; here 0 meets " + "2..3 and more than that " * 4
    alone = picture([("x", trees.sequential(3))], None)
    assert width_of(alone) < 7 * len(said)
    assert "canonical" not in alone


def test_the_sentence_about_a_difference_is_coloured_and_fits() -> None:
    same = picture([("x", trees.balanced(4))], trees.balanced(4))
    assert "its nodes are those of the canonical tree" in same
    assert width_of(same) >= 7 * len("its nodes are those of the canonical tree")
    other = picture([("x", trees.sequential(4))], trees.balanced(4))
    texts = [e for e in ElementTree.fromstring(other).iter() if e.tag.endswith("text")]
    (said,) = [e for e in texts if "canonical adds" in (e.text or "")]
    assert said.get("fill") == trees.MARK
    (calm,) = [e for e in ElementTree.fromstring(same).iter() if "its nodes" in (e.text or "")]
    assert calm.get("fill") is None


def test_parts_of_a_large_tree_have_short_labels() -> None:
    drawing = picture([("x", trees.lanes(4096, 8))], None)
    assert "in steps of" not in drawing
    assert re.search(r"\d+\.\.\d+/8", drawing)
