"""The bits of drawn operands, in flavours that find different mistakes.

All bits come from the run's seed. Flavours differ in the distribution of exponents, in the
frequency of equal elements, and in the positions of special values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.specimens import moderate, tiny, wild
from samebits.spec.formats import Format, canonicalize_nan, ordered

Bits = np.ndarray[Any, Any]
Flavour = Callable[[Format, Bits, Draws], Bits]
"""A function that makes one bit pattern from each random word."""

_DISTINCT = 7
_SHORT = 16
_ALIKE = 12

EVERY = "every"
"""The flavour with all bit patterns, for ops whose results depend on few elements."""


MIDPOINTS = "midpoints"
"""The flavour that detects a fused multiply-add with double rounding."""


def draw_bits(form: Format, count: int, flavour: str, draws: Draws) -> Bits:
    """Return `count` bit patterns of a format."""
    if flavour == EVERY:
        return _every(form, count, draws)
    words = draws.words(count)
    make = FLAVOURS[flavour] if form.is_float else _WHOLE.get(flavour, _any)
    return np.asarray(make(form, words, draws).astype(form.bits_dtype))


def _every(form: Format, count: int, draws: Draws) -> Bits:
    """Return random bits; formats of up to 16 bits begin with every pattern, in random order.

    Multiplication by an odd factor permutes the patterns. No random word is left unused, because
    the arrays are large.
    """
    step = form.bits_dtype.itemsize
    bits = draws.words(-(-count * step // 8)).view(form.bits_dtype)[:count].copy()
    if form.bits <= _SHORT and form.kind != "bool":
        first = min(count, 1 << form.bits)
        numbers = np.arange(first, dtype=np.uint64)
        factor, start = np.uint64(draws.below(1 << form.bits) | 1), np.uint64(draws.below(first))
        bits[:first] = (numbers * factor + start).astype(form.bits_dtype)
    return bits


def _spread(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return finite numbers in which all exponents are equally likely."""
    mask = np.uint64((1 << form.bits) - 1)
    magnitude = (words & np.uint64(form.sign_mask - 1)) % np.uint64(form.max_finite + 1)
    return np.asarray((words >> np.uint64(63) << np.uint64(form.bits - 1) | magnitude) & mask)


def _ties(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return only a few different values, including both zeros, each many times."""
    few = moderate(form, draws.words(_DISTINCT))
    few = np.concatenate([few, np.array([0, form.sign_mask], np.uint64)])
    return np.asarray(few[(words % np.uint64(few.size)).astype(np.int64)])


def _equal(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return an array whose elements are all equal."""
    return np.full(words.size, moderate(form, draws.words(1))[0])


def _cancelling(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return numbers with their negatives at random indices, and a few numbers without one."""
    half = words.size // 2
    values = _spread(form, words, draws) if draws.chance(2) else moderate(form, words)
    values[half : 2 * half] = values[:half] ^ np.uint64(form.sign_mask)
    order = np.argsort(draws.words(values.size), kind="stable")
    return np.asarray(values[order])


def _nans(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return stretches of NaN with any payload, between stretches of numbers."""
    values = wild(form, words)
    run = max(1, words.size // draws.between(3, 9))
    first = form.infinity + 1 if form.has_infinity else form.max_finite + 1
    payloads = np.uint64(first) + words % np.uint64(form.sign_mask - first)
    inside = (np.arange(words.size) // run) % 2 == 1
    return np.where(inside, payloads, values)


def _midpoints(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return numbers within a few ulps of 1, and of powers s of two with s^2 = half an ulp of 1.

    s(1 + e) s(1 - e) is s^2 - (s e)^2. Added to 1, this product is very near to the midpoint of two
    sums. A fused multiply-add that is rounded twice, for example to binary64 first, then gives the
    wrong sum. Sums stay near 1, so that a function of the sum shows which sum it was.
    """
    steps = form.precision - 1
    half = (steps + 1) // 2
    scales = np.array([0, 0, 0, 0, 1, half, half, steps + 1 - half]) - half
    exponents = scales[(words & np.uint64(7)).astype(np.int64)]
    units = np.array([1, 1, 1, -1, -1, -1, 2, -2])
    offsets = units[(words >> np.uint64(3) & np.uint64(7)).astype(np.int64)]
    offsets = np.where(offsets < 0, 2 * offsets, offsets)
    one = np.int64((1 - form.emin) << steps)
    signs = (words >> np.uint64(63)) * np.uint64(form.sign_mask)
    return np.asarray((one + (exponents << steps) + offsets).astype(np.uint64) | signs)


def _sorted(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return sorted numbers, ascending or descending."""
    values = _spread(form, words, draws)
    order = np.argsort(ordered(values.astype(form.bits_dtype), form.name), kind="stable")
    return np.asarray(values[order if draws.chance(2) else order[::-1]])


def _canonical_wild(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return bit patterns of any kind, in which NaNs have random payloads or are all canonical."""
    values = wild(form, words)
    if draws.chance(2):
        return values
    return canonicalize_nan(values.astype(form.bits_dtype), form.name).astype(np.uint64)


def _any(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return random integers, or random bytes for bool: every nonzero byte is true (clause F1).

    Sometimes a mask is true everywhere, or false everywhere.
    """
    if form.kind == "bool" and draws.chance(_ALIKE):
        return np.full(words.size, draws.below(2), np.uint64)
    if form.kind == "bool" and draws.chance(2):
        return words & np.uint64(1)
    return words


def _small(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return integers from -3 to 3, or from 0 to 6 in unsigned formats."""
    few = words % np.uint64(7)
    if form.kind == "bool":
        return few & np.uint64(1)
    return few - np.uint64(3) if form.kind == "int" else few


def _one(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return an array whose elements are all equal to one small integer."""
    return np.full(words.size, _small(form, draws.words(1), draws)[0])


def _steps(form: Format, words: Bits, draws: Draws) -> Bits:
    """Return sorted integers, ascending or descending."""
    dtype = form.dtype if form.kind != "bool" else form.bits_dtype
    values = np.sort(words.astype(form.bits_dtype).view(dtype))
    return (values if draws.chance(2) else values[::-1]).astype(np.int64).astype(np.uint64)


FLAVOURS: Mapping[str, Flavour] = MappingProxyType(
    {
        "moderate": lambda form, words, draws: moderate(form, words),
        "tiny": lambda form, words, draws: tiny(form, words),
        "wild": _canonical_wild,
        "spread": _spread,
        "ties": _ties,
        "equal": _equal,
        "cancelling": _cancelling,
        "nans": _nans,
        "sorted": _sorted,
        MIDPOINTS: _midpoints,
    }
)
"""Flavours of float operands by name, each with its function."""

_WHOLE: Mapping[str, Flavour] = MappingProxyType({"ties": _small, "equal": _one, "sorted": _steps})
"""Flavours of integers and bool by name. Every other flavour uses `_any`."""
