"""Arguments in binary64 as bit patterns: special, exact and random ones, and borders."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable, Iterator
from math import isfinite, pi
from random import Random

from samebits.backends.numerics.multiple.tests.library import (
    FUNCTIONS,
    attributes_of,
    operands_of,
)
from samebits.spec.catalog import function_landmarks, get_op, landmarks_of
from samebits.spec.formats import get_format
from samebits.spec.language.landmarks import PairLandmarks

SIGN = 1 << 63
INFINITY = 0x7FF << 52
NAN = 0x7FF8 << 48
MOST = INFINITY - 1
NORMAL = 1 << 52
"""The smallest normal number."""

TURNS: dict[str | None, tuple[float, ...]] = {
    "radians": (pi / 2, pi, 3 * pi / 2, 6381956970095103.0 * 2.0**797, 1e22, 2.0**1023),
    "half turns": (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 0.25, 1e15 + 0.5, 2.0**53, 2.0**60),
    None: (),
}
"""Operands near or at multiples of a quarter turn."""


def borders(op: str) -> list[float]:
    """Return the landmarks of a function of one operand, and the numbers in its header."""
    known, form = function_landmarks(op), get_format("f64")
    found = [*(known.thresholds(form) if known.thresholds else ()), *TURNS[known.repeats]]
    found += known.domain
    header = (FUNCTIONS / f"{op}.h").read_text(encoding="utf-8")
    found += map(float, re.findall(r"\d+\.\d+", header))
    if known.poles:
        found += (2.5e305, 2.55634e305, -1e15 - 0.5, 1e15, 22.0, 24.0, -183.5, -184.5, -177.5)
        found += (-2.457024738220800, -2.747682646727413, -3.143580888349980, -3.955294284858598)
    return [x for x in dict.fromkeys(found) if isfinite(x)]


def pattern(x: float) -> int:
    """Return the bits of a number."""
    bits: int = struct.unpack("<Q", struct.pack("<d", x))[0]
    return bits


def number(bits: int) -> float:
    """Return the number with these bits."""
    x: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return x


def _around(xs: Iterable[float]) -> Iterator[int]:
    """Yield numbers and their neighbours, with both signs."""
    for x in xs:
        for step in (-2, -1, 0, 1, 2):
            near = pattern(abs(x)) + step
            if 0 <= near < INFINITY:
                yield from (near, near | SIGN)


def _special() -> Iterator[int]:
    for magnitude in (0, INFINITY, NAN, 1, 2, 3, 5, NORMAL - 1, NORMAL, NORMAL + 1, MOST):
        yield from (magnitude, magnitude | SIGN)
    yield from (INFINITY + 1, SIGN | INFINITY + 5, NAN | 7)
    yield from _around(2.0**e for e in (-1000, -537, -300, -60, -54, -53, -27, -26, -1, 0, 1, 53))
    yield from _around((3.0, 5.0, 10.0, 0.1, 100.0, 700.0))


def _drawn(draw: Random, count: int) -> Iterator[int]:
    """Yield random numbers: some with every exponent, and as many near 1. Some have few bits."""
    for i in range(count):
        field = draw.randrange(2047) if i % 3 == 0 else draw.randrange(1023 - 40, 1023 + 11)
        fraction = draw.getrandbits(52)
        if i % 7 == 0:
            fraction = fraction >> 30 << 30
        yield draw.getrandbits(1) << 63 | field << 52 | fraction


def _inside(op: str, drawn: Iterable[int]) -> Iterator[int]:
    """Yield numbers whose sign or exponent is changed so that they are in the op's domain."""
    least, most = function_landmarks(op).domain
    for x in drawn:
        magnitude = x & (SIGN - 1)
        if abs(least) <= 1 and abs(most) <= 1:
            above = magnitude >= 1023 << 52
            inner = magnitude - (magnitude >> 52 << 52) | 1022 << 52 if above else magnitude
            yield inner if least == 0 else inner | x & SIGN
        else:
            yield magnitude if least >= 0 else x


