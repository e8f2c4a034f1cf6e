"""Drawings of summation trees for the details of a diagnosis."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from samebits.conformance.reveal.families import FAMILIES, build
from samebits.spec.language import trees
from samebits.spec.language.trees import Tree

DRAWN_LEAVES = 64
"""The largest number of leaves for which the tree itself is drawn."""

SMALL_LEAVES = 32
"""The number of leaves of the smaller tree of the same family that represents a larger tree."""


def tree_details(tree: Tree, small: Tree | None = None) -> dict[str, str]:
    """Return the details `tree` (text), `svg`, `leaves` (of the drawn tree) and `canonical`.

    A large tree is represented by `small`, or by a smaller tree of the same family, if there is
    one.
    """
    shown: Tree | None = tree
    if tree.leaves > DRAWN_LEAVES:
        shown = small or (build(tree.name, SMALL_LEAVES) if tree.name in FAMILIES else None)
    return dict(_drawn(shown)) if shown is not None else {}


@lru_cache(maxsize=256)
def _drawn(shown: Tree) -> Mapping[str, str]:
    """Return the details of a small tree. Hypotheses about many cases draw the same few trees."""
    return {
        "leaves": str(shown.leaves),
        "tree": trees.draw_text(shown),
        "svg": trees.draw_svg(shown),
        "canonical": trees.draw_text(trees.balanced(shown.leaves)),
    }
