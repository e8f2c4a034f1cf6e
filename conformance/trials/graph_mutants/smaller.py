"""Make a call that detects a mutant smaller: first shorten axes, then simplify elements.

A change is accepted if the call still detects the mutant, so this module needs no knowledge of
shape rules. Axes of equal size are shortened together in every combination. Combinations that make
the call an error are rejected by the op's own check.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from samebits.spec.formats import Format, bits_of, from_bits, get_format

Array = np.ndarray[Any, Any]
Tells = Callable[[Sequence[Array]], bool]
"""A function that returns whether a call with these operands detects the mutant.

It returns False on an error.
"""

MOST_SIMPLIFIED = 64
"""The largest total number of elements of operands that are simplified element by element."""

_TOGETHER = 6
_SECONDS = 20.0


def smaller(inputs: Sequence[Array], formats: Sequence[str], tells: Tells) -> list[Array]:
    """Return smaller and simpler operands that still detect the mutant."""
    end = time.monotonic() + _SECONDS
    found = _until(end, list(inputs), _cuts, tells)
    if sum(x.size for x in found) <= MOST_SIMPLIFIED:
        found = _until(end, found, lambda x: _simpler(x, formats), tells)
    return [np.ascontiguousarray(x).reshape(x.shape) for x in found]


def _until(
    end: float,
    found: list[Array],
    changes: Callable[[list[Array]], Iterator[list[Array]]],
    tells: Tells,
) -> list[Array]:
    """Take the first change after which the mutant is still detected, and repeat.

    Stops if no change is left or at time `end`.
    """
    going = True
    while going and time.monotonic() < end:
        going = False
        for changed in changes(found):
            if tells(changed):
                found, going = changed, True
                break
            if time.monotonic() > end:
                break
    return found


def _cuts(inputs: list[Array]) -> Iterator[list[Array]]:
    """Yield operands with axes of equal size shortened together, the shortest axes first."""
    axes = [(k, axis) for k, x in enumerate(inputs) for axis in range(x.ndim)]
    sizes = sorted({inputs[k].shape[axis] for k, axis in axes} - {0, 1}, reverse=True)
    for size in sizes:
        alike = [(k, axis) for k, axis in axes if inputs[k].shape[axis] == size]
        for places in _kept(size):
            for together in _combinations(alike):
                yield [
                    _taken(x, [axis for number, axis in together if number == k], places)
                    for k, x in enumerate(inputs)
                ]


def _kept(size: int) -> Iterator[list[int]]:
    """Yield lists of the positions of an axis that remain, short lists first."""
    every = list(range(size))
    for first in every if size <= _TOGETHER else (0, size // 2, size - 1):
        yield [first]
    length = size // 2
    while length:
        for start in range(0, size, length) if size // length <= 16 else ():
            part = every[start : start + length]
            if len(part) * 2 >= size:
                yield part
            yield every[:start] + every[start + length :]
        length //= 2


def _combinations(alike: Sequence[tuple[int, int]]) -> Iterator[Sequence[tuple[int, int]]]:
    yield alike
    if len(alike) <= _TOGETHER:
        for count in range(len(alike) - 1, 0, -1):
            yield from itertools.combinations(alike, count)


def _taken(x: Array, axes: Sequence[int], places: Sequence[int]) -> Array:
    for axis in axes:
        x = x.take(places, axis)
    return x


def _simpler(inputs: list[Array], formats: Sequence[str]) -> Iterator[list[Array]]:
    """Yield operands with one element replaced by 0, by 1, or by a number with fewer digits."""
    for k, (x, name) in enumerate(zip(inputs, formats, strict=True)):
        form = get_format(name)
        flat = bits_of(np.ascontiguousarray(x)).reshape(-1)
        for place in range(math.prod(x.shape)):
            for pattern in _patterns(int(flat[place]), form):
                changed = flat.copy()
                changed[place] = pattern
                yield [*inputs[:k], from_bits(changed.reshape(x.shape), name), *inputs[k + 1 :]]


def _patterns(now: int, form: Format) -> Iterator[int]:
    """Yield simpler patterns than `now`, the simplest first.

    All of them precede `now` in one fixed order, so that the simplification ends.
    """
    if not form.is_float:
        yield from (value for value in (0, 1) if value < now)
        return
    one = (1 - form.emin) << (form.precision - 1)
    simple = [0, one, one | form.sign_mask, form.sign_mask]
    yield from simple[: simple.index(now)] if now in simple else simple
    if now not in simple and now & (form.sign_mask - 1) < form.infinity:
        for digits in range(form.precision - 1, 0, -1):
            rounded = now >> digits << digits
            if rounded != now and rounded & (form.sign_mask - 1):
                yield rounded
