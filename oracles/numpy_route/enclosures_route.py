"""Enclosures by Python's integers and `decimal`, with the digits of the current context.

`decimal` rounds + - * / sqrt, exp and ln correctly, so a result of a few operations is off by a few
units in its last digit. The bounds below allow hundreds of units, and say why where it takes more.
"""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction
from math import copysign, isinf, isqrt

Enclosure = tuple[Fraction, Fraction]

BEYOND = 3000
"""e^3000 is beyond every format and e^-3000 below half of its least number, also after a product
with an attribute (2^-149 to 2^128). A larger or smaller argument rounds as this one does."""

_LEAST = 200
"""2^-200 divides every number and every midpoint of the formats from f32 down."""


def around(value: Decimal, scale: Decimal, units: int = 1) -> Enclosure:
    """value, less and more `units` thousands of units in the last digit of `scale`."""
    error = Fraction(scale.copy_abs()) * units * 1000 / Fraction(10) ** (getcontext().prec - 1)
    return Fraction(value) - error, Fraction(value) + error


def clamped(x: Decimal) -> Decimal:
    """Return an argument of exp, kept within BEYOND."""
    return min(max(x, Decimal(-BEYOND)), Decimal(BEYOND))


def exp(x: float) -> Enclosure:
    """e^x."""
    value = clamped(Decimal(x)).exp()
    return around(value, value)


def log(x: float) -> Enclosure:
    """Return the natural logarithm of x > 0."""
    value = Decimal(x).ln()
    return around(value, value)


def rsqrt(x: float) -> Enclosure:
    """1 / sqrt(x) for x > 0, exactly where it is a dyadic number: at powers of four."""
    exact = exact_power(x, -0.5)
    if exact is not None:
        return exact, exact
    value = 1 / Decimal(x).sqrt()
    return around(value, value)


def sigmoid(x: float) -> Enclosure:
    """1 / (1 + e^-x)."""
    value = 1 / (1 + clamped(-Decimal(x)).exp())
    return around(value, value)


def tanh(x: float) -> Enclosure:
    """(e^2x - 1) / (e^2x + 1), whose error is one of numbers of the size of 1."""
    power = clamped(2 * Decimal(x)).exp()
    return around((power - 1) / (power + 1), Decimal(1))


def logsigmoid(x: float) -> Enclosure:
    """-log(1 + e^-x), where the sum is off by a unit of its last digit, so the logarithm by that.

    For x < 0 it is x - log(1 + e^x), a sum of two numbers of one sign.
    """
    small = clamped(-Decimal(x).copy_abs()).exp()
    rest = (1 + small).ln()
    value = -rest if x >= 0 else Decimal(x) - rest
    return around(value, value.copy_abs() + 1 if x >= 0 else value)


def scaled_exp(x: float, divisor: float, factor: float, less: int) -> Enclosure:
    """factor * (e^(x / divisor) - less), for less = 0 or 1.

    The quotient is below BEYOND and off by one unit, so its exponential by BEYOND units at most.
    """
    power = clamped(Decimal(x) / Decimal(divisor)).exp()
    return around(Decimal(factor) * (power - less), Decimal(factor) * (power + less), units=10)


def power(x: float, y: float) -> Enclosure:
    """x^y for finite x and y other than 0, y an integer where x is negative."""
    sign = -1 if x < 0 and y % 2 == 1 else 1
    exact = exact_power(abs(x), y)
    if exact is not None:
        return sign * exact, sign * exact
    exponent = clamped(Decimal(y) * Decimal(abs(x)).ln())
    value = exponent.exp()  # of an argument below BEYOND that is off by a few units
    low, high = around(value, value, units=10)
    return (low, high) if sign > 0 else (-high, -low)


def exact_power(x: float, y: float) -> Fraction | None:
    """x^y for x > 0 where it is a dyadic number that may be a midpoint; else None.

    With x = m 2^e and y = n / 2^k in lowest terms, x^y is rational only if x is a square k times
    over, and dyadic only if then m is 1 or n > 0. With m > 1 and n > 64 its significand is longer
    than that of every midpoint.
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
    """x as m * 2^e with odd m."""
    numerator, denominator = x.as_integer_ratio()
    zeros = (numerator & -numerator).bit_length() - 1
    return numerator >> zeros, zeros - (denominator.bit_length() - 1)


def hypotenuse(x: float, y: float) -> Enclosure:
    """sqrt(x^2 + y^2), exactly, or a number that no boundary of rounding parts from it.

    Boundaries are multiples of 2^-200. Between two of these multiples one point is as good as any.
    """
    whole = (Fraction(x) ** 2 + Fraction(y) ** 2) * (1 << 2 * _LEAST)
    units = isqrt(whole.numerator // whole.denominator)
    between = units * units != whole
    value = (units + Fraction(int(between), 2)) / (1 << _LEAST)
    return value, value


def log_of_sum(x: float, y: float) -> Enclosure:
    """log(e^x + e^y). A sum that cancels is off by the last digit of the larger operand."""
    above, below = Decimal(max(x, y)), Decimal(min(x, y))
    rest = (1 + clamped(below - above).exp()).ln()
    return around(above + rest, above.copy_abs() + 1, units=10)


def angle(y: float, x: float) -> Enclosure:
    """Return the angle of the point (x, y) in [-pi, pi].

    An infinite coordinate hides a finite one; two infinite ones are as good as two ones. Of two
    zeros the sign of x says on which side the point lies.
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
    """The arctangent of t in [0, 1], relatively good to about one unit for each term of the series.

    atan t = 2 atan(t / (1 + sqrt(1 + t^2))) takes t below 1/16, where each term gives two digits.
    """
    for _ in range(4):
        t /= 1 + (1 + t * t).sqrt()
    total, term, square, order = t, t, t * t, 1
    while term.copy_abs() > total.scaleb(-getcontext().prec):
        term, order = -term * square, order + 2
        total += term / order
    return 16 * total
