"""A revealed tree and the canonical one, drawn one above the other in one SVG file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from samebits.conformance.reveal.difference import leaves_of
from samebits.spec.trees import Tree, draw_svg

DRAWN_LEAVES = 64
"""Leaves up to which every one is drawn."""

PARTS = 32
"""Parts into which a larger tree is taken apart; each is drawn as one leaf with its terms."""

_STEP, _WIDE_STEP, _MARGIN, _LINE = 22, 64, 12, 20
_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def picture(panels: list[tuple[str, Tree]]) -> str:
    """The trees, each under its heading."""
    drawn, top, width = [], _MARGIN, 0
    for heading, tree in panels:
        inner = _drawing(tree)
        size = _BOX.search(inner)
        assert size is not None
        across, down = int(size[1]), int(size[2])
        start = inner.index(">") + 1
        place = f'x="{_MARGIN}" y="{top + _LINE}" width="{across}" height="{down}"'
        drawn.append(
            f'<text x="{_MARGIN}" y="{top + 12}" font-size="13">{escape(heading)}</text>'
            f'<svg {place} viewBox="0 0 {across} {down}">{inner[start:]}'
        )
        top += down + 2 * _LINE
        width = max(width, across, 7 * len(heading))
    size_of = f'width="{width + 2 * _MARGIN}" height="{top}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size_of} '
        f'viewBox="0 0 {width + 2 * _MARGIN} {top}" font-family="sans-serif" fill="currentColor">'
        f"{''.join(drawn)}</svg>\n"
    )


def _drawing(tree: Tree) -> str:
    """The tree with its leaves in the order in which its branches hold them: no two lines cross."""
    if tree.leaves <= 1:
        return draw_svg(tree, _STEP)
    few = tree.leaves <= DRAWN_LEAVES
    top, parts = top_of(tree, tree.leaves if few else PARTS)
    labels = [leaves_of(tree, part, short=True) for part in parts]
    return draw_svg(top, _STEP if few else _WIDE_STEP, labels=labels)


def top_of(tree: Tree, most: int) -> tuple[Tree, list[int]]:
    """The tree above its largest parts, and the node of `tree` that each leaf stands for.

    Parts of one size are opened together, the largest first, until there would be more than `most`.
    """
    size = [1] * tree.leaves
    for children in tree.nodes:
        size.append(sum(size[c] for c in children))
    parts, opened = [tree.root], set[int]()
    while True:
        largest = max(size[part] for part in parts)
        now = [part for part in parts if size[part] == largest]
        inside = [c for part in now for c in tree.children(part)]
        if largest == 1 or len(parts) - len(now) + len(inside) > most:
            break
        opened.update(now)
        parts = [part for part in parts if size[part] != largest] + inside
    shown = list(_visited(tree, opened))
    ids = {node: i for i, node in enumerate(shown)}
    nodes = []
    for node in sorted(opened):
        nodes.append(tuple(ids[c] for c in tree.children(node)))
        ids[node] = len(shown) + len(nodes) - 1
    return Tree(len(shown), tuple(nodes), tree.name), shown


def _visited(tree: Tree, opened: set[int]) -> Iterator[int]:
    """The parts from left to right."""
    stack = [tree.root]
    while stack:
        node = stack.pop()
        if node in opened:
            stack.extend(reversed(tree.children(node)))
        else:
            yield node
