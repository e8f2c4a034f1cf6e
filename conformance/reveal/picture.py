"""A revealed tree and the canonical one, drawn one above the other in one SVG file."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from samebits.conformance.reveal.difference import leaves_of
from samebits.spec.trees import Tree, draw_svg

DRAWN_LEAVES = 64
"""Leaves up to which every one is drawn."""

PARTS = 24
"""Parts into which a larger tree is taken apart; each is drawn as one leaf with its terms."""

_STEP, _WIDE_STEP, _MARGIN, _LINE = 22, 60, 12, 20
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
    if tree.leaves <= DRAWN_LEAVES:
        return draw_svg(tree, _STEP)
    top, parts = top_of(tree)
    labels = [f"{leaves_of(tree, part, short=True)}" for part in parts]
    return draw_svg(top, _WIDE_STEP, labels=labels)


def top_of(tree: Tree, most: int = PARTS) -> tuple[Tree, list[int]]:
    """The tree above its `most` largest parts, and the node of `tree` that each leaf stands for."""
    size = [1] * tree.leaves
    first = list(range(tree.leaves))
    for children in tree.nodes:
        size.append(sum(size[c] for c in children))
        first.append(min(first[c] for c in children))
    parts = [tree.root]
    opened: set[int] = set()
    while len(parts) < most:
        largest = max(parts, key=lambda node: (size[node], node))
        if size[largest] == 1:
            break
        parts.remove(largest)
        opened.add(largest)
        parts.extend(tree.children(largest))
    parts.sort(key=lambda node: first[node])
    ids = {node: i for i, node in enumerate(parts)}
    nodes = []
    for node in sorted(opened):
        nodes.append(tuple(ids[c] for c in tree.children(node)))
        ids[node] = len(parts) + len(nodes) - 1
    return Tree(len(parts), tuple(nodes), f"{tree.name} above its parts"), parts
