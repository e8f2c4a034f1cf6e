"""Counts of wrong results: a library is compared with the right bits, block by block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.spec.formats import Format, get_format, ordered

BLOCK = 1 << 20
BLOCKS = 1 << 12
"""The number of blocks that contain all binary32 inputs."""

_ONE = 0x3F8
"""The index of the block that begins at the number 1. Every sample contains it."""

Bits = np.ndarray[Any, Any]


@dataclass(slots=True)
class Count:
    """The number and kind of differences in all inputs so far.

    `wrong` counts results that are not equal to the right number. `most` is their largest distance
    in ulp, and `at` is the input with this distance; an infinity counts as the number after the
    largest. `nan` counts results that are NaN instead of a number, or a number instead of NaN.
    `zero` counts zeros with the wrong sign. A NaN with a different sign or payload is not counted.
    """

    wrong: int = 0
    most: int = 0
    at: int = 0
    nan: int = 0
    zero: int = 0

    def add(self, got: Bits, right: Bits, inputs: Bits) -> None:
        """Count the differences for some inputs.

        All arguments are bit patterns of binary32 or of binary64.
        """
        differ = got != right
        if not differ.any():
            return
        places = np.flatnonzero(differ & ~(_is_nan(got) & _is_nan(right)))
        a, b = got[places], right[places]
        nan_a, nan_b = _is_nan(a), _is_nan(b)
        self.nan += int(np.count_nonzero(nan_a != nan_b))
        numbers = ~(nan_a | nan_b)
        distance = _distance(a, b)[numbers]
        self.zero += int(np.count_nonzero(distance == 0))
        self.wrong += int(np.count_nonzero(distance))
        if distance.size and int(distance.max()) > self.most:
            self.most = int(distance.max())
            self.at = int(inputs[places[numbers][int(distance.argmax())]])

    def merge(self, other: Count) -> None:
        """Add another count. If two distances are equal, `at` becomes the lower input."""
        self.wrong, self.nan = self.wrong + other.wrong, self.nan + other.nan
        self.zero += other.zero
        if (-other.most, other.at) < (-self.most, self.at):
            self.most, self.at = other.most, other.at


def _format(bits: Bits) -> Format:
    return get_format(f"f{8 * bits.itemsize}")


def _is_nan(bits: Bits) -> Bits:
    form, kind = _format(bits), bits.dtype.type
    return np.asarray((bits & kind(form.sign_mask - 1)) > kind(form.infinity))


def _distance(a: Bits, b: Bits) -> Bits:
    """Return the number of steps between two numbers. In binary64 it can need all 64 bits."""
    name = _format(a).name
    places, others = (ordered(bits, name).astype(np.int64) for bits in (a, b))
    same_side = (places < 0) == (others < 0)
    sizes = (np.abs(x).astype(np.uint64) for x in (places, others))
    apart = np.abs(np.where(same_side, places - others, 0)).astype(np.uint64)
    return np.where(same_side, apart, sum(sizes, np.uint64(0)))


def sampled(every: int) -> range:
    """Return the indices of every n-th block, such that the block of the number 1 is included."""
    return range(_ONE % every, BLOCKS, every)
