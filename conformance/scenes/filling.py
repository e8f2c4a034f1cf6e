"""Operands that consist of stretches: all NaN, some NaN, absent, infinite, or numbers.

A kernel that works in blocks passes a state from block to block: a maximum, a flag, a count. The
state may be lost if a block has only NaN, or no present element, and a block of a different kind
follows. Operands of random elements have no blocks of one kind. Therefore every row along the
longest axis is cut into stretches here, and the rows of an operand have all orders of kinds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.spec.formats import Format
from samebits.spec.language.shapes import Shape

Bits = np.ndarray[Any, Any]

KINDS = ("numbers", "NaN", "some NaN", "-inf", "+inf", "both infinities")
"""Kinds of float stretches. -inf is an absent element of a softmax and of attention."""

FLAGS = ("all true", "none", "some")
"""Kinds of mask stretches."""

PREFIX = "stretches"

_ORDERED = 3
"""The number of stretches at the end of a row that have all orders of kinds, over all rows."""

_DISTINCT = 3
"""The number of different finite numbers in an operand. With few, the NumPy route is fast."""

STEP = 7
"""The step from the order of a row to the order of the next row.

It is coprime to the number of orders.
"""

_ONE_IN = 8


@dataclass(frozen=True, slots=True)
class Stretches:
    """The operands that consist of stretches of `length` elements; masks always do.

    `first` is the number of the order of kinds in the first row; None means a random order. The
    text form is the name of a flavour: `stretches:1+5:256` fills operands 1 and 5.
    """

    operands: tuple[int, ...]
    length: int
    first: int | None = None

    @classmethod
    def of(cls, flavour: str) -> Stretches | None:
        """Return the stretches that a flavour's name describes, or None for any other flavour."""
        prefix, *words = flavour.split(":")
        if prefix != PREFIX:
            return None
        length, *first = map(int, words[1:])
        return cls(tuple(map(int, words[0].split("+"))), length, *first)

    def __str__(self) -> str:
        operands = "+".join(map(str, self.operands))
        first = "" if self.first is None else f":{self.first}"
        return f"{PREFIX}:{operands}:{self.length}{first}"

    def bits(self, number: int, form: Format, shape: Shape, words: Callable[[int], Bits]) -> Bits:
        """Return the bit patterns of operand `number`.

        `words(n)` returns n random 64-bit words.
        """
        size = math.prod(shape)
        if form.kind == "bool" or (form.is_float and number in self.operands):
            return self._fill(form, shape, words)
        if not form.is_float:
            return words(size).astype(form.bits_dtype).reshape(shape)
        numbers = _few(form, words(_DISTINCT))
        return numbers[words(size) % np.uint64(numbers.size)].reshape(shape)

    def _fill(self, form: Format, shape: Shape, words: Callable[[int], Bits]) -> Bits:
        """Return an array in which every row along the longest axis is cut into stretches.

        Any `orders(form)` consecutive rows have all orders of kinds in their last three stretches.
        The kinds of earlier stretches are random.
        """
        size = math.prod(shape)
        if not shape or not size:
            return _elements(form, np.zeros(size, np.int64), words).reshape(shape)
        axis = longest_axis(shape)
        kinds = self._kinds(len(kinds_of(form)), size // shape[axis], shape[axis], words)
        bits = _elements(form, kinds.reshape(-1), words).reshape(kinds.shape)
        others = [n for i, n in enumerate(shape) if i != axis]
        return np.ascontiguousarray(np.moveaxis(bits.reshape(*others, shape[axis]), -1, axis))

    def _kinds(self, kinds: int, lines: int, size: int, words: Callable[[int], Bits]) -> Bits:
        """Return, for each row and element, the number of the kind of its stretch."""
        stretches = -(-size // self.length)
        drawn = words(lines * stretches + 1)
        chosen = (drawn[1:].reshape(lines, stretches) % np.uint64(kinds)).astype(np.int64)
        first = int(drawn[0] % np.uint64(kinds**_ORDERED)) if self.first is None else self.first
        order = (first + STEP * np.arange(lines)) % kinds**_ORDERED
        for place in range(min(_ORDERED, stretches)):
            chosen[:, stretches - 1 - place] = order // kinds**place % kinds
        return np.repeat(chosen, self.length, axis=1)[:, :size]


def kinds_of(form: Format) -> tuple[str, ...]:
    """Return the kinds of stretches that an operand of a format may have."""
    return FLAGS if form.kind == "bool" else KINDS


def orders(form: Format) -> int:
    """Return the number of orders that three stretches of a format can have."""
    return int(len(kinds_of(form)) ** _ORDERED)


def longest_axis(shape: Shape) -> int:
    """Return the axis along which an operand is cut: the longest axis, or the last of them."""
    return max((size, axis) for axis, size in enumerate(shape))[1]


def _elements(form: Format, kinds: Bits, words: Callable[[int], Bits]) -> Bits:
    """Return a bit pattern for each element, by the kind of its stretch."""
    drawn = words(kinds.size)
    often = drawn % np.uint64(_ONE_IN)
    if form.kind == "bool":
        some = (often & np.uint64(1)).astype(form.bits_dtype)
        return np.asarray(np.choose(kinds, (np.ones_like(some), np.zeros_like(some), some)))
    numbers = _few(form, words(_DISTINCT))
    usual = numbers[(drawn >> np.uint64(8)) % np.uint64(numbers.size)]
    infinity = form.infinity if form.has_infinity else form.max_finite
    as_pattern = form.bits_dtype.type
    high, low = as_pattern(infinity), as_pattern(infinity | form.sign_mask)
    nan = as_pattern(form.canonical_nan)
    some = np.where(often == 0, nan, usual)
    both = np.where(often == 0, high, np.where(often == 1, low, usual))
    filled = (usual, nan, some, low, high, both)
    return np.asarray(np.choose(kinds, filled))


def _few(form: Format, words: Bits) -> Bits:
    """Return bit patterns of a few numbers of both signs with exponents around 0."""
    low = words & np.uint64((1 << (form.precision - 1)) - 1)
    exponents = (words >> np.uint64(53)) % np.uint64(4) + np.uint64(form.emax - 3)
    sign = (words >> np.uint64(63)) << np.uint64(form.bits - 1)
    found = sign | exponents << np.uint64(form.precision - 1) | low
    return np.asarray(found.astype(form.bits_dtype))
