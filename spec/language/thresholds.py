"""Thresholds that several functions share (informative; see `landmarks`).

The numbers only select test operands. Each is tested together with its neighbours, so the accuracy
of binary64 is sufficient.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from samebits.spec.formats import Format
from samebits.spec.language.landmarks import Points, both_signs

ROOT_HALF = math.sqrt(0.5)


def kink(form: Format) -> list[float]:
    """Return points around a kink at 0.

    They are the smallest numbers and powers of two near the precision. Short formats use the points
    of binary32.
    """
    wide = form.name == "f64"
    exponents = (-1074, -1022, -53, -54, -27) if wide else (-149, -126, -24, -25, -12)
    return both_signs([*(2.0**e for e in exponents), 1.0, 2.0, 0.5])


def by_format(narrow: Points, wide: Points) -> Points:
    """Return a function that returns the points of `wide` for binary64, else of `narrow`."""
    return lambda form: wide(form) if form.name == "f64" else narrow(form)


def solve(function: Callable[[float], float], low: float, high: float) -> float:
    """Return a zero of a function that changes sign in [low, high], found by bisection."""
    rising = function(high) > 0
    for _ in range(200):
        middle = (low + high) / 2
        if (function(middle) > 0) == rising:
            high = middle
        else:
            low = middle
    return high


def logarithm(form: Format) -> list[float]:
    """Return points around 1, where implementations split off the exponent, and small operands."""
    halves = [math.sqrt(0.5), math.sqrt(2.0), 0.5, 2.0, 1.0]
    return [*halves, math.e, 1 / math.e, 2.0**form.emin, 2.0**form.least_exponent]


def hyperbolic_tangent(form: Format) -> list[float]:
    """Return the points at which tanh saturates, and at which its cubic term begins to matter."""
    p = form.precision
    saturation = (p + 2) * math.log(2) / 2
    return both_signs([saturation, *(math.sqrt(3 * 2.0 ** -(p + k)) for k in (-1, 0, 1)), 0.5, 1.0])


def logistic(form: Format) -> list[float]:
    """Return points of a function that is 1/2 + x/4 near 0, such as the sigmoid.

    They are the points at which it begins to differ from 1/2, at which its cubic term begins to
    matter, and at which its tails end.
    """
    p, ln2 = form.precision, math.log(2)
    tiny = [2.0**-k for k in range(p - 3, p + 3)]
    cube_roots = [(48 * 2.0 ** -(p + k)) ** (1 / 3) for k in (0, 1, 2)]
    tails = [-(p + 1) * ln2, (p + 1) * ln2, form.emin * ln2]
    return [
        *both_signs(tiny), *both_signs(cube_roots), *tails, form.least_exponent * ln2,
        (form.least_exponent - 1) * ln2, 1.0, -1.0,
    ]  # fmt: skip


def gated(form: Format, gate: Callable[[float], float], deepest: float) -> list[float]:
    """Return points of x * gate(x): in its tail, at its minimum, and where it is about x/2 or x."""
    p = form.precision
    targets = [2.0**form.emin, 2.0**form.least_exponent, 2.0 ** (form.least_exponent - 1)]

    lowest = -800.0 if form.name == "f64" else -200.0

    def reaches(target: float) -> float:
        return solve(lambda x: target + x * gate(x), lowest, deepest)

    halves = [2.0**-k for k in range(p - 3, p + 4)]
    identity = solve(lambda x: 2.0 ** -(p + 1) - gate(-x), 0.0, 200.0)
    borders = [2.0**form.emin, 2.0 ** (form.emin + 1), 2.0**form.least_exponent]
    return [*map(reaches, targets), deepest, *both_signs([*halves, identity, *borders, 1.0])]


def roots(form: Format) -> list[float]:
    """Return small powers of two, and the smallest normal and subnormal operands."""
    return [1.0, 2.0, 4.0, 2.0**form.emin, 2.0**form.least_exponent, 0.25, 0.5]


def integral(form: Format) -> list[float]:
    """Return multiples of 1/2 around zero, and the largest numbers that are not integers."""
    last = 2.0 ** (form.precision - 1)
    halves = [k / 2 for k in range(-9, 10)]
    return [
        *halves,
        *both_signs([last / 4 + 0.5, last / 2 - 0.5, last / 2 + 0.5, last - 0.5, last, 2 * last]),
    ]


def gamma(form: Format) -> list[float]:
    """Return points of the gamma function.

    They are its poles, the midpoints between them, the zeros of its logarithm at 1 and 2, its
    minimum, and the points from which Stirling's series is used.
    """
    last = (32, 33, 34, 35, 36, 40, 41, 42)
    if form.name == "f64":
        last = (169, 170, 171, 176, 177, 178, 183, 184)
    poles = [-float(k) for k in (1, 2, 3, 4, 8, 16, *last)]
    halves = [k / 2 for k in range(-21, 12, 2)]
    return [*poles, *halves, 1.0, 2.0, 3.0, 1.4616321449683623, 0.25, 0.75, 1.25, 8.0, 10.0, 13.0]


def radians(form: Format) -> list[float]:
    """Return multiples of pi/4, and points where implementations switch the argument reduction."""
    octants = [k * math.pi / 4 for k in range(1, 17)]
    return both_signs(
        [*octants, *(2.0**k for k in (-12, -11, 5, 10, 13, 15, 16)), 71476.0, 105615.0]
    )


def half_turns(form: Format) -> list[float]:
    """Return multiples of 1/4, and the largest numbers with a fraction."""
    last = 2.0 ** (form.precision - 1)
    return both_signs([*(k / 4 for k in range(1, 17)), last / 4, last / 2, last, 2 * last])
