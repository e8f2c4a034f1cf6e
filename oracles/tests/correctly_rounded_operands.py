"""Binary64 operands for every function of the profile `math` whose rounding is critical.

The operands are bit patterns: special values, the landmarks of the op, likely ties and exact cases,
subnormal numbers, and random numbers of all exponents. Bisection between these operands finds the
borders at which the kind of result changes.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise

from samebits.spec.catalog import function_landmarks, get_op
from samebits.spec.formats import FORMATS

F64 = FORMATS["f64"]
SIGN, INFINITY, NAN = F64.sign_mask, F64.infinity, F64.canonical_nan
ONE = 0x3FF0000000000000
LEAST_NORMAL = 1 << 52

Row = tuple[int, ...]

SPECIAL = (0, SIGN, INFINITY, SIGN | INFINITY, NAN, SIGN | NAN, 0x7FF0000000000001)
"""Both zeros, both infinities, and NaN of both signs, quiet and signaling."""

ATTRIBUTE_VALUES = (1.0, 0.01, -0.3, 1.5, 2.0**-40, -(2.0**-1074), 3e-320, 1e300, -1e300, 0.0, -0.0)
"""Values of a real attribute: usual, negative, tiny and huge numbers, and zeros."""


def bits(value: float) -> int:
    """Return the bit pattern of a float. All NaNs have the same pattern."""
    found: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return NAN if math.isnan(value) else found


def around(values: Iterable[int], steps: int = 2) -> Iterator[int]:
    """Yield the finite patterns among `values`, and their neighbours."""
    for pattern in values:
        size = pattern & (SIGN - 1)
        if size < INFINITY:
            for near in range(max(size - steps, 0), min(size + steps, INFINITY) + 1):
                yield pattern & SIGN | near


def landmarks(name: str) -> list[int]:
    """Return the patterns of the landmarks of a function of one operand."""
    found = function_landmarks(name)
    points = list(found.thresholds(F64)) if found.thresholds else []
    points += [x for x in found.domain if math.isfinite(x)]
    return [bits(x) for x in points if math.isfinite(x)]


def structured() -> Iterator[int]:
    """Yield powers of two, small integers and halves, numbers next to 1, and subnormals."""
    sizes = [bits(k / 4) for k in range(1, 90)]
    sizes += [bits(float(k)) for k in (22, 23, 100, 171, 172, 300, 10**15, 10**22, 10**23, 2**53)]
    sizes += [bits(2.0**e) for e in (*range(-1074, 1024, 61), *range(-60, 5, 3))]
    sizes += [bits(2.0**e * 1.5) for e in (-1073, -1022, -538, -511, -27, -26)]
    sizes += [ONE + k for k in range(-6, 7)]
    sizes += [*range(1, 8), LEAST_NORMAL - 1, LEAST_NORMAL, LEAST_NORMAL + 1, INFINITY - 1]
    sizes += [bits(x) for x in (math.pi, math.pi / 2, math.log(2), math.e, 709.78, 745.13)]
    yield from sizes
    yield from (SIGN | size for size in sizes)


def drawn(name: str, number: int, seed: str = "") -> Iterator[int]:
    """Yield random operands of all exponents, of everyday size, and from the range of exp."""
    random_ = random.Random(name + seed)
    least, most = 0.0, 0.0
    if len(get_op(name).operands) == 1:
        least, most = function_landmarks(name).domain
    for i in range(number):
        kind = i % 4
        if kind == 0:
            x = math.ldexp(1 + random_.random(), random_.randint(-1074, 1023))
        elif kind == 1:
            x = math.ldexp(1 + random_.random(), random_.randint(-30, 10))
        elif kind == 2:
            x = random_.uniform(0, 750)
        else:
            x = random_.uniform(0, 6)
        if math.isfinite(least) and math.isfinite(most) and least < most and i % 3:
            x = random_.uniform(least, most)
        yield bits(random_.choice((x, -x)))


def borders(function: Callable[[int], int], patterns: Iterable[int]) -> Iterator[int]:
    """Yield, by bisection, both neighbours of each border at which the kind of result changes."""
    for sign in (0, SIGN):
        row = sorted({p & (SIGN - 1) for p in patterns if p & SIGN == sign and p != NAN})
        row = [p for p in row if p < INFINITY]
        kinds = [_kind(function(sign | p)) for p in row]
        for (low, below), (high, above) in pairwise(zip(row, kinds, strict=True)):
            if below == above:
                continue
            while high - low > 1:
                middle = (low + high) // 2
                if _kind(function(sign | middle)) == below:
                    low = middle
                else:
                    high = middle
            yield from (sign | low, sign | high)


def _kind(result: int) -> tuple[bool, int]:
    """Return the sign of a result, and an integer that identifies its kind.

    The kinds are 0, 1/2, 1, 2, 6, infinity, NaN, subnormal numbers, and all other numbers.
    """
    size = result & (SIGN - 1)
    fixed = (0, bits(0.5), ONE, bits(2.0), bits(6.0), INFINITY, NAN)
    if size in fixed:
        return result >= SIGN, fixed.index(size)
    return result >= SIGN, -1 if size < LEAST_NORMAL else -2


def rows(name: str, function: Callable[..., int], number: int) -> list[Row]:
    """Return rows of operands and real attributes for a function, without repetitions."""
    op = get_op(name)
    attributes = [a for a in op.attributes if a.real]
    if len(op.operands) == 2:
        return list(dict.fromkeys(_pairs(name, number)))
    plain = [*SPECIAL, *around(landmarks(name)), *structured(), *drawn(name, number)]
    if not attributes:
        plain += around(borders(function, plain), 1)
        return [(a,) for a in dict.fromkeys(plain)]
    values = [a for a in map(bits, ATTRIBUTE_VALUES) if a & (SIGN - 1) or not attributes[0].nonzero]
    found = [(a, values[0]) for a in plain]
    found += [(a, values[i % len(values)]) for i, a in enumerate(plain)]
    for value in values[:3]:
        found += [(a, value) for a in around(borders(partial(_with, function, value), plain), 1)]
    found += [(a, value) for a in (*SPECIAL, bits(-1.0), SIGN | 1) for value in values]
    return list(dict.fromkeys(found))


def _with(function: Callable[..., int], attribute: int, a: int) -> int:
    return function(a, attribute)


def _pairs(name: str, number: int) -> Iterator[Row]:
    """Yield pairs: special values; equal, opposite and similar numbers; sides of triangles."""
    random_ = random.Random(name)
    few = [*SPECIAL[:5], ONE, SIGN | ONE, 1, SIGN | 1, INFINITY - 1, bits(-0.75), bits(40.0)]
    yield from ((a, b) for a in few for b in few)
    singles = list(structured())
    yield from ((a, a) for a in singles)
    yield from ((a, a ^ SIGN) for a in singles)
    for a, b in zip(drawn(name, number), drawn(name, number, " second"), strict=True):
        yield a, random_.choice(singles)
        yield a, b
        near = math.ldexp(random_.uniform(-1, 1), random_.randint(-60, 2))
        yield a, bits(_float(a) * (1 + near) if math.isfinite(_float(a) * 5) else 1.0)
        yield a, bits(_float(a) + random_.uniform(-50, 50))
    for m in range(2, 30):  # sides of right triangles: exact lengths, and some ties
        for n in range(1, m, 4):
            scale = 2.0 ** random_.choice((-1074, -1060, -20, 0, 900))
            yield bits(2 * m * n * scale), bits((m * m - n * n) * scale)
    for _ in range(number // 4):  # e**x + e**y is near 1, so its logarithm cancels
        x = -random_.uniform(0.01, 3)
        yield bits(x), bits(math.log1p(-math.exp(x)))


def _float(pattern: int) -> float:
    value: float = struct.unpack("<d", struct.pack("<Q", pattern))[0]
    return value
