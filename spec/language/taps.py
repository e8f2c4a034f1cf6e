"""Moves by places: what each place of a window reads, and the numbers of places (clause G1.13).

Where a window lies is data: formulas over the sizes and attributes of the op (scope.py), and over
`place` and `tap`. They change no bits, as the moves of moves.py.
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
    """`name` = for each place the elements that its taps read, along a new last axis.

    `inputs` are a value and, of rank 0, what fills up. `places` is the pattern of the places on the
    last axes of the value, which they take the place of. On each axis a place, a number from 0, has
    as many taps as the formula `taps` over `place` says, and each of them, a number `tap` from 0,
    reads the index that the formula `at` says. The taps of a place are taken in row-major order.
    Those outside the value on any axis are absent: the others move up, and the filling value stands
    behind them, up to the largest number of taps.
    """

    name: str
    inputs: tuple[str, str]
    places: str
    taps: str
    at: str

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """A copy. Raises SpecError for formats or ranks that do not agree."""
        x, fill = arrays
        if x.dtype != fill.dtype:
            raise SpecError(f"dtypes {x.dtype} and {fill.dtype} are not one")
        places = scope.shape(self.places)
        rank = len(places)
        if fill.ndim or rank > x.ndim:
            raise SpecError(f"{rank} axes of shape {x.shape}, filled by one of {fill.shape}")
        leading, sizes = x.shape[: x.ndim - rank], x.shape[x.ndim - rank :]
        read = self._read(scope, places, sizes)
        found = np.empty((*leading, *read.shape), x.dtype)
        found[...] = fill
        within = read >= 0
        found[..., within] = x.reshape(*leading, math.prod(sizes))[..., read[within]]
        return found

    def _read(self, scope: Scope, places: Shape, sizes: Shape) -> Array:
        """For places and taps the row-major index within the last axes; -1 where there is none."""
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
    """`name` = the numbers of the places of a shape in row-major order, from 0 on, as `i64`."""

    name: str
    shape: str
    inputs: tuple[str, ...] = ()

    def apply(self, arrays: Sequence[Array], scope: Scope) -> Array:
        """The numbers. Raises SpecError for a pattern that is no shape."""
        shape = scope.shape(self.shape)
        return np.arange(math.prod(shape), dtype=np.int64).reshape(shape)
