"""Moves between an operand of a reduction and its rows: the terms of each result (clause G1.3).

A row holds the terms of one result in the order of T2; rows stand in the row-major order of the
results. `axes` and `keepdims` are the attributes of the op.
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
    """`name` = the terms of every result of a reduction of `input`, [results, terms]."""

    name: str
    input: str

    @property
    def inputs(self) -> tuple[str, ...]:
        """The values that it reads."""
        return (self.input,)

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """A view where strides allow it. Raises SpecError for axes that are not there."""
        (x,) = arrays
        kept, reduced = _divided(scope, x.ndim)
        terms = math.prod(x.shape[axis] for axis in reduced)
        results = math.prod(x.shape[axis] for axis in kept)
        return x.transpose([*kept, *reduced]).reshape(results, terms)


@dataclass(frozen=True, slots=True)
class Column:
    """`name` = `input`, which has the shape of a reduction of a pattern, as [results, 1]."""

    name: str
    input: str
    shape: str

    @property
    def inputs(self) -> tuple[str, ...]:
        """The values that it reads."""
        return (self.input,)

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """A view where strides allow it. Raises SpecError for another shape."""
        (x,) = arrays
        shape = scope.shape(self.shape)
        wanted = reduced_shape(shape, scope)
        if x.shape != wanted:
            raise SpecError(f"a reduction of {shape} has the shape {wanted}, not {x.shape}")
        return x.reshape(math.prod(wanted), 1)


@dataclass(frozen=True, slots=True)
class FromRows:
    """`name` = rows, or a column that stands for equal ones, in the shape of a pattern."""

    name: str
    input: str
    shape: str

    @property
    def inputs(self) -> tuple[str, ...]:
        """The values that it reads."""
        return (self.input,)

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """A view where strides allow it. Raises SpecError for rows of another shape."""
        (x,) = arrays
        shape = scope.shape(self.shape)
        kept, reduced = _divided(scope, len(shape))
        rows = tuple(math.prod(shape[axis] for axis in axes) for axes in (kept, reduced))
        if x.shape not in (rows, (rows[0], 1)):
            raise SpecError(f"the rows of {shape} are {rows}, not {x.shape}")
        order = (*kept, *reduced)
        apart = np.broadcast_to(x, rows).reshape([shape[axis] for axis in order])
        return apart.transpose(np.argsort(order) if order else ())


def reduced_shape(shape: Shape, scope: Scope) -> Shape:
    """The shape of a reduction of an operand of a shape (T2.3)."""
    kept, reduced = _divided(scope, len(shape))
    if scope.attributes["keepdims"]:
        return tuple(1 if axis in reduced else size for axis, size in enumerate(shape))
    return tuple(shape[axis] for axis in kept)


def _divided(scope: Scope, rank: int) -> tuple[list[int], list[int]]:
    """The axes that a reduction keeps, and those that it reduces, both ascending (T2.1)."""
    reduced = normalize_axes("a reduction", scope.attributes["axes"], rank)
    return [axis for axis in range(rank) if axis not in reduced], list(reduced)
