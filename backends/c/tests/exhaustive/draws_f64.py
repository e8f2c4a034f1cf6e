"""Random operands of binary64 functions: near thresholds, in ordinary ranges, and anywhere.

Each draw gives whole blocks of one kind, because the C backend processes blocks of ordinary
operands differently from blocks with special values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from samebits.oracles.sweep.drawn import Array, Generator, Kind, inside, uniform
from samebits.spec.catalog import function_landmarks, get_op, landmarks_of
from samebits.spec.formats import get_format
from samebits.spec.language.landmarks import PairLandmarks

Pairs = Callable[[Generator, int], tuple[Array, Array]]

ATTRIBUTES = (1.0, 0.01, 0.3, -1.7, 1e-20, -3e20)
"""Attribute values that are used in addition to random ones."""


def signs(rng: Generator, count: int) -> Array:
    """Return random signs, 1 or -1.

    This takes a quarter of the time of the shared function. That function cannot change, because
    results with its draws have been published.
    """
    return 1.0 - 2.0 * rng.integers(0, 2, count, np.int8)


def sized(least: float, most: float) -> Kind:
    """Return a kind of log-uniform numbers of both signs. The range is in base-2 logarithms."""
    return lambda rng, count: signs(rng, count) * np.exp2(rng.uniform(least, most, count))


def anything(rng: Generator, count: int) -> Array:
    """Return random bit patterns, and special values."""
    drawn = rng.integers(0, 1 << 64, count, dtype=np.uint64).view(np.float64)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, -5e-324])
    return np.where(rng.random(count) < 2**-7, rng.choice(special, count), drawn)


def short(rng: Generator, count: int) -> Array:
    """Return numbers with 1 to 30 significant bits, which include exact results and ties."""
    bits = rng.integers(0, 30, count)
    significand = 1 + np.floor(np.ldexp(rng.random(count), bits + 1))
    return signs(rng, count) * np.ldexp(significand, rng.integers(-40, 10, count) - bits)


def sparse(rng: Generator, count: int) -> Array:
    """Return sums of up to three powers of two, which have long runs of zeros or ones."""
    first, second = (rng.integers(1, 53, count) for _ in range(2))
    value = 1 + signs(rng, count) * np.ldexp(1.0, -first)
    value += signs(rng, count) * np.ldexp(1.0, -second)
    return signs(rng, count) * np.ldexp(value, rng.integers(-40, 10, count))


def near_to(places: Sequence[float]) -> Kind:
    """Return a kind of numbers at a relative distance of 2^-53 to 2^-1 from one of `places`."""
    kept = np.array([place for place in places if math.isfinite(place)] or [1.0])

    def draw(rng: Generator, count: int) -> Array:
        distance = np.exp2(rng.uniform(-53, -1, count)) * signs(rng, count)
        return rng.choice(kept, count) * (1 + distance)

    return draw


def folded(values: Array, domain: tuple[float, float]) -> Array:
    """Return numbers moved into a domain. One of 32 is not moved, so that its result may be NaN."""
    if domain == (-math.inf, math.inf):
        return values
    return np.where(np.arange(len(values)) % 32 == 31, values, inside(values, domain))


@cache
def one(op: str) -> list[Kind]:
    """Return the kinds of operands for a function of one operand, in the order of drawing.

    Operands with special results, overflow or underflow are rarer, because they take the slowest
    path.
    """
    landmarks = function_landmarks(op)
    form = get_format("f64")
    places = landmarks.thresholds(form) if landmarks.thresholds else [1.0]
    least, most = landmarks.everyday
    plain: list[Kind] = [
        *(uniform(8.0), uniform(1.0), uniform(40.0), sized(-60, 10)),
        *(sized(least, most), short, sparse),
    ]
    if landmarks.period:
        plain[2] = near_to([k * landmarks.period for k in range(-200, 201) if k])
    kinds = [*(plain * 4 + [near_to(places)]) * 8, sized(-1074, 1023.9)]
    return [*(_within(kind, landmarks.domain) for kind in kinds), anything]


def _within(kind: Kind, domain: tuple[float, float]) -> Kind:
    return lambda rng, count: folded(kind(rng, count), domain)


def powers(rng: Generator, count: int) -> tuple[Array, Array]:
    """Return bases and exponents with results of all sizes, and also bases near 1.

    Half of the exponents are multiples of 1/8, and a fifth of the bases are integers, so exact
    results and ties occur. One in a hundred negative bases has an exponent that is not an integer.
    """
    size = np.where(rng.random(count) < 0.5, 24, np.exp2(rng.uniform(-40, 5, count)))
    eighths = rng.integers(-24, 100, count) / 8
    eighth = rng.random(count) < 0.5
    most = 1000 / np.maximum(np.abs(eighths), 1)
    size = np.where(eighth, np.minimum(size, most), size)
    x = np.exp2(size * rng.uniform(-1, 1, count))
    x = np.where(rng.random(count) < 0.2, np.rint(x) + 1, x)
    x = np.where(rng.random(count) < 0.1, 1 + uniform(1.0)(rng, count) * np.ldexp(1.0, -26), x)
    y = rng.uniform(-1075, 1024, count) / np.maximum(np.abs(np.log2(x)), 2.0**-52)
    y = np.where(eighth, eighths, y)
    negative = ((y == np.rint(y)) | (rng.random(count) < 0.01)) & (rng.random(count) < 0.5)
    return np.where(negative, -x, x), y


def angles(rng: Generator, count: int) -> tuple[Array, Array]:
    """Return pairs with quotients of all sizes, including equal operands and subnormal results."""
    x = sized(-80, 80)(rng, count)
    ratio = sized(-60, 60)(rng, count)
    tiny = signs(rng, count) * np.exp2(rng.uniform(-1074, -990, count))
    ratio = np.where(rng.random(count) < 0.05, tiny, ratio)
    ratio = np.where(rng.random(count) < 0.05, signs(rng, count), ratio)
    ratio = np.where(rng.random(count) < 0.1, near_to([1.0, -1.0])(rng, count), ratio)
    return x * ratio, x


def lengths(rng: Generator, count: int) -> tuple[Array, Array]:
    """Return pairs of legs of similar and of different size.

    A quarter of the pairs are legs m^2 - n^2 and 2 m n of right triangles with integer sides. Their
    hypotenuse has up to 54 bits, so it is exact or a tie.
    """
    x = sized(-60, 60)(rng, count)
    y = x * np.exp2(rng.uniform(-30, 30, count))
    m = rng.integers(1, 1 << 26, count).astype(float)
    n = np.floor(m * rng.random(count))
    unit = np.exp2(rng.integers(-60, 60, count))
    right = rng.random(count) < 0.25
    return np.where(right, (m * m - n * n) * unit, x), np.where(right, 2 * m * n * unit, y)


def sums_of_powers(rng: Generator, count: int) -> tuple[Array, Array]:
    """Return pairs of similar size; a third are near the curve where log(e^a + e^b) is 0."""
    a = rng.uniform(-1, 1, count) * np.exp2(rng.uniform(-40, 10, count))
    b = a + rng.uniform(-60, 60, count) * np.exp2(rng.uniform(-40, 0, count))
    zero = -np.exp2(rng.uniform(-40, 6, count))
    curve = np.log(-np.expm1(zero)) * (1 + rng.integers(-2, 3, count) * 2.0**-52)
    vanishes = rng.random(count) < 0.33
    return np.where(vanishes, zero, a), np.where(vanishes, curve, b)


PAIRS: dict[str, Pairs] = {
    "angles": angles,
    "lengths": lengths,
    "logarithms of sums": sums_of_powers,
    "powers": powers,
}
"""Functions that draw pairs, by PairLandmarks.groups."""


def _two(op: str, rng: Generator, count: int, turn: int) -> list[Array]:
    landmarks = landmarks_of(op)
    assert isinstance(landmarks, PairLandmarks)
    assert landmarks.groups is not None
    if turn % 128 == 0:
        return [anything(rng, count), anything(rng, count)]
    if turn % 8 == 7:
        return [short(rng, count), short(rng, count)]
    return list(PAIRS[landmarks.groups](rng, count))


def operands(op: str, rng: Generator, count: int, turn: int) -> list[Array]:
    """Return operands of the kind with index `turn`: one binary64 array per operand."""
    with np.errstate(all="ignore"):
        if len(get_op(op).operands) == 2:
            return _two(op, rng, count, turn)
        kinds = one(op)
        return [kinds[turn % len(kinds)](rng, count)]


def attributes(op: str, rng: Generator) -> dict[str, float]:
    """Return a value for each real attribute, which all operands of a draw use."""
    value = float(rng.choice(ATTRIBUTES)) if rng.random() < 0.5 else float(rng.normal())
    return {a.name: value for a in get_op(op).attributes if a.real}
