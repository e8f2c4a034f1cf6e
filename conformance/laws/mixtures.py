"""Operands in which few elements need a different formula, among ordinary elements and NaN.

A loop over many elements keeps a summary, such as their maximum, to decide whether an element needs
a different formula. A signalling NaN may reset this summary. This mistake is not visible if most
elements need the different formula, because a later element sets the summary again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from samebits.conformance.scenes.specimens import Bits, moderate, special, wild
from samebits.spec.catalog import landmarks_of
from samebits.spec.formats import Format, bits_of, is_nan_bits
from samebits.spec.language.landmarks import FunctionLandmarks
from samebits.spec.language.shapes import Shape
from samebits.spec.philox import draws64

_LARGE = (3, 9)
"""Exponents of numbers at which functions overflow, vanish or saturate."""

_EACH = 24
"""One in this many elements is kept, if kept elements may be anywhere."""

_EIGHTHS = 7
"""The number of special elements among eight, in a range where most elements are special."""

_PLACES = 100
"""The number of the stream of draws (clause D1) for positions.

The stream of an operand has the operand's index as its number.
"""


def telling(op: str, form: Format, words: Bits) -> Bits:
    """Return bit patterns: half near thresholds of the op, a quarter large, a quarter `wild`."""
    kind = (words >> np.uint64(36)) % np.uint64(4)
    near, large, any_ = _near_thresholds(op, form, words), _large(form, words), wild(form, words)
    return np.select([kind == 0, kind == 1], [large, any_], near)


def _large(form: Format, words: Bits) -> Bits:
    least, greatest = _LARGE
    steps = (words >> np.uint64(44)) % np.uint64(greatest - least + 1)
    one = form.emax << (form.precision - 1)
    up = (steps + np.uint64(least)) << np.uint64(form.precision - 1)
    fraction = words & np.uint64((1 << (form.precision - 1)) - 1)
    magnitude = np.minimum(np.uint64(one) + up + fraction, np.uint64(form.max_finite))
    return np.asarray(magnitude | (words >> np.uint64(63)) << np.uint64(form.bits - 1))


def _near_thresholds(op: str, form: Format, words: Bits) -> Bits:
    """Return numbers within 1/32 of a threshold, or large numbers if the op has no threshold."""
    thresholds = _thresholds(op, form)
    if not thresholds.size:
        return _large(form, words)
    chosen = thresholds[(words % np.uint64(thresholds.size)).astype(np.int64)]
    beside = ((words >> np.uint64(44)) % np.uint64(65)).astype(np.float64) / 1024 - 1 / 32
    with np.errstate(all="ignore"):
        return bits_of((chosen * (1 + beside)).astype(form.dtype)).astype(np.uint64)


@cache
def _thresholds(op: str, form: Format) -> Bits:
    landmarks = landmarks_of(op)
    if not isinstance(landmarks, FunctionLandmarks) or landmarks.thresholds is None:
        return np.empty(0)
    return np.array(landmarks.thresholds(form))


@dataclass(frozen=True, slots=True)
class Mixture:
    """The kept elements of an axis, and the number of special elements among eight at each index.

    For three of four seeds kept elements come first, then special ones, then usual ones. A loop
    that forgets the first elements then finds no later element of the same kind. For other seeds
    all kinds may be anywhere.
    """

    seed: int
    kept: Bits
    eighths: Bits

    @classmethod
    def of(cls, size: int, seed: int) -> Mixture:
        """Return a random mixture for a seed."""
        words, draw, places = draws64(seed, _PLACES, size), seed >> 8, np.arange(size)
        if seed % 4:
            begin = 1 + draw % max(1, size // 3)
            end = max(begin + 1, size * 5 // 6 - (draw >> 8) % max(1, size // 3))
            kept = (places < begin) & (words % np.uint64(2) == 0)
            eighths = np.where((places >= begin) & (places < end), _EIGHTHS, 0)
        else:
            kept = words % np.uint64(_EACH) == 0
            eighths = np.full(size, 1 + draw % _EIGHTHS)
        kept[draw % (begin if seed % 4 else size)] = True
        return cls(seed, np.flatnonzero(kept), eighths)

    def patterns(self, form: Format, shape: Shape, axis: int, operand: int) -> Bits:
        """Return usual and special bit patterns for all elements of an operand with this axis."""
        words = draws64(self.seed, operand, math.prod(shape)).reshape(shape)
        among = special(form)
        if self.seed >> 2 & 1:
            among = among[is_nan_bits(among.astype(form.bits_dtype), form.name)]
        if self.seed >> 3 & 1 and form.has_infinity:
            among = np.array([form.infinity + 1], np.uint64)
        chosen = among[((words >> np.uint64(20)) % np.uint64(among.size)).astype(np.int64)]
        eighths = self.eighths.reshape((-1,) + (1,) * (len(shape) - axis - 1))
        is_special = (words >> np.uint64(40)) % np.uint64(8) < eighths.astype(np.uint64)
        return np.where(is_special, chosen, moderate(form, words)).astype(form.bits_dtype)
