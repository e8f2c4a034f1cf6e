"""Operands that are filled stretch by stretch: all NaN, some NaN, absent, infinite, or numbers.

A kernel that works block by block keeps something from block to block: a maximum, a flag, a count.
What it keeps may be lost where one block holds nothing but NaN, or no present element, and another
kind of block follows. Operands drawn element by element have no such blocks: each of their blocks
holds some of everything. So here every line along the longest axis is cut into stretches, and the
lines of an operand run through all orders of kinds.
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
"""What a stretch of floats may hold. -inf is absent from a softmax, and from attention."""

FLAGS = ("all true", "none", "some")
"""What a stretch of a mask may hold."""

PREFIX = "stretches"

_ORDERED = 3
"""Stretches at the end of a line that take all orders of kinds, one line after the other."""

_DISTINCT = 3
"""Different numbers of an operand: the answers to few different operands take little time."""

STEP = 7
"""From the order of one line to that of the next; it divides no number of orders."""

_ONE_IN = 8


@dataclass(frozen=True, slots=True)
class Stretches:
    """Which operands are filled by stretches of `length` elements; masks always are.

    `first` is the number of the order of kinds of the first line, drawn where it is None. The text
    is the name of a flavour: `stretches:1+5:256` fills operands 1 and 5.
    """

    operands: tuple[int, ...]
    length: int
    first: int | None = None

    @classmethod
    def of(cls, flavour: str) -> Stretches | None:
        """What the name of a flavour says, or None for the name of another flavour."""
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
        """The patterns of operand `number`, of this shape; `words` draws so many 64-bit words."""
        size = math.prod(shape)
        if form.kind == "bool" or (form.is_float and number in self.operands):
            return self._fill(form, shape, words)
        if not form.is_float:
            return words(size).astype(form.bits_dtype).reshape(shape)
        numbers = _few(form, words(_DISTINCT))
        return numbers[words(size) % np.uint64(numbers.size)].reshape(shape)

    def _fill(self, form: Format, shape: Shape, words: Callable[[int], Bits]) -> Bits:
        """Every line along the longest axis is cut into stretches.

        Any `orders(form)` lines that follow each other have all orders of kinds in their last three
        stretches; what the stretches before these hold is drawn.
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
        """The number of its kind for each line and element."""
        stretches = -(-size // self.length)
        drawn = words(lines * stretches + 1)
        chosen = (drawn[1:].reshape(lines, stretches) % np.uint64(kinds)).astype(np.int64)
        first = int(drawn[0] % np.uint64(kinds**_ORDERED)) if self.first is None else self.first
        order = (first + STEP * np.arange(lines)) % kinds**_ORDERED
        for place in range(min(_ORDERED, stretches)):
            chosen[:, stretches - 1 - place] = order // kinds**place % kinds
        return np.repeat(chosen, self.length, axis=1)[:, :size]


def kinds_of(form: Format) -> tuple[str, ...]:
    """The kinds of stretches that an operand of a format may have."""
    return FLAGS if form.kind == "bool" else KINDS


def orders(form: Format) -> int:
    """The number of orders that three stretches of a format can have."""
    return int(len(kinds_of(form)) ** _ORDERED)


def longest_axis(shape: Shape) -> int:
    """The axis along which an operand is cut: its longest, the last of equal ones."""
    return max((size, axis) for axis, size in enumerate(shape))[1]


def _elements(form: Format, kinds: Bits, words: Callable[[int], Bits]) -> Bits:
    """A pattern for each element, by the kind of its stretch."""
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
    """A few numbers of both signs with exponents around 0, as patterns."""
    low = words & np.uint64((1 << (form.precision - 1)) - 1)
    exponents = (words >> np.uint64(53)) % np.uint64(4) + np.uint64(form.emax - 3)
    sign = (words >> np.uint64(63)) << np.uint64(form.bits - 1)
    found = sign | exponents << np.uint64(form.precision - 1) | low
    return np.asarray(found.astype(form.bits_dtype))
