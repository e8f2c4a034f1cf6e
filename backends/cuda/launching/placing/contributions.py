"""The destinations of updates (clause T7), in one description for every scatter.

The axes of the updates have three roles. Along a `summed` axis the index gives the destination of
an update. A `line` is kept, and the index differs along it. A `carried` axis is kept too, but the
index is constant along it, so that whole rows of it move together.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from samebits.backends.cuda.arrays.views import Shape, View
from samebits.spec.language.call import Call

SUMMED, LINE, CARRIED = "summed", "line", "carried"


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of the updates: its length, and strides of updates, index, result and prior."""

    role: str
    length: int
    updates: int
    index: int
    result: int
    prior: int


@dataclass(frozen=True, slots=True)
class Contributions:
    """The axes, and length and strides of the result's axis along which the index counts."""

    axes: tuple[Axis, ...]
    limit: int
    step: int
    prior_step: int
    skipped: int = -1

    @property
    def outer(self) -> tuple[Axis, ...]:
        """Return the lines before the first summed axis: the rows that are sorted separately."""
        return self._lines[0]

    @property
    def summed(self) -> tuple[Axis, ...]:
        """Return the axes along which updates are added."""
        return tuple(a for a in self.axes if a.role == SUMMED)

    @property
    def inner(self) -> tuple[Axis, ...]:
        """Return the lines after the first summed axis, which are part of the keys."""
        return self._lines[1]

    @property
    def carried(self) -> tuple[Axis, ...]:
        """Return the axes of a row that moves together."""
        return tuple(a for a in self.axes if a.role == CARRIED)

    @property
    def positions(self) -> tuple[Axis, ...]:
        """Return every axis that is not carried, in order."""
        return (*self.outer, *self.summed, *self.inner)

    @property
    def goals(self) -> int:
        """Return the number of destinations of a row."""
        return self.limit * count(self.inner)

    @property
    def _lines(self) -> tuple[tuple[Axis, ...], tuple[Axis, ...]]:
        first = next(i for i, a in enumerate((*self.axes, _LAST)) if a.role == SUMMED)
        before = tuple(a for a in self.axes[:first] if a.role == LINE)
        return before, tuple(a for a in self.axes[first:] if a.role == LINE)


_LAST = Axis(SUMMED, 1, 0, 0, 0, 0)  # an index of rank 0 has no axis to sum along


def count(axes: tuple[Axis, ...]) -> int:
    """Return the number of elements of these axes."""
    return prod(a.length for a in axes)


def shape(axes: tuple[Axis, ...]) -> Shape:
    """Return the lengths of these axes."""
    return tuple(a.length for a in axes)


def along_axis(
    call: Call, updates: View, index: View, result: View, prior: View | None
) -> Contributions:
    """Describe scatter_add and gather_gradient, and index_add, whose index is a vector."""
    rank = len(result.shape)
    axis = int(str(call.attributes["axis"])) % rank
    if call.op == "index_add":
        steps = tuple(index.strides[0] if d == axis else 0 for d in range(rank))
    else:
        steps = index.strides
    before = prior.strides if prior else (0,) * rank
    axes = []
    for d, length in enumerate(updates.shape):
        varies = steps[d] != 0 and length > 1
        role = SUMMED if d == axis else LINE if varies else CARRIED
        axes.append(Axis(role, length, updates.strides[d], steps[d], result.strides[d], before[d]))
    return Contributions(tuple(axes), result.shape[axis], result.strides[axis], before[axis])


def to_rows(call: Call, gradient: View, index: View, result: View) -> Contributions:
    """Describe embedding_gradient: all axes of the index are summed, rows are carried."""
    axes = [
        Axis(SUMMED, *each, 0, 0)
        for each in zip(index.shape, gradient.strides[:-1], index.strides, strict=True)
    ]
    carried = Axis(CARRIED, gradient.shape[-1], gradient.strides[-1], 0, result.strides[1], 0)
    padding = call.attributes["padding_index"]
    skipped = -1 if padding is None else int(str(padding))
    return Contributions((*axes, carried), result.shape[0], result.strides[0], 0, skipped)
