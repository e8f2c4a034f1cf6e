"""exp, log, cos and sin of fixed-point numbers as integers, with proven errors.

A *fixed-point number* with `bits` fraction bits is an integer that represents itself times
2**-bits. Its errors are counted in *units* of 2**-bits. A `Ball` is a fixed-point number with a
radius: the real number that it represents differs from the middle by at most that many units.

All sums follow one pattern. The next term is the previous term times a fixed-point number, shifted
down, and divided by a small integer: floor(floor(a / 2**bits) / d) = floor(a / (d 2**bits)), which
loses less than one unit. The sum ends with the first term that is computed as 0. The error has
three parts: the losses of the N terms, the omitted rest of the series, and the effect of the
argument's error. Each docstring counts them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

_GUARD = 32
"""The number of extra bits in the computation of constants; they are cut off at the end."""

_STEP = 256
"""The precisions of cached constants are multiples of this number of bits."""


class Ball(NamedTuple):
    """A real number within `radius` units of `middle`."""

    middle: int
    radius: int


def half_pi(bits: int) -> int:
    """Return pi/2 with `bits` fraction bits and an error of at most 2 units."""
    return _cut(_half_pi, bits)


def log_2(bits: int) -> int:
    """Return log 2 with `bits` fraction bits and an error of at most 2 units."""
    return _cut(_log_2, bits)


def log(numerator: int, denominator: int, bits: int) -> Ball:
    """Return log(numerator / denominator), where the quotient is between 2/3 and 3/2.

    log z = 2 atanh s with s = (z - 1) / (z + 1), so |s| <= 1/5. By symmetry assume s > 0. Let S, Q
    and P_i be the computed values of s, s**2 and s**(2i+1), with errors in units. The error of S is
    below 1, and the error of Q is below 2 |s| + 1 < 3/2. P_0 = S. The error of
    P_(i+1) = floor(P_i Q) is below 1/25 of the error of P_i, plus 3/2 times s**(2i+1) <= 1/5,
    plus 1. By induction it is below 3/2. The error of each term P_i / (2i + 1), floored, is
    therefore below 3/2 + 1.

    The sum ends when P_N = 0. Then the true power is below 3/2, and all later powers together are
    below 3/2 * 25/24 < 2. The error of N terms is 5/2 N + 2 units, or 5 N + 4 for the doubled sum.
    """
    above = numerator - denominator
    power = (abs(above) << bits) // (numerator + denominator)
    square = power * power >> bits
    total, odd = 0, 1
    while power:
        total += power // odd
        power = power * square >> bits
        odd += 2
    terms = odd // 2
    return Ball(-2 * total if above < 0 else 2 * total, 5 * terms + 4)


def exp(argument: Ball, bits: int) -> tuple[Ball, int]:
    """Return exp(argument) as (ball, n), where the value is the ball times 2**n.

    argument = n log 2 + r. As computed, n is a floor and r is in 0 .. 0.7. The error d of r is the
    radius of the argument, plus 2 units for each of the n subtractions of log 2. The error of term
    i of exp r is 0.7 / i times the error of the previous term, plus 1. The errors are at most 1,
    1.35, 1.32 and then smaller: below 2.

    The sum ends when a term is computed as 0. The true term is then below 2. The ratio of later
    terms is below 1/2, so all omitted terms together are below 4. The error of a sum of N terms is
    below 2 N + 4. The error d of r changes exp r < 2.02 by less than 3 d, if d <= 1/8.

    Raises ValueError if d is larger, because the argument has too few bits.
    """
    two = log_2(bits)
    n, r = divmod(argument.middle, two)
    off = argument.radius + 2 * abs(n)
    if off > 1 << (bits - 3):
        raise ValueError(f"an argument of exp has an error of {off} units of 2^-{bits}, too many")
    total, term, i = 0, 1 << bits, 0
    while term:
        total += term
        i += 1
        term = (term * r >> bits) // i
    return Ball(total, 2 * i + 4 + 3 * off), n


def cos(r: Ball, bits: int) -> Ball:
    """Return cos r for a middle in 0 .. 1.58: 1 - r**2/2! + r**4/4! - ...

    The error of the computed r**2 < 2.5 is below 1 unit. If the term of degree i is T and has the
    error E, the error of the next term is at most (2.5 E + T) / ((i + 1)(i + 2)) + 1. These errors
    are at most 1.5, 1.5, 1.2 and then smaller.

    The sum ends when a term is computed as 0. The true term is then below 2.5. In an alternating
    series with decreasing terms, the rest is less than its first term. Therefore the error of a sum
    of N terms is below 2 N + 3. The error of r is added, since |cos'| <= 1.
    """
    return _alternating(1 << bits, 0, r, bits)


def sin(r: Ball, bits: int) -> Ball:
    """Return sin r for a middle in 0 .. 1.58: r - r**3/3! + r**5/5! - ...

    The errors are at most as large as in `cos`: the first term, r, is exact, and the divisors are
    larger.
    """
    return _alternating(r.middle, 1, r, bits)


def _alternating(first: int, degree: int, r: Ball, bits: int) -> Ball:
    square = r.middle * r.middle >> bits
    total, term, terms, sign = 0, first, 0, 1
    while term:
        total += sign * term
        degree += 2
        term = (term * square >> bits) // (degree * (degree - 1))
        terms += 1
        sign = -sign
    return Ball(total, 2 * terms + 3 + r.radius)


def _cut(constant: Callable[[int], int], bits: int) -> int:
    """Return a constant, computed at a cached precision and cut down to `bits` bits.

    Its error is below 3/2 units of the cached precision, and therefore below 2 units after the cut.
    """
    kept = -(-bits // _STEP) * _STEP
    return constant(kept) >> (kept - bits)


@lru_cache(maxsize=64)
def _half_pi(bits: int) -> int:
    """Return pi/2 = 8 atan(1/5) - 2 atan(1/239) (Machin, 1706), with error below 3/2 units."""
    inner = bits + _GUARD
    return (8 * _inverse_tangent(5, inner, -1) - 2 * _inverse_tangent(239, inner, -1)) >> _GUARD


@lru_cache(maxsize=64)
def _log_2(bits: int) -> int:
    """Return log 2 = 14 atanh(1/31) + 10 atanh(1/49) + 6 atanh(1/161), with error below 3/2 units.

    2 atanh(1/n) = log((n + 1)/(n - 1)). These are the logarithms of 16/15, 25/24 and 81/80, and
    (16/15)**7 (25/24)**5 (81/80)**3 = 2.
    """
    inner = bits + _GUARD
    total = 14 * _inverse_tangent(31, inner, 1) + 10 * _inverse_tangent(49, inner, 1)
    return (total + 6 * _inverse_tangent(161, inner, 1)) >> _GUARD


def _inverse_tangent(n: int, bits: int, sign: int) -> int:
    """Return atan(1/n) for sign -1, or atanh(1/n) for sign 1.

    It is the sum of sign**i / ((2i + 1) n**(2i + 1)). A power is the floor of a floor, which is the
    floor of the true power, and the same holds for a term. Therefore the error of each term is
    below 1 unit. The rest of the series is below 2 units. The constants above use at most
    14 + 10 + 6 of these sums, and the error of each sum is below its number of terms plus 2. Below
    2**25 bits of precision, all errors together are below 2**31 inner units, which is half a unit
    of the result. The cut at the end loses less than 1 unit.
    """
    power = (1 << bits) // n
    total, odd, turn = 0, 1, 1
    while power:
        total += turn * (power // odd)
        power //= n * n
        odd += 2
        turn *= sign
    return total
