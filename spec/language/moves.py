"""Moves between the nodes of a graph: broadcast, slice, concatenate, stack, transpose, reshape.

They do not change bits (clauses G1, S2). Therefore they are not ops, and backends do not have to
implement them. Sizes are formulas and patterns over the names of the op's shape rule (scope.py).
rearrange.py has one more move, in which letters name the axes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.spec.errors import SpecError, SpecIndexError
from samebits.spec.formats import bits_of, format_of, from_bits
from samebits.spec.language.geometry import Names, bind, tokens
from samebits.spec.language.scope import Scope

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Broadcast:
    """`name` = `input` repeated to the shape of a pattern, aligned at the last axes (G1.3).

    One axis of the pattern may be `?`: its size is the size of the aligned axis of the input.
    """

    name: str
    input: str
    shape: str

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the values that the move reads."""
        return (self.input,)

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return a view. Raises SpecError if an axis has neither size 1 nor the target size."""
        (x,), pattern = arrays, self.shape
        if "?" in tokens(pattern):
            behind = ", ".join(tokens(pattern)[tokens(pattern).index("?") + 1 :])
            axis = x.ndim - 1 - len(scope.shape(f"[{behind}]"))
            pattern = pattern.replace("?", str(x.shape[axis] if axis >= 0 else 1))
        shape = scope.shape(pattern)
        try:
            return np.broadcast_to(x, shape)
        except ValueError:
            raise SpecError(f"shape {x.shape} cannot be broadcast to {shape}") from None


@dataclass(frozen=True, slots=True)
class Slice:
    """`name` = `input` along an axis from `start` to `stop` (excluded), both given as formulas."""

    name: str
    input: str
    axis: int | str
    start: int | str
    stop: int | str

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the values that the move reads."""
        return (self.input,)

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return a view. Raises SpecError for a slice that is not within the axis."""
        (x,) = arrays
        axis = _axis(self.axis, x.ndim, scope)
        start, stop = scope.integer(self.start), scope.integer(self.stop)
        if not 0 <= start <= stop <= x.shape[axis]:
            raise SpecError(f"{start} to {stop} is out of bounds for axis {axis} of {x.shape}")
        return x[(slice(None),) * axis + (slice(start, stop),)]


@dataclass(frozen=True, slots=True)
class Concatenate:
    """`name` = the values `inputs` joined along an axis."""

    name: str
    inputs: tuple[str, ...]
    axis: int | str

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return a copy. Raises SpecError for formats or shapes that do not agree."""
        axis = _axis(self.axis, arrays[0].ndim, scope)
        shapes = [x.shape for x in arrays]
        if len({(*shape[:axis], *shape[axis + 1 :]) for shape in shapes}) > 1 or any(
            len(shape) != len(shapes[0]) for shape in shapes
        ):
            raise SpecError(f"shapes {shapes} differ on another axis than {axis}")
        return _joined(arrays, lambda patterns: np.concatenate(patterns, axis))


@dataclass(frozen=True, slots=True)
class Stack:
    """`name` = the values `inputs`, all of the same shape, joined along a new axis."""

    name: str
    inputs: tuple[str, ...]
    axis: int | str

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return a copy. Raises SpecError for formats or shapes that do not agree."""
        axis = _axis(self.axis, arrays[0].ndim + 1, scope)
        if len({x.shape for x in arrays}) > 1:
            raise SpecError(f"its inputs have different shapes: {[x.shape for x in arrays]}")
        return _joined(arrays, lambda patterns: np.stack(patterns, axis))


@dataclass(frozen=True, slots=True)
class Transpose:
    """`name` = `input` with the axes of the pattern `source` in the order of `target`.

    Groups are allowed: `[N, C, *S]` becomes `[N, *S, C]`.
    """

    name: str
    input: str
    source: str
    target: str

    def __post_init__(self) -> None:
        if sorted(tokens(self.source)) != sorted(set(tokens(self.target))):
            raise SpecError(f"move {self.name}: {self.source} cannot become {self.target}")

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the values that the move reads."""
        return (self.input,)

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return a view. Raises SpecError for a shape that the pattern does not fit."""
        (x,) = arrays
        found: Names = {}
        bind(self.source, x.shape, scope.attributes, found)
        at, axes = 0, {}
        for part in tokens(self.source):
            length = len(found[part.lstrip("*")]) if part.startswith("*") else 1
            axes[part] = range(at, at + length)
            at += length
        return x.transpose([axis for part in tokens(self.target) for axis in axes[part]])


@dataclass(frozen=True, slots=True)
class Reshape:
    """`name` = the elements of `input` in row-major order, in the shape of a pattern.

    One axis of the pattern may be `?`: its size follows from the number of elements.
    """

    name: str
    input: str
    shape: str

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the values that the move reads."""
        return (self.input,)

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return a view if strides allow it. Raises SpecError if the number of elements differs."""
        (x,), pattern = arrays, self.shape
        if "?" in tokens(pattern):
            rest = math.prod(scope.shape(pattern.replace("?", "1")))
            pattern = pattern.replace("?", str(x.size // rest if rest else 0))
        shape = scope.shape(pattern)
        if math.prod(shape) != x.size:
            raise SpecError(f"{x.shape} has {x.size} elements, but {shape} has {math.prod(shape)}")
        return x.reshape(shape)


def _axis(formula: int | str, rank: int, scope: Scope) -> int:
    axis = scope.integer(formula)
    if not -rank <= axis < rank:
        raise SpecIndexError(f"axis {axis} is out of range for rank {rank}")
    return axis % rank


def _joined(arrays: Sequence[Array], join: Any) -> Array:
    names = {format_of(x).name for x in arrays}
    if len(names) > 1:
        raise SpecError(f"its inputs have different formats: {' and '.join(sorted(names))}")
    return from_bits(join([bits_of(x) for x in arrays]), names.pop())
