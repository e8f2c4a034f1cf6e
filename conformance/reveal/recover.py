"""Recovery of a summation tree from subtree sizes, with random pivots and an explicit stack.

The method is "FPRev with randomisation" (arXiv 2411.00442). A probe of a fixed pivot leaf and
another leaf gives the size of their smallest common subtree. Leaves with equal sizes are below the
same node on the path from the pivot to the root. Each group of such leaves is then treated in the
same way. The expected number of probes is at most n log n for trees that software uses, and n^2 / 2
in the worst case.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from samebits.common.errors import SamebitsError
from samebits.conformance.reveal.probe import Prober
from samebits.spec.language.trees import Tree


class NoTreeError(SamebitsError):
    """The results of the probes do not fit any tree of additions; the message says why."""


class TooManyProbesError(SamebitsError):
    """The allowed number of probes is used up before the tree is known."""


@dataclass(slots=True)
class _Node:
    """A leaf (no children) or an inner node of a tree under construction."""

    leaf: int = -1
    children: list[_Node] = field(default_factory=list)


def recover(
    prober: Prober, seed: int = 0, tell: Callable[[int], None] = lambda placed: None
) -> Tree:
    """Return the tree of the prober's summation.

    `tell` is called with the number of leaves whose position in the tree is known. Raises
    NoTreeError if no tree explains the probes, and TooManyProbesError if the allowed number is used
    up.
    """
    n = prober.box.leaves
    if n < 2:
        return Tree(n, ())
    draw = random.Random(seed)
    top, placed = _Node(), 0
    # A task is a group of leaves that form children of `parent`, which has `size` leaves.
    tasks: list[tuple[list[int], _Node, int]] = [(list(range(n)), top, n + 1)]
    while tasks:
        leaves, parent, size = tasks.pop()
        pivot = draw.choice(leaves)
        path, current, covered = _groups(prober, pivot, leaves), _Node(pivot), 1
        for reach in sorted(path):
            group = path[reach]
            if reach > size:
                raise NoTreeError(
                    f"a subtree of {size} leaves also seems to contain {reach} leaves"
                )
            if reach == size:  # these leaves are below other children of the parent
                tasks.append((group, parent, size))
                continue
            covered += len(group)
            if covered > reach:
                raise NoTreeError(
                    f"leaf {pivot} meets each of {len(group)} leaves in a subtree of {reach}, as "
                    "if the others were not there: several operands seem to be fused exactly"
                )
            if covered != reach:
                raise NoTreeError(
                    f"leaf {pivot} meets leaf {group[0]} in a subtree of {reach} leaves, "
                    f"but {covered} leaves meet there"
                )
            current = _Node(children=[current])
            tasks.append((group, current, reach))
        parent.children.append(current)
        placed += 1
        tell(placed)
    if len(top.children) != 1:
        raise NoTreeError("the leaves fall apart into several sums")
    return _number(top.children[0], n)


def _groups(prober: Prober, pivot: int, leaves: Sequence[int]) -> dict[int, list[int]]:
    others = [leaf for leaf in leaves if leaf != pivot]
    if prober.spent + len(others) > prober.budget:
        raise TooManyProbesError(f"more than {prober.budget} probes would be needed")
    groups: dict[int, list[int]] = {}
    for leaf, size in zip(others, prober.subtree_sizes(pivot, others), strict=True):
        if size is None:
            raise NoTreeError(
                f"the sum with leaves {pivot} and {leaf} masked is not a count of units"
            )
        groups.setdefault(size, []).append(leaf)
    return groups


def _number(root: _Node, leaves: int) -> Tree:
    """Return the tree with its nodes numbered in post-order and children sorted by first leaf."""
    order: list[_Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(node.children)
    first: dict[int, int] = {}
    for node in reversed(order):
        node.children.sort(key=lambda child: first[id(child)])
        first[id(node)] = node.leaf if not node.children else first[id(node.children[0])]
    ids: dict[int, int] = {}
    nodes: list[tuple[int, ...]] = []
    visits = [(root, False)]
    while visits:
        node, ready = visits.pop()
        if not node.children:
            ids[id(node)] = node.leaf
        elif ready:
            nodes.append(tuple(ids[id(child)] for child in node.children))
            ids[id(node)] = leaves + len(nodes) - 1
        else:
            visits.append((node, True))
            visits.extend((child, False) for child in reversed(node.children))
    return Tree(leaves, tuple(nodes), "revealed")
