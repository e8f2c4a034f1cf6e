"""erf and erfc of s = sqrt(q) for real numbers q > 0 as balls, and their inverses.

The operand is the square, because the normal distribution function asks for erfc(x / sqrt(2)), the
square of whose argument is a dyadic number while the argument is none.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import exp, log, root_of_pi
from samebits.spec.correctly_rounded.quotient_series import error_quotient, far_error_quotient
from samebits.spec.correctly_rounded.reals import Real, TooWideError, square_root
from samebits.spec.correctly_rounded.series import Ball

_MORE = 16

_START = 48
"""Bits at which the inverses begin."""


def erf(s: Real) -> Real:
    """The error function of s, good relative to its size for all s of a moderate magnitude."""
    square = s * s
    inner = square.bits + _MORE
    middle, radius = square.fixed(inner)
    if radius > 1 << (inner - 8):
        raise TooWideError("the operand of erf is too wide")
    ball = error_quotient(Ball(max(middle, 0), radius), inner)
    series = Real(ball.middle, ball.radius, -inner, s.bits)
    return series * s * 2 / (exp(square) * root_of_pi(s.bits))


def erfc_of_root(q: Real) -> Real:
    """erfc(sqrt q) for q > 0. Raises TooWideError if q may be 0.

    The derivative by q is -e**-q / sqrt(pi q), which falls in magnitude: the radius makes an error
    below its product with that at the lower end.
    """
    value = _erfc_of_exact_root(Real(q.middle, 0, q.exponent, q.bits))
    if not q.radius:
        return value
    least = Real(q.middle - q.radius, 0, q.exponent, 32)
    steepest = exp(-least) / square_root(least * 3)
    return value.widened(steepest * Real(q.radius, 0, q.exponent, 32))


def _erfc_of_exact_root(q: Real) -> Real:
    """The same for a q without radius.

    The asymptotic series has a least term of about e**-q: for q > 0.73 bits it suffices. Elsewhere
    it is 1 - erf, with as many more bits as erfc loses against 1: e**-q is 2**(-1.4427 q).
    """
    inner = q.bits + _MORE
    whole = q.middle >> -q.exponent if q.exponent < 0 else q.middle << q.exponent
    if 11 * whole > 8 * inner:
        ball = far_error_quotient(Ball(*q.fixed(inner)), inner)
        if ball is not None:
            series = Real(ball.middle, ball.radius, -inner, q.bits)
            return series / (exp(q) * root_of_pi(q.bits) * square_root(q))
    more = Real(q.middle, 0, q.exponent, q.bits + 3 * whole // 2 + _MORE)
    value = 1 - erf(square_root(more))
    return Real(value.middle, value.radius, value.exponent, q.bits)


def erfc(s: Real) -> Real:
    """The complementary error function of an s other than 0, of any sign."""
    value = erfc_of_root(s * s)
    return value if s.middle > 0 else 2 - value


def normal_cdf(x: Real) -> Real:
    """Phi(x) = erfc(-x / sqrt 2) / 2 for an x other than 0, of any sign."""
    tail = erfc_of_root((x * x).times_power_of_two(-1)).times_power_of_two(-1)
    return tail if x.middle < 0 else 1 - tail


def density(x: Real) -> Real:
    """phi(x) = e**(-x**2 / 2) / sqrt(2 pi)."""
    square = x * x
    root = root_of_pi(x.bits) * square_root(Real(2, 0, 0, x.bits))
    return exp(-square.times_power_of_two(-1)) / root


def inverse_erf(x: Real) -> Real:
    """The y with erf y = x, for 0 < x <= 1/2 without radius.

    Newton's method from y = sqrt(pi)/2 x, which is below the root as erf y < 2/sqrt(pi) y: erf is
    concave for y > 0, so every step of the exact method rises and stays below the root.
    """
    start = x * root_of_pi(_START).times_power_of_two(-1)
    return _inverse(x, start, rising=True)


def inverse_erfc(c: Real) -> Real:
    """The y with erfc y = c, for 0 < c <= 1/2 without radius.

    From y = sqrt(-log c), which is above the root as erfc y <= e**(-y**2), Newton's method for the
    logarithm of erfc, which is concave, falls towards it, at its quadratic rate from the first
    steps on.
    """
    start = square_root(-log(Real(c.middle, 0, c.exponent, _START)))
    return _inverse(c, start, rising=False)


def _inverse(value: Real, start: Real, *, rising: bool) -> Real:
    """The y > 0 with f(y) = value for f = erf (rising) or erfc: Newton's method with a proof.

    The first steps only look for a place, at few bits. Then f'(t) = +-2/sqrt(pi) e**(-t**2) and the
    mean value theorem prove it: f(y) - value = f'(t) (y - root), with a t between y and the root.
    If |f(y) - value| <= r |f'(y + r)|, the root is within r of y, for |f'| falls. And if the root
    is known to be within r, so is t, and root = y - (f(y) - value) / f'(t) with the ball of all
    such t is a far smaller ball, with about twice the bits.
    """
    function = erf if rising else erfc
    y = _exactly(start, _START)
    for _ in range(64):
        residual = function(y) - _at(value, _START)
        if rising:
            step = residual * _inverse_slope(y)
        else:
            step = -log(function(y) / _at(value, _START)) * function(y) * _inverse_slope(y)
        y = _exactly(y - step, _START)
        if step.top < y.top - _START // 2:
            break
    radius = y.times_power_of_two(-_START // 2 + 4)
    residual = abs(function(y) - _at(value, _START))
    spare = radius - residual * _inverse_slope(y + radius)
    if spare.middle < spare.radius:
        raise ArithmeticError("no inverse of the error function was found")
    root, bits = y.widened(radius), min(_START, value.bits)
    while True:
        wide = Real(root.middle, root.radius, root.exponent, bits)
        middle = Real(wide.middle, 0, wide.exponent, bits)
        slope = _inverse_slope(wide)
        residual = function(middle) - _at(value, bits)
        root = middle - (residual * slope if rising else -residual * slope)
        if bits == value.bits:
            return root
        bits = min(2 * bits - 16, value.bits)


def _inverse_slope(y: Real) -> Real:
    """1 / |f'(y)| = sqrt(pi)/2 e**(y**2)."""
    return exp(y * y) * root_of_pi(y.bits).times_power_of_two(-1)


def _exactly(y: Real, bits: int) -> Real:
    """The middle of a ball alone."""
    return Real(y.middle, 0, y.exponent, bits)


def _at(value: Real, bits: int) -> Real:
    return Real(value.middle, value.radius, value.exponent, bits)
