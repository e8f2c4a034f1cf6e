"""Compute sin(pi x) for dyadic x, by an exact reduction and a series."""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import cosine, pi, sine
from samebits.spec.correctly_rounded.patterns import decode
from samebits.spec.correctly_rounded.reals import Real


def sine_enclosed(a: int, bits: int) -> Real:
    """Return sin(pi a) as a ball, for a number that is not an integer."""
    x = decode(a)
    quarters, rest = nearest_quarters(x.signed, x.exponent)
    return turned(quarters, Real(rest, 0, x.exponent, bits))


def turned(quarters: int, rest: Real) -> Real:
    """Return sin(pi rest + quarters pi/2), where |pi rest| <= pi/4 < 1."""
    angle = rest * pi(rest.bits)
    value = cosine(angle) if quarters % 2 else sine(angle)
    return -value if quarters >= 2 else value


def nearest_quarters(number: int, exponent: int) -> tuple[int, int]:
    """Return number * 2**exponent as a multiple of 1/2 and a remainder.

    The multiple is rounded to nearest, and returned modulo 4. The remainder is at most 1/4 in
    magnitude, and is returned in units of 2**exponent. If exponent >= -1, it is 0.
    """
    if exponent >= -1:
        return (number << (exponent + 1)) % 4, 0
    half = 1 << (-1 - exponent)
    nearest = (2 * number + half) // (2 * half)
    return nearest % 4, number - nearest * half
