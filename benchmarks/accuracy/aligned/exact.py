"""Exact products of binary32 matrices, as integer multiples of a unit.

Every operand is split into digits of 20 bits. A product of two matrices of digits is computed in
binary64, where sums of 8192 products are exact. Python's integers combine the digits. Sums and
errors are exact; only the last step, the division of one integer by another, is rounded.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_DIGIT = 20
_MOST_TERMS = 1 << (53 - 2 * _DIGIT)


@dataclass(frozen=True, slots=True)
class Whole:
    """A matrix of integers, as digits [count, rows, columns], lowest first, in units of 2^unit."""

    digits: Array
    unit: int

    @property
    def magnitudes(self) -> Whole:
        """Return the absolute values. All digits of a number have its sign."""
        return Whole(np.abs(self.digits), self.unit)


def whole(x: Array) -> Whole:
    """Return a finite binary32 matrix as integer multiples of a unit.

    The unit is the last place of the smallest element.
    """
    fractions, exponents = np.frexp(x.astype(np.float64))
    significands = np.ldexp(fractions, 24)  # at most 24 bits, so this is exact
    places = np.where(x == 0, np.int32(1 << 20), exponents - 24)
    unit = int(places.min()) if np.any(x) else 0
    shifts = np.where(x == 0, 0, places - unit)
    count = (int(shifts.max()) + 24) // _DIGIT + 1
    digits = np.zeros((count, *x.shape))
    for i in range(count):
        # `above` is the value of the higher digits, which are subtracted from `here`.
        above = np.trunc(np.ldexp(significands, shifts - _DIGIT * (i + 1)))
        here = np.trunc(np.ldexp(significands, shifts - _DIGIT * i))
        digits[i] = here - np.ldexp(above, _DIGIT)
    return Whole(digits, unit)


def product(a: Whole, b: Whole) -> tuple[Array, int]:
    """Return the exact product of [M, K] and [K, N] as Python integers, and its unit."""
    terms = a.digits.shape[-1]
    if terms > _MOST_TERMS:
        raise ValueError(f"{terms} terms are too many: sums of digits would be rounded")
    total = np.zeros((a.digits.shape[1], b.digits.shape[2]), object)
    for i, left in enumerate(a.digits):
        for j, right in enumerate(b.digits):
            part = np.matmul(left, right).astype(np.int64).astype(object)
            total = total + part * (1 << (_DIGIT * (i + j)))
    return total, a.unit + b.unit


@dataclass(frozen=True, slots=True)
class Errors:
    """The maximum and the root mean square of |c - a b| / (|a| |b|) over the elements."""

    largest: float
    rms: float


class Right:
    """The exact product of two matrices, and the product of their magnitudes."""

    def __init__(self, a: Array, b: Array) -> None:
        left, right = whole(a), whole(b)
        self._product, self._unit = product(left, right)
        self._size, _ = product(left.magnitudes, right.magnitudes)

    def errors(self, c: Array) -> Errors:
        """Return the errors of a binary32 product c.

        Elements with |a| |b| = 0 are left out, because their product and error are 0.
        """
        relative = []
        sizes = zip(self._product.flat, self._size.flat, c.flat, strict=True)
        for exact, size, value in sizes:
            number, denominator = float(value).as_integer_ratio()
            shift = max(-self._unit, 0)
            scale = 1 << max(self._unit, 0)
            error = abs((number << shift) - exact * scale * denominator)
            if size:
                relative.append(error / (size * scale * denominator))
        squares = math.fsum(x * x for x in relative)
        return Errors(max(relative), math.sqrt(squares / len(relative)))
