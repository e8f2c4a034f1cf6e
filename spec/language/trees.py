"""Reduction trees as data (clauses T1, T4, T10): built, evaluated, compared, drawn.

A tree over n leaves is a list of inner nodes in evaluation order. Ids 0 .. n-1 are the leaves in
row-major order (T2), id n + j is `nodes[j]`, and the last node is the root. A node has two
children. Only a tree that was revealed from a black box may have nodes with more children (fused
multi-way additions).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from samebits.spec.errors import SpecError

CONTRACTION_BLOCK = 256
"""Terms per block of a contraction (clause T4)."""

LeafRule = Literal["value", "fused_product", "rounded_product"]
"""The kind of a leaf: a value; a product that an fma adds unrounded; or a rounded product."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Tree:
    """A reduction tree over `leaves` leaves. The module docstring explains the ids."""

    leaves: int
    nodes: tuple[tuple[int, ...], ...]
    name: str = "unnamed"
    leaf_rule: LeafRule = "value"

    def __post_init__(self) -> None:
        used = [False] * (self.leaves + len(self.nodes))
        for j, children in enumerate(self.nodes):
            if len(children) < 2:
                raise SpecError(f"tree {self.name}: node {j} has fewer than two children")
            for child in children:
                if not 0 <= child < self.leaves + j or used[child]:
                    raise SpecError(
                        f"tree {self.name}: node {j} uses {child}, which does not exist yet or is"
                        " already used"
                    )
                used[child] = True
        if self.leaves and used.count(False) != 1:
            raise SpecError(f"tree {self.name}: a leaf or node is not connected to the root")

    @property
    def root(self) -> int:
        """The id of the root. Raises SpecError for an empty tree."""
        if self.leaves == 0:
            raise SpecError("an empty tree has no root")
        return self.leaves + len(self.nodes) - 1

    def children(self, node: int) -> tuple[int, ...]:
        """Return the children of a node. A leaf has no children."""
        return self.nodes[node - self.leaves] if node >= self.leaves else ()

    def depth(self) -> int:
        """Return the largest number of additions on a path from a leaf to the root."""
        depths = [0] * self.leaves
        for children in self.nodes:
            depths.append(1 + max(depths[c] for c in children))
        return depths[-1] if depths else 0


def evaluate(tree: Tree, leaves: Sequence[T], combine: Callable[[T, T], T], empty: T) -> T:
    """Evaluate a tree with a binary operation, which is applied to children from left to right.

    `empty` is the value of a tree without leaves (clause T1: +0 for sums).
    """
    if len(leaves) != tree.leaves:
        raise SpecError(f"tree {tree.name} has {tree.leaves} leaves, but got {len(leaves)} values")
    if not leaves:
        return empty
    values = list(leaves)
    for children in tree.nodes:
        total = values[children[0]]
        for child in children[1:]:
            total = combine(total, values[child])
        values.append(total)
    return values[-1]


class _Builder:
    """The nodes collected so far while a tree is built."""

    def __init__(self, leaves: int) -> None:
        self.leaves = leaves
        self.nodes: list[tuple[int, ...]] = []

    def add(self, left: int, right: int) -> int:
        self.nodes.append((left, right))
        return self.leaves + len(self.nodes) - 1

    def chain(self, ids: Sequence[int]) -> int:
        total = ids[0]
        for item in ids[1:]:
            total = self.add(total, item)
        return total

    def pairs(self, ids: Sequence[int]) -> int:
        """Add the tree of clause T1 over the ids and return its root.

        Adjacent pairs are added. If the number of items is odd, the last item is passed on
        unchanged.
        """
        level = list(ids)
        while len(level) > 1:
            odd = [level[-1]] if len(level) % 2 else []
            halves = zip(level[::2], level[1::2], strict=False)
            level = [self.add(a, b) for a, b in halves] + odd
        return level[0]

    def tree(self, name: str, rule: LeafRule = "value") -> Tree:
        return Tree(self.leaves, tuple(self.nodes), name, rule)


def balanced(n: int) -> Tree:
    """Return the tree of T1: split at the largest power of two below n.

    It is built by adding adjacent pairs. If the number of items is odd, the last item is passed on
    unchanged.
    """
    builder = _Builder(n)
    if n:
        builder.pairs(range(n))
    return builder.tree("balanced")


def sequential(n: int) -> Tree:
    """Return the tree that adds from left to right (T10)."""
    builder = _Builder(n)
    if n:
        builder.chain(range(n))
    return builder.tree("sequential")


def sequential_fma(n: int) -> Tree:
    """Return the tree of a dot product from left to right by fma, the order of RepDL (T10)."""
    return Tree(n, sequential(n).nodes, "sequential_fma", "fused_product")


def lanes(n: int, width: int) -> Tree:
    """Return a tree with lanes (T10): leaf i belongs to lane i mod `width`.

    Each lane is added from left to right, and T1 adds the results of the lanes.
    """
    builder = _Builder(n)
    if n:
        builder.pairs([builder.chain(range(lane, n, width)) for lane in range(min(width, n))])
    return builder.tree(f"lanes({width})")


