"""Random operands of binary64 functions: where they change, where users are, and anywhere.

Each draw gives whole blocks of one kind, since the C backend takes blocks of plain operands another
way than those with special values.
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
"""Attributes that are taken beside random ones."""


def signs(rng: Generator, count: int) -> Array:
    """1 or -1; a fourth of the time of the shared one, whose draws others have published."""
    return 1.0 - 2.0 * rng.integers(0, 2, count, np.int8)


def sized(least: float, most: float) -> Kind:
    """Numbers of both signs whose logarithm to base 2 is uniform in a range."""
    return lambda rng, count: signs(rng, count) * np.exp2(rng.uniform(least, most, count))


def anything(rng: Generator, count: int) -> Array:
    """Any pattern, special values among them."""
    drawn = rng.integers(0, 1 << 64, count, dtype=np.uint64).view(np.float64)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, -5e-324])
    return np.where(rng.random(count) < 2**-7, rng.choice(special, count), drawn)


def short(rng: Generator, count: int) -> Array:
    """Numbers with 1 to 30 significant bits: exact results and ties are among them."""
    bits = rng.integers(0, 30, count)
    significand = 1 + np.floor(np.ldexp(rng.random(count), bits + 1))
    return signs(rng, count) * np.ldexp(significand, rng.integers(-40, 10, count) - bits)


def sparse(rng: Generator, count: int) -> Array:
    """Sums of up to three powers of two: long runs of zeros or ones."""
    first, second = (rng.integers(1, 53, count) for _ in range(2))
    value = 1 + signs(rng, count) * np.ldexp(1.0, -first)
    value += signs(rng, count) * np.ldexp(1.0, -second)
    return signs(rng, count) * np.ldexp(value, rng.integers(-40, 10, count))


def near_to(places: Sequence[float]) -> Kind:
    """Numbers at a relative distance of 2^-1 to 2^-53 from some place."""
    kept = np.array([place for place in places if math.isfinite(place)] or [1.0])

    def draw(rng: Generator, count: int) -> Array:
        distance = np.exp2(rng.uniform(-53, -1, count)) * signs(rng, count)
        return rng.choice(kept, count) * (1 + distance)

    return draw


def folded(values: Array, domain: tuple[float, float]) -> Array:
    """Numbers brought into a domain, but for one of 32: outside of it the result is NaN."""
    if domain == (-math.inf, math.inf):
        return values
    return np.where(np.arange(len(values)) % 32 == 31, values, inside(values, domain))


@cache
def one(op: str) -> list[Kind]:
    """The kinds of operands of a function of one operand, in the order in which they are drawn.

    Those whose results overflow or underflow, or are special, are rarer: they take the slowest way.
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
    """Results of all sizes; bases near 1 too; half of the powers are eighths, a fifth of the bases
    integers: exact results and ties are among them. One in a hundred negative bases has a power
    that is no integer."""
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
    """Quotients of all sizes, equal operands and subnormal results among them."""
    x = sized(-80, 80)(rng, count)
    ratio = sized(-60, 60)(rng, count)
    tiny = signs(rng, count) * np.exp2(rng.uniform(-1074, -990, count))
    ratio = np.where(rng.random(count) < 0.05, tiny, ratio)
    ratio = np.where(rng.random(count) < 0.05, signs(rng, count), ratio)
    ratio = np.where(rng.random(count) < 0.1, near_to([1.0, -1.0])(rng, count), ratio)
    return x * ratio, x


def lengths(rng: Generator, count: int) -> tuple[Array, Array]:
    """Legs of like and unlike size; a quarter of right triangles of integers, m^2 - n^2 and 2 m n,
    whose hypotenuse has up to 54 bits: exact, or a tie."""
    x = sized(-60, 60)(rng, count)
    y = x * np.exp2(rng.uniform(-30, 30, count))
    m = rng.integers(1, 1 << 26, count).astype(float)
    n = np.floor(m * rng.random(count))
    unit = np.exp2(rng.integers(-60, 60, count))
    right = rng.random(count) < 0.25
    return np.where(right, (m * m - n * n) * unit, x), np.where(right, 2 * m * n * unit, y)


def sums_of_powers(rng: Generator, count: int) -> tuple[Array, Array]:
    """Operands of like size; a third of them near the curve on which log(e^a + e^b) vanishes."""
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
"""By PairLandmarks.groups."""


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
    """Operands of one kind, which is the turn's: one array of binary64 for each operand."""
    with np.errstate(all="ignore"):
        if len(get_op(op).operands) == 2:
            return _two(op, rng, count, turn)
        kinds = one(op)
        return [kinds[turn % len(kinds)](rng, count)]


def attributes(op: str, rng: Generator) -> dict[str, float]:
    """A value for each real attribute, which all operands of a draw share."""
    value = float(rng.choice(ATTRIBUTES)) if rng.random() < 0.5 else float(rng.normal())
    return {a.name: value for a in get_op(op).attributes if a.real}
