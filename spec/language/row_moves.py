"""Moves between an operand of a reduction and its rows, the terms of each result (clause G1.3).

A row has the terms of one result in the order of T2. The rows are in the row-major order of the
results. `axes` and `keepdims` are attributes of the op.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.spec.errors import SpecError
from samebits.spec.language.geometry import Shape
from samebits.spec.language.scope import Scope
from samebits.spec.language.shapes import normalize_axes

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """`name` = the terms of every result of a reduction of `input`, as [results, terms]."""

    name: str
    input: str

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the values that the move reads."""
        return (self.input,)

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return a view if strides allow it. Raises SpecError for axes that do not exist."""
        (x,) = arrays
        kept, reduced = _divided(scope, x.ndim)
        terms = math.prod(x.shape[axis] for axis in reduced)
        results = math.prod(x.shape[axis] for axis in kept)
        return x.transpose([*kept, *reduced]).reshape(results, terms)


@dataclass(frozen=True, slots=True)
class Column:
    """`name` = `input` as [results, 1].

    `input` has the shape that a reduction of the shape `shape` returns.
    """

    name: str
    input: str
    shape: str

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the values that the move reads."""
        return (self.input,)

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return a view if strides allow it. Raises SpecError for an input of any other shape."""
        (x,) = arrays
        shape = scope.shape(self.shape)
        wanted = reduced_shape(shape, scope)
        if x.shape != wanted:
            raise SpecError(f"a reduction of {shape} must have the shape {wanted}, not {x.shape}")
        return x.reshape(math.prod(wanted), 1)


@dataclass(frozen=True, slots=True)
class FromRows:
    """`name` = rows, put back into the shape of a pattern; a column is repeated along each row."""

    name: str
    input: str
    shape: str

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the values that the move reads."""
        return (self.input,)

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return the rows in the shape of the result, as a view if strides allow it.

        Raises SpecError if the operand does not have the shape of the rows.
        """
        (x,) = arrays
        shape = scope.shape(self.shape)
        kept, reduced = _divided(scope, len(shape))
        rows = tuple(math.prod(shape[axis] for axis in axes) for axes in (kept, reduced))
        if x.shape not in (rows, (rows[0], 1)):
            raise SpecError(f"the rows of {shape} must have the shape {rows}, not {x.shape}")
        order = (*kept, *reduced)
        apart = np.broadcast_to(x, rows).reshape([shape[axis] for axis in order])
        return apart.transpose(np.argsort(order) if order else ())


def reduced_shape(shape: Shape, scope: Scope) -> Shape:
    """Return the shape of the reduction of an operand that has the shape `shape` (T2.3)."""
    kept, reduced = _divided(scope, len(shape))
    if scope.attributes["keepdims"]:
        return tuple(1 if axis in reduced else size for axis, size in enumerate(shape))
    return tuple(shape[axis] for axis in kept)


def _divided(scope: Scope, rank: int) -> tuple[list[int], list[int]]:
    """Return the axes that a reduction keeps and the axes that it reduces, ascending (T2.1)."""
    reduced = normalize_axes("a reduction", scope.attributes["axes"], rank)
    return [axis for axis in range(rank) if axis not in reduced], list(reduced)
