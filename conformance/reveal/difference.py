"""Finds the first difference between a tree and the canonical tree."""

from __future__ import annotations

from samebits.spec.language.trees import Tree

_Names = dict[tuple[int, ...], int]
_LISTED = 6


def parting(tree: Tree, canonical: Tree) -> tuple[int, int] | None:
    """Return the first differing node in `tree` and in `canonical`, or None if all nodes agree.

    Both trees have the same leaves. The node of `canonical` is the first node that `tree` lacks;
    all nodes before it, including its operands, are in both trees. The node of `tree` is the parent
    of the first operand of that node.
    """
    names: _Names = {}
    mine = _named(tree, names)
    held = {name: node for node, name in enumerate(mine)}
    wanted = _named(canonical, names)
    for node in range(canonical.leaves, len(wanted)):
        if wanted[node] not in held:
            place = held[wanted[canonical.children(node)[0]]]
            return parents(tree)[place], node
    return None


def first_difference(tree: Tree, canonical: Tree) -> str:
    """Describe the first sum of `canonical` that `tree` lacks, and the sum in its place.

    Return "" if the trees agree.
    """
    found = parting(tree, canonical)
    if found is None:
        return ""
    here, node = found
    left, right = canonical.children(node)[:2]
    shared = set(_below(canonical, left))
    beside = [c for c in tree.children(here) if not shared >= set(_below(tree, c))]
    shown = " and ".join(leaves_of(tree, c) for c in beside[:_LISTED])
    more = f" and {len(beside) - _LISTED} more" if len(beside) > _LISTED else ""
    to = leaves_of(canonical, left)
    return f"canonical adds {to} and {leaves_of(canonical, right)}; here {to} meets {shown}{more}"


def parents(tree: Tree) -> dict[int, int]:
    """Return the parent of each leaf and node except the root."""
    nodes = range(tree.leaves, tree.leaves + len(tree.nodes))
    return {child: node for node in nodes for child in tree.children(node)}


def leaves_of(tree: Tree, node: int, *, short: bool = False) -> str:
    """Describe the leaves below a node in a few words, or as a `short` label."""
    found = sorted(_below(tree, node))
    return leaf_label(found) if short else leaf_words(found)


def _below(tree: Tree, node: int) -> list[int]:
    stack, found = [node], []
    while stack:
        top = stack.pop()
        if top < tree.leaves:
            found.append(top)
        stack.extend(tree.children(top))
    return found


def leaf_label(leaves: list[int]) -> str:
    """Return a label for sorted leaves.

    Examples are `3`, `0..7`, `0..56/8` (every eighth), `0..61 (9)` (nine of them).
    """
    step = _step(leaves)
    if len(leaves) == 1:
        return f"{leaves[0]}"
    ends = f"{leaves[0]}..{leaves[-1]}"
    if step == 1:
        return ends
    return f"{ends}/{step}" if step else f"{ends} ({len(leaves)})"


def leaf_words(leaves: list[int]) -> str:
    """Describe sorted leaves in a few words."""
    step = _step(leaves)
    if step == 1:
        return leaf_label(leaves)
    if not step:
        return f"{len(leaves)} of {leaves[0]}..{leaves[-1]}"
    return f"{leaves[0]}..{leaves[-1]} in steps of {step}"


def _step(leaves: list[int]) -> int:
    """Return the distance between sorted leaves if they are evenly spaced, else 0."""
    step = leaves[1] - leaves[0] if len(leaves) > 1 else 1
    return step if leaves == list(range(leaves[0], leaves[-1] + 1, step)) else 0


def _named(tree: Tree, names: _Names) -> list[int]:
    """Return a number for each leaf and node. Equal sums have equal numbers.

    Two trees get comparable numbers if the same `names` is passed for both.
    """
    found = list(range(tree.leaves))
    for children in tree.nodes:
        key = tuple(sorted(found[c] for c in children))
        found.append(names.setdefault(key, tree.leaves + len(names)))
    return found
