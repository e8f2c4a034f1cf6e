"""pow of binary64, correctly rounded (rule S4.4 and its table, S4.pow.1 to S4.pow.20).

The proof determines when x**y is dyadic, for finite x > 0 other than 1 and finite y other than 0.
Only a dyadic number can be a number of binary64 or halfway between two. Let x = m 2**e and
y = n 2**f with odd m and n, and q = 2**-f if f < 0. The proof uses unique factorisation:

- f < 0. Let r = x**y be rational. Then r**q = x**n. As n and q have no common divisor, there are
  integers u and v with u n + v q = 1. Therefore x = x**(u n + v q) = (r**u x**v)**q is the q-th
  power of a rational number w, and x**y = w**n. It follows that q divides e, and that m is a q-th
  power of an odd integer.
- It remains to check w**n with w = m' 2**e' and an integer n. If m' = 1, it is a power of two.
  Otherwise it is dyadic only if n > 0, because m'**n is odd. If n > 34, it has more than 54 bits,
  since 3**35 > 2**54. Then it is neither a number nor halfway between two.

`_dyadic` computes these cases with integers. All other results are enclosed as exp(y log x).
"""

from __future__ import annotations

from math import isqrt

from samebits.spec.correctly_rounded.patterns import (
    INFINITY,
    NAN,
    ONE,
    SIGN,
    ZERO,
    Number,
    decode,
    encode,
    is_infinite,
    is_nan,
    is_zero,
)
from samebits.spec.correctly_rounded.series import Ball, exp, log, log_2
from samebits.spec.correctly_rounded.settling import BEYOND, NEXT_TO_NOTHING, Enclosure, settled

_MOST_POWER = 34
_MOST_ROOTS = 5
"""The largest n, and (`_MOST_ROOTS`) the largest magnitude of f, for an odd m > 1.

m < 2**53 is not a 64th power, since 3**64 > 2**53.
"""


def power(a: int, b: int) -> int:
    """Return a to the power of b, rounded once; all three are bit patterns."""
    if is_zero(b) or a == ONE:
        return ONE
    if is_nan(a) or is_nan(b):
        return NAN
    if is_infinite(b):
        return _infinite_exponent(a & (SIGN - 1), b)
    whole, odd = _parity(decode(b))
    sign = SIGN if a >= SIGN and odd else 0
    if is_zero(a) or is_infinite(a):
        return sign | (INFINITY if is_infinite(a) == (b < SIGN) else ZERO)
    if a >= SIGN and not whole:
        return NAN
    return sign | _positive(a & (SIGN - 1), decode(b))


def _infinite_exponent(magnitude: int, b: int) -> int:
    if magnitude == ONE:
        return ONE
    return INFINITY if (magnitude > ONE) == (b < SIGN) else ZERO


def _parity(y: Number) -> tuple[bool, bool]:
    """Return whether a number is an integer, and whether it is an odd integer."""
    if y.exponent > 0:
        return True, False
    floor = y.significand >> -y.exponent
    whole = floor << -y.exponent == y.significand
    return whole, whole and floor & 1 == 1


def _positive(base: int, y: Number) -> int:
    """Return x**y for a pattern of x > 0, and y other than 0."""
    x = decode(base)
    exact = _dyadic(x, y)
    if exact is not None:
        return exact
    if y.significand.bit_length() + y.exponent > 64:
        # abs(y) >= 2**64 and abs(log x) > 2**-53, so |y log x| is above 2**11.
        return INFINITY if (base > ONE) != y.negative else ZERO
    return settled(lambda bits: _enclosed(x, y, bits))


def _dyadic(x: Number, y: Number) -> int | None:
    """Return x**y rounded if it is a number of binary64 or halfway between two, else None."""
    m, e = _odd(x)
    n, f = _odd(y)
    if m > 1 and (y.negative or not -_MOST_ROOTS <= f <= _MOST_ROOTS):
        return None
    if f < 0:
        if e % (1 << -f):
            return None
        e >>= -f
        for _ in range(-f if m > 1 else 0):
            root = isqrt(m)
            if root * root != m:
                return None
            m = root
    else:
        n <<= f
    if m == 1:
        return encode(False, 1, -e * n if y.negative else e * n)
    return encode(False, m**n, e * n) if n <= _MOST_POWER else None


def _odd(x: Number) -> tuple[int, int]:
    """Return the odd m and the e with abs(x) = m * 2**e, for x other than 0."""
    zeros = (x.significand & -x.significand).bit_length() - 1
    return x.significand >> zeros, x.exponent + zeros


def _enclosed(x: Number, y: Number, bits: int) -> Enclosure:
    """Return an enclosure of x**y = exp(y log x), for abs(y) < 2**64.

    log x is computed with as many extra bits (`inner` - `bits`) as abs(y) has before the point. In
    units of the product, its error is the radius of log x times abs(y) / 2**(inner - bits) < 1,
    plus less than 1 for the shift.
    """
    size = y.significand.bit_length()
    inner = bits + max(size + y.exponent, 0)
    logarithm = _logarithm(x, inner)
    product = logarithm.middle * (-y.significand if y.negative else y.significand)
    t = Ball(product >> (inner - bits - y.exponent), logarithm.radius + 1)
    if t.middle - t.radius > 710 << bits:  # exp(710) > 2**1024
        return BEYOND
    if t.middle + t.radius < -746 << bits:  # exp(-746) < 2**-1076
        return NEXT_TO_NOTHING
    ball, n = exp(t, bits)
    return Enclosure(ball.middle - ball.radius, ball.middle + ball.radius, n - bits)


def _logarithm(x: Number, bits: int) -> Ball:
    """Return log x = log z + k log 2, where x = z 2**k and 3/4 < z <= 3/2."""
    shift = x.significand.bit_length() - 1
    shift += 2 * x.significand > 3 << shift
    z = log(x.significand, 1 << shift, bits)
    k = x.exponent + shift
    return Ball(z.middle + k * log_2(bits), z.radius + 2 * abs(k))
