"""A picture (SVG) of revealed trees, each next to the canonical tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from samebits.conformance.reveal.difference import first_difference, leaves_of, parents, parting
from samebits.spec.language.trees import MARK, Tree, draw_svg

DRAWN_LEAVES = 64
"""The largest number of leaves of a tree that is drawn completely."""

PARTS = 24
"""The largest number of parts of a larger tree. Each part is drawn as one leaf."""

_STEP, _WIDE_STEP, _MARGIN, _LINE = 22, 46, 12, 20
_TALL = 352
"""The total height of a deep tree in pixels."""

_LEAST_RISE = 6
_BESIDE = 1400
"""The largest total width in pixels of two trees side by side; wider trees are stacked."""

_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


@dataclass(frozen=True, slots=True)
class _Panel:
    """A drawn tree with its heading, and its size in pixels."""

    heading: str
    drawing: str
    width: int
    height: int

    def at(self, x: int, y: int) -> str:
        """Return the panel as SVG, at the position (x, y) of the picture."""
        start = self.drawing.index(">") + 1
        return (
            f'<text x="{x}" y="{y + 12}" font-size="13">{escape(self.heading)}</text>'
            f'<svg x="{x}" y="{y + _LINE}" width="{self.width}" height="{self.height - _LINE}" '
            f'viewBox="0 0 {self.width} {self.height - _LINE}">{self.drawing[start:]}'
        )


def picture(panels: Sequence[tuple[str, Tree]], canonical: Tree | None) -> str:
    """Return an SVG of the trees with their headings, each next to the canonical tree.

    The picture is as wide as its window, but never larger than its natural size. If a tree differs
    from the canonical tree, a sentence describes the difference, and the first differing node is
    marked in both trees.
    """
    drawn, top, width = [], _MARGIN, 0
    for heading, tree in panels:
        found = None if canonical is None else parting(tree, canonical)
        row = [_panel(heading, tree, None if found is None else found[0])]
        if canonical is not None:
            row.append(_panel("canonical", canonical, None if found is None else found[1]))
            said = first_difference(tree, canonical) or "its nodes are those of the canonical tree"
            colour = f' fill="{MARK}"' if found else ""
            drawn.append(f'<text x="{_MARGIN}" y="{top + 12}" font-size="13"{colour}>{said}</text>')
            top += _LINE
            width = max(width, 7 * len(said))
        beside = sum(panel.width for panel in row) <= _BESIDE
        left = _MARGIN
        for panel in row:
            drawn.append(panel.at(left, top))
            width = max(width, left - _MARGIN + panel.width)
            if beside:
                left += panel.width + _MARGIN
            else:
                top += panel.height + _LINE
        top += max(panel.height for panel in row) + _LINE if beside else 0
    wide = width + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" viewBox="0 0 {wide} {top}" '
        f'style="max-width:{wide}px" font-family="sans-serif" fill="currentColor">'
        f"{''.join(drawn)}</svg>\n"
    )


def _panel(heading: str, tree: Tree, marked: int | None) -> _Panel:
    drawing = _drawing(tree, marked)
    size = _BOX.search(drawing)
    assert size is not None
    return _Panel(heading, drawing, max(int(size[1]), 7 * len(heading)), int(size[2]) + _LINE)


def _drawing(tree: Tree, marked: int | None) -> str:
    """Return the drawn tree, with its leaves ordered so that no lines cross.

    If the marked node is inside a part, the part is marked.
    """
    if tree.leaves <= 1:
        return draw_svg(tree, _STEP)
    few = tree.leaves <= DRAWN_LEAVES
    top, parts, places = top_of(tree, tree.leaves if few else PARTS)
    labels = [leaves_of(tree, part, short=True) for part in parts]
    rise = max(_LEAST_RISE, min(_STEP, _TALL // max(1, top.depth())))
    mark = None if marked is None else _shown(tree, marked, places)
    return draw_svg(top, _STEP if few else _WIDE_STEP, labels=labels, rise=rise, marked=mark)


def _shown(tree: Tree, node: int, places: Mapping[int, int]) -> int:
    """Return the id under which a node is drawn: its own id, or the id of the part around it."""
    above = parents(tree)
    while node not in places:
        node = above[node]
    return places[node]


def top_of(tree: Tree, most: int) -> tuple[Tree, list[int], dict[int, int]]:
    """Return the upper part of a tree, the nodes of `tree` that are its leaves, and a map of ids.

    The map gives the id in the smaller tree of each shown node of `tree`. Parts of equal size are
    opened together, the largest first, as long as there are at most `most` leaves.
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
    return Tree(len(shown), tuple(nodes), tree.name), shown, ids


def _visited(tree: Tree, opened: set[int]) -> Iterator[int]:
    """Yield the parts of the tree from left to right."""
    stack = [tree.root]
    while stack:
        node = stack.pop()
        if node in opened:
            stack.extend(reversed(tree.children(node)))
        else:
            yield node
