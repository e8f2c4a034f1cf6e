"""erf and erfc of s = sqrt(q) for real numbers q > 0 as balls, and their inverses.

Some functions take the square q as the operand, because the normal distribution function needs
erfc(x / sqrt(2)). The square of this argument is a dyadic number, but the argument itself is not.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import exp, log, root_of_pi
from samebits.spec.correctly_rounded.quotient_series import error_quotient, far_error_quotient
from samebits.spec.correctly_rounded.reals import Real, TooWideError, square_root
from samebits.spec.correctly_rounded.series import Ball

_MORE = 16

_START = 48
"""The precision in bits with which the computation of the inverses begins."""


def erf(s: Real) -> Real:
    """Return the error function of s, with good relative precision for moderate s."""
    square = s * s
    inner = square.bits + _MORE
    middle, radius = square.fixed(inner)
    if radius > 1 << (inner - 8):
        raise TooWideError("the operand of erf is too wide")
    ball = error_quotient(Ball(max(middle, 0), radius), inner)
    series = Real(ball.middle, ball.radius, -inner, s.bits)
    return series * s * 2 / (exp(square) * root_of_pi(s.bits))


def erfc_of_root(q: Real) -> Real:
    """Return erfc(sqrt q) for q > 0. Raises TooWideError if q may be 0.

    The derivative by q is -e**-q / sqrt(pi q), whose magnitude decreases. Therefore the error from
    the radius is at most the radius times the derivative at the lower end.
    """
    value = _erfc_of_exact_root(Real(q.middle, 0, q.exponent, q.bits))
    if not q.radius:
        return value
    least = Real(q.middle - q.radius, 0, q.exponent, 32)
    steepest = exp(-least) / square_root(least * 3)
    return value.widened(steepest * Real(q.radius, 0, q.exponent, 32))


def _erfc_of_exact_root(q: Real) -> Real:
    """Return erfc(sqrt q) for a q with radius 0.

    The smallest term of the asymptotic series is about e**-q, so the series is precise enough if q
    is above 0.73 times the number of bits. Otherwise the value is 1 - erf, with as many extra bits
    as the subtraction loses: e**-q is 2**(-1.4427 q).
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
    """Return the complementary error function of s, which may have any sign but is not 0."""
    value = erfc_of_root(s * s)
    return value if s.middle > 0 else 2 - value


def normal_cdf(x: Real) -> Real:
    """Return Phi(x) = erfc(-x / sqrt 2) / 2 for x of any sign other than 0."""
    tail = erfc_of_root((x * x).times_power_of_two(-1)).times_power_of_two(-1)
    return tail if x.middle < 0 else 1 - tail


def density(x: Real) -> Real:
    """Return phi(x) = e**(-x**2 / 2) / sqrt(2 pi)."""
    square = x * x
    root = root_of_pi(x.bits) * square_root(Real(2, 0, 0, x.bits))
    return exp(-square.times_power_of_two(-1)) / root


def inverse_erf(x: Real) -> Real:
    """Return the y with erf y = x, for 0 < x <= 1/2 with radius 0.

    Newton's method starts at y = sqrt(pi)/2 x. This start is below the root, because
    erf y < 2/sqrt(pi) y. erf is concave for y > 0, so every exact step increases y, and y stays
    below the root.
    """
    start = x * root_of_pi(_START).times_power_of_two(-1)
    return _inverse(x, start, rising=True)


def inverse_erfc(c: Real) -> Real:
    """Return the y with erfc y = c, for 0 < c <= 1/2 with radius 0.

    Newton's method for the logarithm of erfc starts at y = sqrt(-log c). This start is above the
    root, because erfc y <= e**(-y**2). The logarithm is concave, so y decreases towards the root,
    and converges quadratically from the first steps on.
    """
    start = square_root(-log(Real(c.middle, 0, c.exponent, _START)))
    return _inverse(c, start, rising=False)


def _inverse(value: Real, start: Real, *, rising: bool) -> Real:
    """Return the y > 0 with f(y) = value for f = erf (if `rising`) or erfc, as a proven ball.

    The first Newton steps only find an approximate root, with few bits. The proof uses the mean
    value theorem: f(y) - value = f'(t) (y - root) with a t between y and the root, where f'(t) =
    +-2/sqrt(pi) e**(-t**2). If |f(y) - value| <= r |f'(y + r)|, the root is within r of y, because
    |f'| decreases. Then t is also within r of y. Now the formula root = y - (f(y) - value) / f'(t),
    evaluated with a ball that contains all these t, gives a much smaller ball, with about twice as
    many bits.
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
    """Return 1 / |f'(y)| = sqrt(pi)/2 e**(y**2)."""
    return exp(y * y) * root_of_pi(y.bits).times_power_of_two(-1)


def _exactly(y: Real, bits: int) -> Real:
    """Return the middle of a ball as a ball with radius 0."""
    return Real(y.middle, 0, y.exponent, bits)


def _at(value: Real, bits: int) -> Real:
    return Real(value.middle, value.radius, value.exponent, bits)
