"""The axes of the values of a graph by name, and the choice of axes that are rows.

An axis is one of the layout's letters, `1` for one number that is broadcast, or an axis that a
Stack makes. A group of axes, such as the places of a sample, has one letter.
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
    """A layout with rows along the axis `along`, one for each place of the axes `across`, in order.

    `letters` maps a word of a pattern to its axis. A pattern with other words is refused.
    """

    across: Axes
    along: str
    letters: Mapping[str, str]
    loose: str = ""

    def axes(self, pattern: str) -> Axes:
        """Return the axes of a pattern. Raises Unfit for one with other words."""
        if pattern == self.loose:
            return self.across
        words = tokens(pattern)
        if not all(word in self.letters for word in words):
            raise Unfit(f"has a value of shape {pattern}")
        return tuple(self.letters[word] for word in words)

    def is_loose(self, pattern: str) -> bool:
        """Check whether a value of this pattern is one number for each row, or one for all."""
        return pattern == self.loose

    def is_each(self, axes: Axes) -> bool:
        """Check whether a value has a number for each term of rows."""
        return self.along in axes

    def is_column(self, axes: Axes) -> bool:
        """Check whether all rows have the same numbers."""
        return self.is_each(axes) and not set(axes) & set(self.across)

    def is_full(self, axes: Axes) -> bool:
        """Check whether a value has one number for each row, in the order of rows."""
        return plain(axes) == self.across

    def sizes(self, patterns: Sequence[str], shapes: Sequence[Shape]) -> dict[str, Shape]:
        """Return the lengths of each axis; a group has several."""
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
        """Return the axes of an array in the order of rows, followed by the axes along them."""
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
"""Rows along the classes of a place."""

PLACES = Layout(("N", "C"), GROUP, {"N": "N", "C": "C", "*S": GROUP, "?": GROUP, "1": ONE})
"""Rows over the places of a channel of a sample."""

LAYOUTS = (CLASSES, PLACES)


def plain(axes: Axes) -> Axes:
    """Return the axes without those that are broadcast."""
    return tuple(axis for axis in axes if axis != ONE)


def repeated(several: Sequence[Axes]) -> Axes:
    """Return the axes of values broadcast to one shape, aligned at the last. Raises Unfit."""
    found: list[str] = []
    for back in range(1, max(len(axes) for axes in several) + 1):
        here = {axes[-back] for axes in several if back <= len(axes)} - {ONE}
        if len(here) > 1:
            raise Unfit("repeats elements")
        found.append(here.pop() if here else ONE)
    return tuple(reversed(found))


def named(axes: Axes, number: int) -> int:
    """Return the position of an axis with this number, counted from the end if negative.

    Raises Unfit if a group of axes is in the way.
    """
    beside = axes[:number] if number >= 0 else axes[len(axes) + number + 1 :]
    if GROUP in beside or not -len(axes) <= number < len(axes):
        raise Unfit("has an axis beyond a group of axes")
    return number % len(axes)
