"""Operands of pow and cos in binary64: hard cases, exact cases, borders, and random numbers."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from samebits.oracles.hard_in_binary64 import HARD_COS, HARD_POW

Pair = tuple[float, float]

LEAST, LARGEST = 2.0**-1074, math.nextafter(math.inf, 0)

NEXT = math.nextafter(1.0, 2)
"""The smallest binary64 number above 1."""


def around(x: float, steps: int = 2) -> Iterator[float]:
    """Yield x and its `steps` neighbours on each side."""
    low = high = x
    yield x
    for _ in range(steps):
        low, high = math.nextafter(low, -math.inf), math.nextafter(high, math.inf)
        yield from (low, high)


def drawn_pairs(number: int) -> Iterator[Pair]:
    """Yield random bases and exponents of all sizes; most powers are finite and not 0."""
    random_ = random.Random(190)
    for i in range(number):
        base = math.ldexp(1 + random_.random(), random_.randint(-1074, 1023))
        kind = i % 5
        if kind == 0:  # results in the whole range and slightly outside it
            target = random_.uniform(-1080, 1028)
            yield base, target / (math.log2(base) or 1)
        elif kind == 1:  # bases near 1, with exponents that make the power an ordinary number
            close = 1 + random_.uniform(-1, 1) * 2.0 ** -random_.randint(1, 52)
            yield close, random_.uniform(-1, 1) * 2.0 ** random_.randint(-60, 62)
        elif kind == 2:  # operands that occur in optimizers and schedules
            yield random_.uniform(0.5, 1.0), float(random_.randint(1, 100_000))
        elif kind == 3:  # small integer powers, also of negative bases
            yield random_.uniform(-9, 9), float(random_.randint(-40, 40))
        else:
            yield base, math.ldexp(random_.uniform(-2, 2), random_.randint(-1074, 1023))


def structured_pairs() -> Iterator[Pair]:
    """Yield pairs for exact powers, ties, results near 1, subnormals, overflow, odd exponents."""
    yield from ((float.fromhex(x), float.fromhex(y)) for x, y in HARD_POW)
    for m in range(1, 40):  # integer powers and roots, some of them exact
        for n in range(-36, 37):
            yield from ((float(m), float(n)), (-m * 2.0**-9, float(n)), (m / 8, n / 2))
            for k in (2, 4, 8, 32):
                if m**k < 2**53:
                    yield from ((float(m**k), n / k), (float(m**k) * 2.0 ** (3 * k), n / k))
    for base in (3.0, 5.0, 7.0, 3.0**16, 2.0**26 + 1, 94906267.0):  # ties: the powers have 54 bits
        for n in range(2, 35):
            for x in around(base):
                yield from ((x, float(n)), (-x, float(n)))
    for k in range(1, 60):  # results close to the ties next to 1
        for steps in range(1, 12):
            x = 1 + steps * 2.0**-52
            yield from ((x, k / (2 * steps)), (1 - steps * 2.0**-53, k / (2 * steps)))
            yield from ((x, -k / 4), (x, float(k) * 2.0**45), (x, -float(k) * 2.0**56))
    for e in (*range(-1080, -1018), *range(1018, 1028), -1, 0, 1):  # subnormal results and overflow
        for y in (e, e + 0.5, e - 0.25):
            yield from ((2.0, y), (4.0, y / 2), (0.5, -y), (-2.0, y), (3.0, y / math.log2(3)))
            yield from ((x, y) for x in around(2.0, 1))
            yield from ((2.0, z) for z in around(float(y), 1))
            yield from ((1.5, z / math.log2(1.5)) for z in around(float(y), 1))
    extremes = (LEAST, 2.0**-1022, 2.0**-600, 1 - 2.0**-53, NEXT, 2.0**600, LARGEST)
    powers = (LEAST, 2.0**-700, 2.0**-54, 0.5, 1.0, 2.0**52 + 1, 2.0**53 - 1, 2.0**53, 2.0**54)
    for x in (*extremes, 1.0, 2.0, 0.75):
        for y in (*powers, 2.0**62, 2.0**63, 2.0**64, 2.0**65, LARGEST, 1023.0, 1074.0, 1075.0):
            yield from ((s * x, t * y) for s in (1, -1) for t in (1, -1))


SPECIAL = (0.0, 1.0, 2.0, 0.5, 3.0, 1.5, LEAST, LARGEST, 2.0**53, 2.0**53 - 1, math.inf, math.nan)


def special_pairs() -> Iterator[Pair]:
    """Yield every pair of special values, with both signs."""
    values = [*SPECIAL, *(-x for x in SPECIAL)]
    yield from ((x, y) for x in values for y in values)


def drawn_angles(number: int) -> Iterator[float]:
    """Yield random angles of all sizes and signs, half of them below 100."""
    random_ = random.Random(191)
    for i in range(number):
        if i % 2:
            yield random_.uniform(-100, 100)
        else:
            scale = random_.randint(-1074, 1023)
            yield math.ldexp(random_.choice((1, -1)) * (1 + random_.random()), scale)


def structured_angles() -> Iterator[float]:
    """Yield hard angles, multiples of pi/4, powers of 2 and ties of 1 - x^2/2, with neighbours."""
    for text in HARD_COS:
        yield from around(float.fromhex(text))
    for k in [*range(1, 200), *(3**n for n in range(5, 33)), *(2**n + 1 for n in range(8, 52))]:
        yield from around(k * (math.pi / 4))
    for e in range(-1074, 1024):
        yield from (2.0**e, -(2.0**e), 2.0**e * 1.999)
    for k in range(1, 40):  # ties of 1 - x^2/2 at 1 - (2k + 1) 2^-54
        yield from around(math.sqrt((2 * k - 1) * 2.0**-53))
    yield from (LARGEST, -LARGEST, *map(float, range(1, 100)))
