"""A description of the updates and destinations of a scatter (clause T7), shared by all such ops.

Each axis of the updates has one of three roles. Along a `summed` axis the index gives the
destination of an update. A `line` is also an axis of the result, and the index varies along it. A
`carried` axis is also an axis of the result, but the index is constant along it, so that whole rows
move together.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from samebits.backends.cuda.arrays.views import Shape, View
from samebits.spec.language.call import Call

SUMMED, LINE, CARRIED = "summed", "line", "carried"


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of the updates: role, length, and strides in updates, index, result and prior.

    The strides are in bytes.
    """

    role: str
    length: int
    updates: int
    index: int
    result: int
    prior: int


@dataclass(frozen=True, slots=True)
class Contributions:
    """The axes of the updates, and the axis of the result to which the index refers.

    That axis of the result has length `limit`. Its strides are `step` in the result and
    `prior_step` in the prior. Updates with the index `skipped` are ignored.
    """

    axes: tuple[Axis, ...]
    limit: int
    step: int
    prior_step: int
    skipped: int = -1

    @property
    def outer(self) -> tuple[Axis, ...]:
        """Return the lines before the first summed axis. Each is sorted separately."""
        return self._lines[0]

    @property
    def summed(self) -> tuple[Axis, ...]:
        """Return the axes along which updates are added."""
        return tuple(a for a in self.axes if a.role == SUMMED)

    @property
    def inner(self) -> tuple[Axis, ...]:
        """Return the lines after the first summed axis. They are part of the sort keys."""
        return self._lines[1]

    @property
    def carried(self) -> tuple[Axis, ...]:
        """Return the axes along which whole rows move together."""
        return tuple(a for a in self.axes if a.role == CARRIED)

    @property
    def positions(self) -> tuple[Axis, ...]:
        """Return every axis that is not carried, in order."""
        return (*self.outer, *self.summed, *self.inner)

    @property
    def goals(self) -> int:
        """Return the number of destinations in each separately sorted row."""
        return self.limit * count(self.inner)

    @property
    def _lines(self) -> tuple[tuple[Axis, ...], tuple[Axis, ...]]:
        first = next(i for i, a in enumerate((*self.axes, _LAST)) if a.role == SUMMED)
        before = tuple(a for a in self.axes[:first] if a.role == LINE)
        return before, tuple(a for a in self.axes[first:] if a.role == LINE)


_LAST = Axis(SUMMED, 1, 0, 0, 0, 0)  # for an index of rank 0, which has no axis to sum along


def count(axes: tuple[Axis, ...]) -> int:
    """Return the number of elements of these axes."""
    return prod(a.length for a in axes)


def shape(axes: tuple[Axis, ...]) -> Shape:
    """Return the lengths of these axes."""
    return tuple(a.length for a in axes)


def along_axis(
    call: Call, updates: View, index: View, result: View, prior: View | None
) -> Contributions:
    """Return the description of scatter_add, gather_gradient or index_add."""
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
    """Return the description of embedding_gradient.

    All axes of the index are `summed`. The last axis of the gradient is `carried`.
    """
    axes = [
        Axis(SUMMED, *each, 0, 0)
        for each in zip(index.shape, gradient.strides[:-1], index.strides, strict=True)
    ]
    carried = Axis(CARRIED, gradient.shape[-1], gradient.strides[-1], 0, result.strides[1], 0)
    padding = call.attributes["padding_index"]
    skipped = -1 if padding is None else int(str(padding))
    return Contributions((*axes, carried), result.shape[0], result.strides[0], 0, skipped)
