"""Names for the axes of a graph's values, and the choice of axes that are rows.

An axis is a letter of the layout, `1` for a single element that is broadcast, or the axis that a
Stack adds. A group of axes, such as the spatial axes of a sample, has one letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from samebits.backends.cuda.generators.formulas import Unfit
from samebits.spec.language.geometry import Shape, tokens

Axes = tuple[str, ...]

ONE, STACKED, GROUP = "1", "stack", "S"


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout: rows are along the axis `along`, with one row per index on the axes `across`.

    `letters` maps a word of a pattern to its axis. A pattern with other words is refused. `loose`
    is the pattern of a value that has one element per row, or one element in total.
    """

    across: Axes
    along: str
    letters: Mapping[str, str]
    loose: str = ""

    def axes(self, pattern: str) -> Axes:
        """Return the axes of a pattern; raise Unfit for a word that is not in `letters`."""
        if pattern == self.loose:
            return self.across
        words = tokens(pattern)
        if not all(word in self.letters for word in words):
            raise Unfit(f"has a value of shape {pattern}")
        return tuple(self.letters[word] for word in words)

    def is_loose(self, pattern: str) -> bool:
        """Return whether values of this pattern have one element per row, or a single element."""
        return pattern == self.loose

    def is_each(self, axes: Axes) -> bool:
        """Return whether a value with these axes has an element for each term of a row."""
        return self.along in axes

    def is_column(self, axes: Axes) -> bool:
        """Return whether a value with these axes has the same elements in all rows."""
        return self.is_each(axes) and not set(axes) & set(self.across)

    def is_full(self, axes: Axes) -> bool:
        """Return whether a value with these axes has one element per row, in the order of rows."""
        return plain(axes) == self.across

    def sizes(self, patterns: Sequence[str], shapes: Sequence[Shape]) -> dict[str, Shape]:
        """Return the length of each axis; a group of axes has several lengths."""
        found: dict[str, Shape] = {}
        for pattern, shape in zip(patterns, shapes, strict=True):
            if self.is_loose(pattern):
                continue
            axes, start = self.axes(pattern), 0
            for axis in axes:
                count = len(shape) - len(axes) + 1 if axis == GROUP else 1
                found[axis] = shape[start : start + count]
                start += count
        return found

    def order(self, axes: Axes, rank: int) -> tuple[int, ...]:
        """Return the permutation of an array's axes that puts the axes along rows at the end."""
        places: dict[str, range] = {}
        start = 0
        for axis in axes:
            count = rank - len(axes) + 1 if axis == GROUP else 1
            places[axis] = range(start, start + count)
            start += count
        return tuple(i for axis in (*self.across, self.along) for i in places[axis])


CLASSES = Layout(
    ("N", GROUP),
    "C",
    {"N": "N", "C": "C", "classes": "C", "*S": GROUP, "1": ONE},
    "[*R]",
)
"""The layout in which a row has all classes of one position."""

PLACES = Layout(("N", "C"), GROUP, {"N": "N", "C": "C", "*S": GROUP, "?": GROUP, "1": ONE})
"""The layout in which a row has all positions of one channel of one sample."""

LAYOUTS = (CLASSES, PLACES)


def plain(axes: Axes) -> Axes:
    """Return the axes, without broadcast axes."""
    return tuple(axis for axis in axes if axis != ONE)


def repeated(several: Sequence[Axes]) -> Axes:
    """Return the axes of several values that are broadcast together, aligned at the last axis.

    Raises Unfit if the axes of the values differ.
    """
    found: list[str] = []
    for back in range(1, max(len(axes) for axes in several) + 1):
        here = {axes[-back] for axes in several if back <= len(axes)} - {ONE}
        if len(here) > 1:
            raise Unfit("broadcasts axes that do not match")
        found.append(here.pop() if here else ONE)
    return tuple(reversed(found))


def named(axes: Axes, number: int) -> int:
    """Return the index of axis `number`, which counts from the end if it is negative.

    Raises Unfit if a group of axes is between the start of the count and the axis.
    """
    beside = axes[:number] if number >= 0 else axes[len(axes) + number + 1 :]
    if GROUP in beside or not -len(axes) <= number < len(axes):
        raise Unfit("has an axis beyond a group of axes")
    return number % len(axes)
