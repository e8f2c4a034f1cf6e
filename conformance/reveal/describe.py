"""Names for known trees, and descriptions in words for all other trees."""

from __future__ import annotations

import itertools

from samebits.conformance.reveal.families import (
    FAMILIES,
    blocked_in_order,
    build,
    lanes_in_order,
)
from samebits.spec.language import trees
from samebits.spec.language.trees import Tree, same_shape


def family_of(tree: Tree) -> str | None:
    """Return the name of the first known family that has this shape, or None.

    Blocks and lanes of a size that is not listed are named by the size in the tree.
    """
    for name in FAMILIES:
        if same_shape(tree, build(name, tree.leaves)):
            return name
    found = _sized(tree)
    return None if found is None else found[0]


def _sized(tree: Tree) -> tuple[str, str] | None:
    """Return a name and a description for blocks or lanes of the size in the tree, or None.

    The size is the length of the chain of the first leaf.
    """
    first = next((chain for chain in _chains(tree).values() if chain[0] == 0), [])
    if not 1 < len(first) < tree.leaves:
        return None
    size = len(first)
    inside = f"in blocks of {size} from left to right, the blocks then"
    spread = f"in {first[1]} interleaved lanes, the lanes then"
    for name, words, candidate in (
        (f"blocked({size})", f"{inside} by T1", trees.blocked(tree.leaves, size)),
        (
            f"blocked({size})+chain",
            f"{inside} from left to right",
            blocked_in_order(tree.leaves, size),
        ),
        (f"lanes({first[1]})", f"{spread} by T1", trees.lanes(tree.leaves, first[1])),
        (
            f"lanes({first[1]})+chain",
            f"{spread} from left to right",
            lanes_in_order(tree.leaves, first[1]),
        ),
    ):
        if same_shape(tree, candidate):
            return name, words
    return None


def describe(tree: Tree) -> str:
    """Return words that continue "adds the terms", such as "in 4 chains, the chains then by T1"."""
    name = family_of(tree)
    if name is not None:
        sized = _sized(tree)
        return FAMILIES[name].text if name in FAMILIES or sized is None else sized[1]
    chains = _chains(tree)
    if len(chains) == 1:
        order = next(iter(chains.values()))
        shown = ", ".join(str(leaf) for leaf in order[:8]) + (", ..." if len(order) > 8 else "")
        return f"in one chain, in the order {shown}"
    body, tail = _peel_tail(tree)
    if tail:
        rest = "the last one" if tail == 1 else f"the last {tail} one at a time"
        return f"{describe(body)}, and {rest}"
    wide = max(len(children) for children in tree.nodes)
    if wide > 2:
        return (
            f"in fused additions of up to {wide} operands "
            f"({len(tree.nodes)} nodes, depth {tree.depth()})"
        )
    # At least one node adds two leaves, so there are fewer chains than leaves.
    return f"{_chain_words(chains)}, the chains then {describe(_collapse(tree, chains))}"


def _peel_tail(tree: Tree) -> tuple[Tree, int]:
    """Return the tree without the last leaves that are added one by one, and their number.

    The tree must not be a chain.
    """
    keep, nodes = tree.leaves, list(tree.nodes)
    while set(nodes[-1]) == {tree.leaves + len(nodes) - 2, keep - 1}:
        nodes.pop()
        keep -= 1
    if keep == tree.leaves:
        return tree, 0
    shift = tree.leaves - keep
    moved = [tuple(c - shift if c >= tree.leaves else c for c in node) for node in nodes]
    return Tree(keep, tuple(moved), tree.name), shift


def _chains(tree: Tree) -> dict[int, list[int]]:
    """Return the longest left-to-right chains that start at leaves: root id -> its leaves."""
    chains: dict[int, list[int]] = {leaf: [leaf] for leaf in range(tree.leaves)}
    for j, children in enumerate(tree.nodes):
        if len(children) != 2:
            continue
        a, b = children if children[1] < tree.leaves else children[::-1]
        if b < tree.leaves and a in chains and b in chains:
            chains[tree.leaves + j] = [*chains.pop(a), chains.pop(b)[0]]
    return chains


def _collapse(tree: Tree, chains: dict[int, list[int]]) -> Tree:
    """Return the tree over the chains as leaves, in the order of their first leaves."""
    inside = set(chains)
    order = sorted(chains, key=lambda root: chains[root][0])
    ids = {root: i for i, root in enumerate(order)}
    nodes: list[tuple[int, ...]] = []
    for j, children in enumerate(tree.nodes):
        node = tree.leaves + j
        if node in inside or not all(c in ids for c in children):
            continue
        nodes.append(tuple(ids[c] for c in children))
        ids[node] = len(order) + len(nodes) - 1
    return Tree(len(order), tuple(nodes), "chains")


def _chain_words(chains: dict[int, list[int]]) -> str:
    lists = sorted(chains.values())
    lengths = {len(leaves) for leaves in lists}
    strides = {b - a for leaves in lists for a, b in itertools.pairwise(leaves)}
    size = f"{min(lengths)} to {max(lengths)}" if len(lengths) > 1 else f"{min(lengths)}"
    if len(strides) != 1:
        return f"in {len(lists)} chains of {size} terms"
    stride = min(strides)
    if stride == 1:
        return f"in {len(lists)} runs of {size} neighbours, each from left to right"
    return f"in {len(lists)} chains of {size} terms {stride} apart"