def blocked(n: int, block: int) -> Tree:
    """Return a tree with aligned blocks (T10).

    Each block is added from left to right, and T1 adds the results of the blocks.
    """
    builder = _Builder(n)
    if n:
        starts = range(0, n, block)
        builder.pairs([builder.chain(range(s, min(s + block, n))) for s in starts])
    return builder.tree(f"blocked({block})")


def contraction(n: int, block: int = CONTRACTION_BLOCK) -> Tree:
    """Return the tree of T4: fma chains over aligned blocks of 256 terms, which are added by T1."""
    return Tree(n, blocked(n, block).nodes, "contraction", "fused_product")


def same_shape(a: Tree, b: Tree) -> bool:
    """Return whether two trees add the same leaves in the same grouping (addition commutes)."""
    if a.leaves != b.leaves or len(a.nodes) != len(b.nodes):
        return False
    names: dict[tuple[int, ...], int] = {}
    return _root_name(a, names) == _root_name(b, names)


def _root_name(tree: Tree, names: dict[tuple[int, ...], int]) -> int:
    """Return an integer that identifies the grouping of a tree.

    Subtrees with the same grouping have the same integer in `names`.
    """
    ids = list(range(tree.leaves))
    for children in tree.nodes:
        key = tuple(sorted(ids[c] for c in children))
        ids.append(names.setdefault(key, tree.leaves + len(names)))
    return ids[-1] if ids else -1


def draw_text(tree: Tree, limit: int = 64) -> str:
    """Return the tree as nested parentheses over leaf indices, for instance `((0+1)+2)`.

    Raises SpecError above `limit` leaves, because a larger drawing is unreadable.
    """
    if tree.leaves > limit:
        raise SpecError(f"a tree of {tree.leaves} leaves is too large to draw (limit {limit})")
    if not tree.leaves:
        return "()"
    texts = [str(i) for i in range(tree.leaves)]
    for children in tree.nodes:
        texts.append("(" + "+".join(texts[c] for c in children) + ")")
    return texts[-1]


def spans(tree: Tree) -> Iterator[tuple[int, float, int]]:
    """Yield (node, horizontal position, height); leaf i is at position i and height 0."""
    position = [float(i) for i in range(tree.leaves)]
    height = [0] * tree.leaves
    for children in tree.nodes:
        position.append(sum(position[c] for c in children) / len(children))
        height.append(1 + max(height[c] for c in children))
    yield from ((i, position[i], height[i]) for i in range(len(position)))


MARK = "#d1242f"
"""The colour of a marked node, which is visible on white and on black."""


def draw_svg(
    tree: Tree,
    step: int = 22,
    limit: int = 256,
    labels: Sequence[str] | None = None,
    *,
    rise: int | None = None,
    marked: int | None = None,
) -> str:
    """Return the tree as a self-contained SVG image in `currentColor`.

    Raises SpecError above `limit` leaves. Leaves are labelled by their index, or by `labels` (plain
    XML text without markup). `step` is the distance between leaves in pixels, and `rise` is the
    distance between depths (default: `step`). The node or leaf `marked` is drawn large and in red.
    """
    names = [str(i) for i in range(tree.leaves)] if labels is None else labels
    if len(names) != tree.leaves:
        raise SpecError(f"{len(names)} labels for {tree.leaves} leaves")
    if tree.leaves > limit:
        raise SpecError(f"a tree of {tree.leaves} leaves is too large to draw (limit {limit})")
    places = {node: (x, y) for node, x, y in spans(tree)}
    top = max((y for _, y in places.values()), default=0)

    def at(node: int) -> tuple[float, float]:
        x, y = places[node]
        return (x + 1) * step, (top - y) * (rise or step) + step

    parts = []
    for j, children in enumerate(tree.nodes):
        x, y = at(tree.leaves + j)
        for child in children:
            cx, cy = at(child)
            parts.append(f'<path d="M{x:g} {y:g}L{cx:g} {cy:g}"/>')
    red = f' fill="{MARK}"'
    dots = "".join(
        f'<circle cx="{at(i)[0]:g}" cy="{at(i)[1]:g}" r="{6 if i == marked else 3}"'
        f"{red if i == marked else ''}/>"
        for i in places
    )
    texts = "".join(
        f'<text x="{at(i)[0]:g}" y="{at(i)[1] + 15:g}">{name}</text>'
        for i, name in enumerate(names)
    )
    width, height = (tree.leaves + 1) * step, top * (rise or step) + 2 * step
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f"<title>{tree.name}, {tree.leaves} leaves</title>"
        f'<g fill="none" stroke="currentColor">{"".join(parts)}</g>'
        f'<g fill="currentColor">{dots}</g>'
        f'<g fill="currentColor" font-size="9" text-anchor="middle">{texts}</g></svg>'
    )
