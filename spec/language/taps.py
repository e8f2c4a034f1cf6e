"""Moves by place: the elements that each place of a window reads, and place numbers (G1.13).

The indices that a window reads are data: formulas over the sizes and attributes of the op
(scope.py), and over `place` and `tap`. These moves change no bits, like the moves of moves.py.
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

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Taps:
    """`name` = the elements that the taps of each place read, along a new last axis.

    `inputs` are a value and a fill value of rank 0. The axes of the pattern `places` replace the
    last axes of the value. On each axis, a place is an integer from 0 on. The formula `taps`, which
    may use `place`, is the number of taps of the place. The formula `at`, which may use `place` and
    `tap` (from 0 on), is the index that the tap reads.

    The taps of a place are in row-major order. A tap whose index is out of bounds on any axis is
    removed. The taps after it move up, and the fill value pads the end, up to the largest number of
    taps.
    """

    name: str
    inputs: tuple[str, str]
    places: str
    taps: str
    at: str

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return a copy. Raises SpecError for formats or ranks that do not agree."""
        x, fill = arrays
        if x.dtype != fill.dtype:
            raise SpecError(f"the value is {x.dtype}, but the fill value is {fill.dtype}")
        places = scope.shape(self.places)
        rank = len(places)
        if fill.ndim or rank > x.ndim:
            raise SpecError(
                f"a value of shape {x.shape} needs at least {rank} axes, and a fill value of shape"
                f" {fill.shape} must have rank 0"
            )
        leading, sizes = x.shape[: x.ndim - rank], x.shape[x.ndim - rank :]
        read = self._read(scope, places, sizes)
        found = np.empty((*leading, *read.shape), x.dtype)
        found[...] = fill
        within = read >= 0
        found[..., within] = x.reshape(*leading, math.prod(sizes))[..., read[within]]
        return found

    def _read(self, scope: Scope, places: Shape, sizes: Shape) -> Array:
        """Return the row-major index in the last axes that each tap reads; -1 means no tap."""
        each = tuple(np.arange(count)[:, None] for count in places)
        counts = self._along(scope, self.taps, len(places), place=each)
        most = [int(np.max(count, initial=0)) for count in counts]
        numbers = tuple(np.arange(taps) for taps in most)
        read = np.zeros((1, 1), np.int64)
        indices = self._along(scope, self.at, len(places), place=each, tap=numbers)
        for place, tap, count, index, size in zip(
            each, numbers, counts, indices, sizes, strict=True
        ):
            shape = (len(place), len(tap))
            here = np.broadcast_to(index, shape)
            outside = np.broadcast_to((tap >= count) | (here < 0) | (here >= size), shape)
            here = np.where(outside, -1, here)
            before, after = read[:, None, :, None], here[None, :, None, :]
            whole = np.where((before < 0) | (after < 0), -1, before * size + after)
            read = whole.reshape(read.shape[0] * shape[0], read.shape[1] * shape[1])
        read = np.take_along_axis(read, np.argsort(read < 0, axis=1, kind="stable"), axis=1)
        return read.reshape(*places, math.prod(most))

    @staticmethod
    def _along(scope: Scope, formula: str, rank: int, **numbers: tuple[Array, ...]) -> list[Array]:
        return [np.asarray(value) for value in scope.along(formula, rank, **numbers)]


@dataclass(frozen=True, slots=True)
class Positions:
    """`name` = the row-major indices of the elements of a shape, from 0 on, as `i64`."""

    name: str
    shape: str
    inputs: tuple[str, ...] = ()

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """Return the indices. Raises SpecError for a pattern that is not a shape."""
        shape = scope.shape(self.shape)
        return np.arange(math.prod(shape), dtype=np.int64).reshape(shape)
