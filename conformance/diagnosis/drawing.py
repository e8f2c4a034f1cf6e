"""Drawings of trees for the details of a diagnosis."""

from __future__ import annotations

from samebits.conformance.reveal.families import FAMILIES, build
from samebits.spec.language import trees
from samebits.spec.language.trees import Tree

DRAWN_LEAVES = 64
"""Leaves up to which the very tree is drawn."""

SMALL_LEAVES = 32
"""Leaves of the smaller tree of the same family that is drawn otherwise."""


def tree_details(tree: Tree, small: Tree | None = None) -> dict[str, str]:
    """`tree` (text), `svg`, `leaves` drawn, and the `canonical` tree beside it.

    A large tree is shown by a smaller one: `small`, or one of the same family, if there is any.
    """
    shown: Tree | None = tree
    if tree.leaves > DRAWN_LEAVES:
        shown = small or (build(tree.name, SMALL_LEAVES) if tree.name in FAMILIES else None)
    if shown is None:
        return {}
    return {
        "leaves": str(shown.leaves),
        "tree": trees.draw_text(shown),
        "svg": trees.draw_svg(shown),
        "canonical": trees.draw_text(trees.balanced(shown.leaves)),
    }
