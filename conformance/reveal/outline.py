"""Describes a large tree in few lines of text: equal subtrees at different places share a line.

A line describes one shape of subtree: its operands, each with the index of its first leaf relative
to the first leaf of the subtree. `x` is a single term. Equal operands at equal distances become a
row, which is added from left to right.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from samebits.spec.language.trees import Tree

MOST_LINES = 24

_Key = tuple[object, ...]
_LEAF: _Key = ("leaf",)


@dataclass(frozen=True, slots=True)
class _Part:
    """A subtree: the number of its shape, and the leaf from which its leaf indices are counted."""

    shape: int
    base: int


@dataclass(slots=True)
class _Shapes:
    """The shapes of subtrees, by number.

    A key is ("row", item, count, step) or ("fused"/"pair", (shape, offset), ...).
    """

    keys: list[_Key] = field(default_factory=lambda: [_LEAF])
    leaves: list[int] = field(default_factory=lambda: [1])
    numbers: dict[_Key, int] = field(default_factory=lambda: {_LEAF: 0})

    def number(self, key: _Key, leaves: int) -> int:
        if key not in self.numbers:
            self.numbers[key] = len(self.keys)
            self.keys.append(key)
            self.leaves.append(leaves)
        return self.numbers[key]


def outline(tree: Tree, limit: int = MOST_LINES) -> list[str]:
    """Return the shapes of the tree from the root down, one per line.

    If there are more than `limit` shapes, the last line states the number of the others.
    """
    shapes = _Shapes()
    parts = [_Part(0, leaf) for leaf in range(tree.leaves)]
    for children in tree.nodes:
        parts.append(_join(shapes, [parts[c] for c in children]))
    if not tree.nodes:
        return [] if tree.leaves == 0 else ["T = x"]
    order = _reached(shapes, parts[-1].shape)
    names = {shape: f"T{shapes.leaves[shape]}" for shape in order}
    twice = {n for n in names.values() if list(names.values()).count(n) > 1}
    for i, shape in enumerate(order):
        names[shape] += f"#{i}" if names[shape] in twice else ""
    names[0] = "x"
    lines = [_line(shapes, shape, names) for shape in order[:limit]]
    if len(order) > limit:
        lines.append(f"and {len(order) - limit} more shapes of subtrees")
    return lines


def _join(shapes: _Shapes, parts: list[_Part]) -> _Part:
    parts = sorted(parts, key=lambda part: part.base)
    leaves = sum(shapes.leaves[part.shape] for part in parts)
    if len(parts) == 2:
        for row, other in (parts, parts[::-1]):
            longer = _longer(shapes, row, other, leaves)
            if longer is not None:
                return longer
        first, second = parts
        if first.shape == second.shape:
            key: _Key = ("row", first.shape, 2, second.base - first.base)
            return _Part(shapes.number(key, leaves), first.base)
    base = parts[0].base
    places = tuple((part.shape, part.base - base) for part in parts)
    return _Part(shapes.number(("fused" if len(parts) > 2 else "pair", *places), leaves), base)


def _longer(shapes: _Shapes, row: _Part, other: _Part, leaves: int) -> _Part | None:
    """Return the row with `other` appended, or None if it does not continue the row.

    A row of two items may be reversed first.
    """
    kind, *values = shapes.keys[row.shape]
    if kind != "row":
        return None
    item, count, step = (int(str(v)) for v in values)
    if other.shape != item:
        return None
    ways = [(row.base, step)] + ([(row.base + step, -step)] if count == 2 else [])
    for base, stride in ways:
        if other.base == base + count * stride:
            return _Part(shapes.number(("row", item, count + 1, stride), leaves), base)
    return None


def _reached(shapes: _Shapes, root: int) -> list[int]:
    """Return the shapes that occur in the tree, larger ones first, without single leaves."""
    seen, stack = {root}, [root]
    while stack:
        for inner in _inner(shapes.keys[stack.pop()]):
            if inner and inner not in seen:
                seen.add(inner)
                stack.append(inner)
    return sorted(seen, key=lambda shape: (-shapes.leaves[shape], -shape))


def _inner(key: _Key) -> list[int]:
    if key[0] == "row":
        return [int(str(key[1]))]
    pairs: tuple[tuple[int, int], ...] = key[1:]  # type: ignore[assignment]
    return [shape for shape, _ in pairs]


def _line(shapes: _Shapes, shape: int, names: dict[int, str]) -> str:
    kind, *values = shapes.keys[shape]
    if kind == "row":
        item, count, step = (int(str(v)) for v in values)
        places = [i * step for i in range(count)]
        terms = [_at(names[item], place) for place in places]
        if count > 4:
            terms = [*terms[:2], "..", terms[-1]]
        order = f" (row of {count}, one after the other)" if count > 2 else ""
        return f"{names[shape]} = {' + '.join(terms)}{order}"
    pairs: list[tuple[int, int]] = values  # type: ignore[assignment]
    text = " + ".join(_at(names[inner], place) for inner, place in pairs[:8])
    text += f" + .. ({len(pairs)} operands)" if len(pairs) > 8 else ""
    return f"{names[shape]} = {text}{' (fused)' if kind == 'fused' else ''}"


def _at(name: str, place: int) -> str:
    return f"{name}[{place:+d}]" if place else name
