"""Counting what is wrong: results of a subject against the right bits, block by block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.spec.formats import Format, get_format, ordered

BLOCK = 1 << 20
BLOCKS = 1 << 12
"""Blocks of all inputs of binary32."""

_ONE = 0x3F8
"""The block that begins at the number 1: a sample always holds it."""

Bits = np.ndarray[Any, Any]


@dataclass(slots=True)
class Count:
    """What differs, over the inputs so far.

    `wrong` counts results that are another number than the right one; `most` is the largest
    distance of these in ulp (an infinity counts as the number after the largest), at the input
    `at`. `nan` counts results that are NaN where a number is right, or the reverse; `zero` those
    that are a zero of the other sign. A NaN with another sign or payload is none of these.
    """

    wrong: int = 0
    most: int = 0
    at: int = 0
    nan: int = 0
    zero: int = 0

    def add(self, got: Bits, right: Bits, inputs: Bits) -> None:
        """Take in results for these inputs: patterns of binary32, or of binary64, in all three."""
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
        """Take in another count; of equal distances the lowest input is kept."""
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
    """How many numbers lie between, and one: of binary64 it may need all 64 bits."""
    name = _format(a).name
    places, others = (ordered(bits, name).astype(np.int64) for bits in (a, b))
    same_side = (places < 0) == (others < 0)
    sizes = (np.abs(x).astype(np.uint64) for x in (places, others))
    apart = np.abs(np.where(same_side, places - others, 0)).astype(np.uint64)
    return np.where(same_side, apart, sum(sizes, np.uint64(0)))


def sampled(every: int) -> range:
    """The blocks of a sample: every n-th one, that of the number 1 among them."""
    return range(_ONE % every, BLOCKS, every)