def rows(op: str, count: int, seed: int = 0) -> list[tuple[int, ...]]:
    """Return tuples of operands for an op, as bit patterns. `count` of the tuples are random."""
    draw = Random(zlib.crc32(op.encode()) + seed)
    if operands_of(op) == 2:
        return [*_pairs(op), *zip(_drawn(draw, count), _drawn(draw, count), strict=True)]
    one = [*_special(), *_around(borders(op)), *_inside(op, _drawn(draw, count))]
    if attributes_of(op) == 0:
        return [(x,) for x in dict.fromkeys(one)]
    alphas = [pattern(a) for a in (1.0, -1.0, 0.3, 2.0**-1074, -(2.0**-1074), 1.7e308, -2.5e-3)]
    found = [(x, alpha) for x in _special() for alpha in alphas]
    found += [(x | SIGN, draw.choice(alphas)) for x in one]
    found += [(x | SIGN, alpha) for x in _drawn(draw, count) for alpha in _drawn(draw, 1)]
    nonzero = any(attribute.nonzero for attribute in get_op(op).attributes)
    zeros = () if nonzero else ((x, zero) for x in _special() for zero in (0, SIGN))
    return [*found, *zeros]


def _pairs(op: str) -> Iterator[tuple[int, int]]:
    some = [0, INFINITY, NAN, 1, MOST, *map(pattern, (1.0, 2.0, 3.0, 4.0, 0.5, 1.5, 2.0**-600))]
    both = [x | sign for x in some for sign in (0, SIGN)]
    yield from ((x, y) for x in both for y in both)
    pairs: dict[str | None, tuple[tuple[float, float], ...]] = {
        "lengths": (
            *((3.0, 4.0), (5.0, 12.0), (2.0**-1074 * 3, 2.0**-1074 * 4), (1e308, 1.7e308)),
            # Squares of numbers of 54 bits are ties: s^2 - x^2 = y^2 with s = x + 1 and even x.
            *((2.0**53, 2.0**27), ((2.0**54 - 2) / 2, 2.0**27 - 1), (2.0**52, 2.0**26 + 1)),
            *(((2.0**27 + 1) ** 2 / 2 - 0.5, 2.0**27 + 1),),
        ),
        "powers": (
            *((3.0, 33.0), (3.0, 34.0), (5.0, 23.0), (3.0, 35.0), (9.0, 16.5), (4.0, -537.5)),
            *((2.0, -1075.0), (2.0, -1074.0), (2.0, 1024.0), (2.0**-1074, 0.5), (2.0**-1074, 1.0)),
            *((0.0625, 0.25), (-3.0, 3.0), (-3.0, 4.0), (-2.0, -1075.0), (-8.0, 1 / 3)),
            *((1.0 + 2.0**-52, 2.0**60), (1.0 - 2.0**-53, -(2.0**60)), (1.5, 2.0**-1074)),
            *((134217729.0, 2.0), (3.0, 1.0 + 2.0**-52), (2.0, 1.7e308), (0.5, 1.7e308)),
            *((2.0**31 * 3, 33.0), (1.5, 34.0), (0.75, 34.0), (2.0**-40 * 3, 33.0)),
        ),
        "logarithms of sums": (
            *((-1.0, -1.0), (-0.6931471805599453, -0.6931471805599453), (0.0, -745.0)),
            *((-0.5, -0.9327521295671886), (1e308, -1e308), (1e-300, -700.0), (-1e-310, -715.0)),
            *((0.0, -746.5), (5e-324, -800.0), (-5e-324, -744.0), (-5e-324, -745.2)),
        ),
        "angles": (
            *((1e-300, 1e300), (3e-320, 0.75), (5e-324, 2.0), (5e-324, -2.0), (1.5e-323, 2.0)),
            *((1.0, 1e-300), (-1e-300, 1e10), (4503599627370497.0, 2.0**1000), (1e308, 1e-308)),
        ),
    }
    known = landmarks_of(op)
    assert isinstance(known, PairLandmarks)
    for x, y in pairs[known.groups]:
        yield from ((pattern(x), pattern(y)), (pattern(y), pattern(x)))
