"""logaddexp: e**x + e**y = e**z has no solution in algebraic numbers.

For three different exponents, the theorem of Lindemann and Weierstrass (1885) excludes a solution.
For x = y, a solution would be z = x + log 2, which the theorem of Lindemann (1882) excludes.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import less
from samebits.spec.correctly_rounded.elementary import exp, log1p
from samebits.spec.correctly_rounded.frame import rounded
from samebits.spec.correctly_rounded.patterns import NAN, ZERO, decode, is_infinite, is_nan, is_zero
from samebits.spec.correctly_rounded.reals import Real, real


def logaddexp(a: int, b: int) -> int:
    """Return log(e**a + e**b) = M + log(1 + e**-d), with the larger operand M and the difference d.

    For M < 0 the sum may cancel, so the loop needs more bits.
    """
    if is_nan(a) or is_nan(b):
        return NAN
    least, most = (a, b) if less(a, b) else (b, a)
    if is_infinite(least) or is_infinite(most):
        return ZERO if is_zero(most) else most
    if not is_zero(most) and _hidden(least, most):
        return most
    return rounded(lambda bits: _joined(real(least, bits), real(most, bits)))


def _hidden(least: int, most: int) -> bool:
    """Return whether the result rounds to M, because e**-d is negligible.

    It is negligible if it is less than a quarter of M's distance from its neighbours. For 2**k <=
    |M| this distance is at least 2**(k - 53), and at least 2**-1074. If floor(d) > 1100 or floor(d)
    > 60 - k, e**-d < 2**(-1.4 floor(d)) is small enough.
    """
    x, y = decode(least), decode(most)
    unit = min(x.exponent, y.exponent)
    distance = (y.signed << (y.exponent - unit)) - (x.signed << (x.exponent - unit))
    floor = distance << unit if unit >= 0 else distance >> -unit
    size = y.significand.bit_length() + y.exponent - 1
    return floor > 1100 or floor > max(60 - size, 0)


def _joined(least: Real, most: Real) -> Real:
    return most + log1p(exp(least - most))


FUNCTION = logaddexp
