"""Moves between the nodes of a graph: axes permuted, merged, split, and diagonals (clause G1).

Letters name the axes, as in an equation. A letter has the same size throughout a graph. Bits never
change (S2), so this move is not an op, and backends do not have to implement it.
"""

from __future__ import annotations

import math
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from samebits.spec.errors import SpecError

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Rearrange:
    """`name` = `input` with axes named by `source`, rearranged to `target`.

    Both have one group of letters for each axis. A group of several letters is these axes flattened
    in row-major order, and an empty group is an axis of size 1. A letter that occurs twice in
    `source` selects the diagonal. `target` has every letter of `source` once.
    """

    name: str
    input: str
    source: tuple[str, ...]
    target: tuple[str, ...]

    def __post_init__(self) -> None:
        if sorted("".join(self.target)) != sorted(set("".join(self.source))):
            raise SpecError(f"move {self.name}: {self.source} cannot become {self.target}")

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the values that the move reads."""
        return (self.input,)

    def apply(self, x: Array, sizes: MutableMapping[str, int]) -> Array:
        """Return the rearranged array, as a view if strides allow it.

        `sizes` has the sizes of letters; the sizes of axes with a single letter are added to it.
        Raises SpecError for an array whose rank differs from the number of groups.
        """
        if len(self.source) != x.ndim:
            raise SpecError(f"shape {x.shape} does not have the axes {self.source}")
        for group, size in zip(self.source, x.shape, strict=True):
            if len(group) == 1:
                sizes[group] = size
        letters = "".join(self.source)
        patterns = x.view(f"u{x.itemsize}")  # as_strided does not know the dtypes of ml_dtypes
        split = patterns.reshape([sizes[letter] for letter in letters])
        strides = dict.fromkeys(letters, 0)
        for letter, stride in zip(letters, split.strides, strict=True):
            strides[letter] += stride  # a step along a diagonal is a step along each of its axes
        order = "".join(self.target)
        moved = as_strided(
            split,
            [sizes[letter] for letter in order],
            [strides[letter] for letter in order],
            writeable=False,
        )
        shape = [math.prod(sizes[letter] for letter in group) for group in self.target]
        return moved.reshape(shape).view(x.dtype)
