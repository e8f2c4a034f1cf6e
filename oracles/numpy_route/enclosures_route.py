"""Enclosures by Python's integers and `decimal`, with the precision of the current context.

`decimal` rounds + - * / sqrt, exp and ln correctly. So a result of a few operations is off by a few
units in its last digit. The bounds below allow hundreds of units. If an error can be larger, the
docstring explains it.
"""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction
from math import copysign, isinf, isqrt

Enclosure = tuple[Fraction, Fraction]

BEYOND = 3000
"""Maximal magnitude of an argument of exp. A larger argument gives the same rounded result.

e^3000 is beyond every format. e^-3000 is below half of the least number, also after a product with
an attribute (2^-149 to 2^128).
"""

_LEAST = 200
"""2^-200 divides every number and every midpoint of f32 and of shorter formats."""


def around(value: Decimal, scale: Decimal, units: int = 1) -> Enclosure:
    """Return `value` minus and plus 1000 * `units` units in the last digit of `scale`."""
    error = Fraction(scale.copy_abs()) * units * 1000 / Fraction(10) ** (getcontext().prec - 1)
    return Fraction(value) - error, Fraction(value) + error


def clamped(x: Decimal) -> Decimal:
    """Return an argument of exp, limited to BEYOND in magnitude."""
    return min(max(x, Decimal(-BEYOND)), Decimal(BEYOND))


def exp(x: float) -> Enclosure:
    """Return e^x."""
    value = clamped(Decimal(x)).exp()
    return around(value, value)


def log(x: float) -> Enclosure:
    """Return the natural logarithm of x > 0."""
    value = Decimal(x).ln()
    return around(value, value)


def rsqrt(x: float) -> Enclosure:
    """Return 1 / sqrt(x) for x > 0.

    The result is exact if it is dyadic, which is so only if x is a power of four.
    """
    exact = exact_power(x, -0.5)
    if exact is not None:
        return exact, exact
    value = 1 / Decimal(x).sqrt()
    return around(value, value)


def sigmoid(x: float) -> Enclosure:
    """Return 1 / (1 + e^-x)."""
    value = 1 / (1 + clamped(-Decimal(x)).exp())
    return around(value, value)


def tanh(x: float) -> Enclosure:
    """Return (e^2x - 1) / (e^2x + 1). The error is relative to 1."""
    power = clamped(2 * Decimal(x)).exp()
    return around((power - 1) / (power + 1), Decimal(1))


def logsigmoid(x: float) -> Enclosure:
    """Return -log(1 + e^-x).

    The error of the sum, and of its logarithm, is one unit of the last digit of 1. For x < 0 the
    value is x - log(1 + e^x), a sum of two numbers of the same sign.
    """
    small = clamped(-Decimal(x).copy_abs()).exp()
    rest = (1 + small).ln()
    value = -rest if x >= 0 else Decimal(x) - rest
    return around(value, value.copy_abs() + 1 if x >= 0 else value)


def scaled_exp(x: float, divisor: float, factor: float, less: int) -> Enclosure:
    """Return factor * (e^(x / divisor) - less), for less = 0 or 1.

    The magnitude of the quotient is at most BEYOND, and its error is one unit. So its exponential
    is off by at most BEYOND units.
    """
    power = clamped(Decimal(x) / Decimal(divisor)).exp()
    return around(Decimal(factor) * (power - less), Decimal(factor) * (power + less), units=10)


def power(x: float, y: float) -> Enclosure:
    """Return x^y for finite non-zero x and y; y is an integer if x is negative."""
    sign = -1 if x < 0 and y % 2 == 1 else 1
    exact = exact_power(abs(x), y)
    if exact is not None:
        return sign * exact, sign * exact
    exponent = clamped(Decimal(y) * Decimal(abs(x)).ln())
    value = exponent.exp()  # the argument is below BEYOND and off by a few units
    low, high = around(value, value, units=10)
    return (low, high) if sign > 0 else (-high, -low)


def exact_power(x: float, y: float) -> Fraction | None:
    """Return x^y for x > 0 if it is a dyadic number that may be a midpoint; else None.

    Let x = m 2^e and y = n / 2^k in lowest terms. x^y is rational only if x is a 2^k-th power, so
    square roots are taken k times. It is dyadic only if also m is 1 or n > 0. With m > 1 and n > 64
    its significand is longer than the significand of every midpoint.
    """
    m, e = _odd(x)
    n, f = _odd(y)
    for _ in range(-f):
        root = isqrt(m)
        if root * root != m or e % 2:
            return None
        m, e = root, e // 2
    n <<= max(f, 0)
    if (m > 1 and not 0 < n <= 64) or abs(e * n) > 1 << 16:
        return None
    return Fraction(m**n if m > 1 else 1) * Fraction(2) ** (e * n)


def _odd(x: float) -> tuple[int, int]:
    """Return x as m * 2^e with odd m."""
    numerator, denominator = x.as_integer_ratio()
    zeros = (numerator & -numerator).bit_length() - 1
    return numerator >> zeros, zeros - (denominator.bit_length() - 1)


def hypotenuse(x: float, y: float) -> Enclosure:
    """Return sqrt(x^2 + y^2): exact, or a point on the same side of every rounding boundary.

    Boundaries are multiples of 2^-200, so all points between two of these multiples are equivalent.
    """
    whole = (Fraction(x) ** 2 + Fraction(y) ** 2) * (1 << 2 * _LEAST)
    units = isqrt(whole.numerator // whole.denominator)
    between = units * units != whole
    value = (units + Fraction(int(between), 2)) / (1 << _LEAST)
    return value, value


def log_of_sum(x: float, y: float) -> Enclosure:
    """Return log(e^x + e^y). If the sum cancels, its error is relative to the larger operand."""
    above, below = Decimal(max(x, y)), Decimal(min(x, y))
    rest = (1 + clamped(below - above).exp()).ln()
    return around(above + rest, above.copy_abs() + 1, units=10)


def angle(y: float, x: float) -> Enclosure:
    """Return the angle of the point (x, y) in [-pi, pi].

    If only one coordinate is infinite, the other one is negligible. If both are infinite, they
    count as 1 with their signs. If both are zero, the sign of x decides between 0 and pi.
    """
    if isinf(x) or isinf(y):
        x, y = copysign(isinf(x), x), copysign(isinf(y), y)
    elif x == y == 0:
        x = copysign(1, x)
    across, up = Decimal(x).copy_abs(), Decimal(y).copy_abs()
    steep = up > across
    value = arctangent(across / up if steep else up / across)
    left = x < 0
    if steep or left:
        pi = 16 * arctangent(Decimal(1) / 5) - 4 * arctangent(Decimal(1) / 239)
        value = (pi / 2 + value if left else pi / 2 - value) if steep else pi - value
    low, high = around(value, value)
    return (low, high) if copysign(1, y) > 0 else (-high, -low)


def arctangent(t: Decimal) -> Decimal:
    """Return the arctangent of t in [0, 1]; the relative error is about one unit per term.

    atan t = 2 atan(t / (1 + sqrt(1 + t^2))) reduces t below 1/16, where each term of the series
    adds two digits.
    """
    for _ in range(4):
        t /= 1 + (1 + t * t).sqrt()
    total, term, square, order = t, t, t * t, 1
    while term.copy_abs() > total.scaleb(-getcontext().prec):
        term, order = -term * square, order + 2
        total += term / order
    return 16 * total
