"""Arguments of binary64 as bit patterns: special and exact ones, borders, and drawn ones."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from math import pi
from random import Random

from samebits.backends.numerics.multiple.tests.library import TWO_OPERANDS, WITH_ATTRIBUTE

SIGN = 1 << 63
INFINITY = 0x7FF << 52
NAN = 0x7FF8 << 48
MOST = INFINITY - 1
NORMAL = 1 << 52
"""The least normal number."""

BORDERS: dict[str, tuple[float, ...]] = {
    "acosh": (1.0, 1.5),
    "asin": (1.0, 0.5),
    "acos": (1.0, 0.5),
    "atanh": (1.0, 0.5),
    "cosh": (710.4758600739439,),
    "erf": (5.9, 16.0),
    "erfc": (-5.9, -16.0, 26.54, 27.2, 31.0, 10.0, 3.0),
    "erfinv": (1.0, 0.5, -0.5, 0.999),
    "exp": (709.782712893384, -708.3964, -745.1332191019411, -746.0, 710.0),
    "exp10": (308.25471555991674, -307.6526, -323.6062, 22.0, 23.0, 24.0, -1.0, -5.0),
    "exp2": (1024.0, -1022.0, -1074.0, -1075.0, -1076.0, 1100.0, 0.5),
    "expm1": (709.782712893384, -37.4, -745.0),
    "gelu": (-38.0, 20.0, -50.0, 8.3),
    "gelu_derivative": (-0.7517915, -38.5, 20.0, -50.0),
    "gelu_tanh": (-21.5, 13.0, -25.0),
    "gelu_tanh_derivative": (-0.75246, -21.6, 13.0, -25.0),
    "hardsigmoid": (3.0, -3.0, 1.5),
    "hardsigmoid_derivative": (3.0,),
    "hardswish": (3.0, -1.5),
    "hardswish_derivative": (3.0, -1.5),
    "lgamma": (
        *(1.0, 2.0, -0.5, 171.6, 2.5e305, 2.55634e305, -1e15 - 0.5, 1e15, 3.0, -2.457024738220800),
        *(-2.747682646727413, -3.143580888349980, -3.955294284858598, -170.5, 128.0),
    ),
    "log": (1.0,),
    "log10": (1.0, 10.0, 1e22, 1e15),
    "log1p": (-1.0, 1.0),
    "log2": (1.0, 2.0),
    "logsigmoid": (745.1, 746.0, -40.0),
    "mish": (-1.19, -750.0, -800.0, 20.0),
    "mish_derivative": (-1.1924, -750.0, -800.0, 20.0, 400.0),
    "normal_quantile": (0.5, 0.25, 0.75, 1.0, 1e-300),
    "quick_gelu": (-440.0, -600.0, 20.0),
    "quick_gelu_derivative": (-0.7511, -440.0, -600.0, 30.0),
    "relu6": (6.0,),
    "relu6_derivative": (6.0,),
    "sigmoid": (-745.1, -746.0, 37.0, -708.4),
    "sigmoid_derivative": (745.1, 746.0),
    "silu": (-752.0, -800.0, 37.0),
    "silu_derivative": (-1.278464542761074, -752.0, -800.0, 40.0),
    "sinh": (710.4758600739439, 711.0),
    "softplus": (-745.1, -746.0, 37.0),
    "softsign_derivative": (1.0, 3.0, 7.0, 1023.0),
    "square": (2.0**-537, 1.5 * 2.0**-537, 2.0**-511, 1.3407807929942596e154, 134217729.0),
    "tanh": (19.06, 80.0),
    "tanh_derivative": (373.0, 400.0),
    "tanhshrink": (1.0, 80.0, 2.0**53 + 2, 2.0**54 + 4, 1e-108),
    "tanhshrink_derivative": (19.0, 80.0, 1e-162),
    "tgamma": (
        *(171.62437695630272, 172.0, 22.0, 23.0, 24.0, 30.0, -170.5, -184.5, -183.5, -200.0),
        *(-177.5, 1.0, 2.0, 1e-308, 0.5),
    ),
}
POSITIVE = ("acosh", "log", "log2", "log10", "rsqrt")
BELOW_ONE = ("acos", "asin", "atanh", "erfinv", "normal_quantile")
for _turns in ("sin", "cos", "tan"):
    BORDERS[_turns] = (pi / 2, pi, 3 * pi / 2, 6381956970095103.0 * 2.0**797, 1e22, 2.0**1023)
for _turns in ("sinpi", "cospi"):
    BORDERS[_turns] = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 0.25, 1e15 + 0.5, 2.0**53, 2.0**60)


def pattern(x: float) -> int:
    """The bits of a number."""
    bits: int = struct.unpack("<Q", struct.pack("<d", x))[0]
    return bits


def number(bits: int) -> float:
    """The number of the bits."""
    x: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return x


def _around(xs: Iterable[float]) -> Iterator[int]:
    """Numbers and their neighbours, of both signs."""
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
    """Numbers of every exponent, and as many of those near 1; some have few bits."""
    for i in range(count):
        field = draw.randrange(2047) if i % 3 == 0 else draw.randrange(1023 - 40, 1023 + 11)
        fraction = draw.getrandbits(52)
        if i % 7 == 0:
            fraction = fraction >> 30 << 30
        yield draw.getrandbits(1) << 63 | field << 52 | fraction


def _inside(op: str, drawn: Iterable[int]) -> Iterator[int]:
    """Numbers moved into the domain of an op, where it has one: by their sign or their exponent."""
    for x in drawn:
        magnitude = x & (SIGN - 1)
        if op in POSITIVE:
            yield magnitude
        elif op in BELOW_ONE:
            above = magnitude >= 1023 << 52
            inner = magnitude - (magnitude >> 52 << 52) | 1022 << 52 if above else magnitude
            yield inner if op == "normal_quantile" else inner | x & SIGN
        else:
            yield x


def rows(op: str, count: int, seed: int = 0) -> list[tuple[int, ...]]:
    """Rows of patterns for an op, `count` of them drawn."""
    draw = Random(zlib.crc32(op.encode()) + seed)
    if op in TWO_OPERANDS:
        return [*_pairs(op), *zip(_drawn(draw, count), _drawn(draw, count), strict=True)]
    one = [*_special(), *_around(BORDERS.get(op, ())), *_inside(op, _drawn(draw, count))]
    if op not in WITH_ATTRIBUTE:
        return [(x,) for x in dict.fromkeys(one)]
    alphas = [pattern(a) for a in (1.0, -1.0, 0.3, 2.0**-1074, -(2.0**-1074), 1.7e308, -2.5e-3)]
    found = [(x, alpha) for x in _special() for alpha in alphas]
    found += [(x | SIGN, draw.choice(alphas)) for x in one]
    found += [(x | SIGN, alpha) for x in _drawn(draw, count) for alpha in _drawn(draw, 1)]
    zeros = () if op.startswith("celu") else ((x, zero) for x in _special() for zero in (0, SIGN))
    return [*found, *zeros]


def _pairs(op: str) -> Iterator[tuple[int, int]]:
    some = [0, INFINITY, NAN, 1, MOST, *map(pattern, (1.0, 2.0, 3.0, 4.0, 0.5, 1.5, 2.0**-600))]
    both = [x | sign for x in some for sign in (0, SIGN)]
    yield from ((x, y) for x in both for y in both)
    pairs: dict[str, tuple[tuple[float, float], ...]] = {
        "hypot": (
            *((3.0, 4.0), (5.0, 12.0), (2.0**-1074 * 3, 2.0**-1074 * 4), (1e308, 1.7e308)),
            # Squares of numbers of 54 bits, ties: s^2 - x^2 = y^2 with s = x + 1 and x even.
            *((2.0**53, 2.0**27), ((2.0**54 - 2) / 2, 2.0**27 - 1), (2.0**52, 2.0**26 + 1)),
            *(((2.0**27 + 1) ** 2 / 2 - 0.5, 2.0**27 + 1),),
        ),
        "pow": (
            *((3.0, 33.0), (3.0, 34.0), (5.0, 23.0), (3.0, 35.0), (9.0, 16.5), (4.0, -537.5)),
            *((2.0, -1075.0), (2.0, -1074.0), (2.0, 1024.0), (2.0**-1074, 0.5), (2.0**-1074, 1.0)),
            *((0.0625, 0.25), (-3.0, 3.0), (-3.0, 4.0), (-2.0, -1075.0), (-8.0, 1 / 3)),
            *((1.0 + 2.0**-52, 2.0**60), (1.0 - 2.0**-53, -(2.0**60)), (1.5, 2.0**-1074)),
            *((134217729.0, 2.0), (3.0, 1.0 + 2.0**-52), (2.0, 1.7e308), (0.5, 1.7e308)),
            *((2.0**31 * 3, 33.0), (1.5, 34.0), (0.75, 34.0), (2.0**-40 * 3, 33.0)),
        ),
        "logaddexp": (
            *((-1.0, -1.0), (-0.6931471805599453, -0.6931471805599453), (0.0, -745.0)),
            *((-0.5, -0.9327521295671886), (1e308, -1e308), (1e-300, -700.0), (-1e-310, -715.0)),
            *((0.0, -746.5), (5e-324, -800.0), (-5e-324, -744.0), (-5e-324, -745.2)),
        ),
        "atan2": (
            *((1e-300, 1e300), (3e-320, 0.75), (5e-324, 2.0), (5e-324, -2.0), (1.5e-323, 2.0)),
            *((1.0, 1e-300), (-1e-300, 1e10), (4503599627370497.0, 2.0**1000), (1e308, 1e-308)),
        ),
    }
    for x, y in pairs[op]:
        yield from ((pattern(x), pattern(y)), (pattern(y), pattern(x)))
