"""Operands by a formula: element i is hash(seed, i mod p) for a prime p, at any index i.

A table of one period, and some more elements, serves every piece without new computation. An index
that was cut to 31 or 32 bits, halved, or moved by a power of two selects a different element,
because p divides none of these distances. The operands of one call have different primes, unless a
docstring says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.spec.formats import FORMATS, from_bits

LEAST_SPAN = 1024
"""The smallest number of extra elements of a table, so that small runs have different elements."""


@dataclass(frozen=True, slots=True)
class Formula:
    """The elements of a format. `table` has one period of elements, followed by `span` more."""

    format: str
    period: int
    table: Array

    @property
    def cycle(self) -> Array:
        """Return one period of elements."""
        return self.table[: self.period]

    def elements(self, start: int, stop: int) -> Array:
        """Return elements `start` to `stop`.

        This is a view of the table if the table is long enough.
        """
        first = start % self.period
        if first + stop - start <= self.table.size:
            return self.table[first : first + stop - start]
        return self.at(np.arange(start, stop))

    def at(self, places: Array) -> Array:
        """Return the elements at these indices of any size."""
        found: Array = self.table[places % self.period]
        return found

    def repeats(self, count: int) -> Array:
        """Return how often each element of the period occurs among the first `count`, as i64."""
        often = np.full(self.period, count // self.period, np.int64)
        often[: count % self.period] += 1
        return often


class Formulas:
    """A maker of the operands of a case, each with its own prime and hash.

    `span` is the length of the longest piece.
    """

    def __init__(self, span: int, seed: int) -> None:
        self.span = max(span, LEAST_SPAN)
        self._seed = seed
        self._made = 0
        self._prime = self.span

    def make(self, name: str, *, below: int = 0, period: int = 0) -> Formula:
        """Return a new formula of a format: floats of 8 binades, or integers.

        `below` is a limit for integers, or 0. `period` is the period of an earlier formula that
        must be matched.
        """
        self._made += 1
        if not period:
            period = self._prime = prime_below(self._prime)
        salt = (self._seed << 32) + self._made
        cycle = _values(_hashed(np.arange(period, dtype=np.uint64), salt), name, below)
        more = -(-self.span // period)
        return Formula(name, period, np.concatenate([cycle] * (1 + more))[: period + self.span])


def prime_below(n: int) -> int:
    """Return the greatest prime below n. n must be at least 3."""
    while True:
        n -= 1
        if all(n % d for d in range(2, isqrt(n) + 1)):
            return n


def _hashed(places: Array, salt: int) -> Array:
    """Return 64 hashed bits for each index: SplitMix64 (Steele, Lea, Flood, 2014), with a salt."""
    gamma = np.uint64(0x9E3779B97F4A7C15)
    start = _mixed(np.array([salt], np.uint64) * gamma)
    return _mixed(start + (places + np.uint64(1)) * gamma)


def _mixed(x: Array) -> Array:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return x


def _values(bits: Array, name: str, below: int) -> Array:
    form = FORMATS[name]
    if below:
        return (bits % np.uint64(below)).astype(form.dtype)
    if name == "bool":
        return (bits & np.uint64(1)).astype(bool)
    if name in ("f32", "bf16"):
        high: Any = bits >> np.uint64(32)
        # Exponents are from 2^-7 to 1, so that sums round and no value exceeds 2.
        high = high & np.uint64(0x83FFFFFF) | np.uint64(0x3C000000)
        return from_bits((high >> np.uint64(32 - form.bits)).astype(form.bits_dtype), name)
    return from_bits(bits.astype(form.bits_dtype), name)
