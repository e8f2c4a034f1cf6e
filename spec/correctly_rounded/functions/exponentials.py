"""exp, exp2, exp10, expm1; and pow, whose theorem and table stand in `pow_f64.py`.

- e**x is transcendental for every algebraic x but 0 (Lindemann, 1882), and so is e**x - 1.
- 2**x is a number, or nothing representable, for an integer x. For another dyadic x it is a root of
  an even degree of an odd power of two: irrational.
- 10**x is an integer for an integer x >= 0. For a negative one it has a power of five below the
  fraction bar, so it is not dyadic; for another dyadic x it is an irrational root.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.elementary import exp, expm1, log_2, log_10
from samebits.spec.correctly_rounded.frame import MINUS_ONE, at_most, rounded, special, whole
from samebits.spec.correctly_rounded.patterns import INFINITY, ONE, SIGN, ZERO, encode
from samebits.spec.correctly_rounded.pow_f64 import power
from samebits.spec.correctly_rounded.reals import real


def exponential(a: int) -> int:
    """e to the power of a."""
    found = special(a, ZERO, ONE, ONE, INFINITY)
    return rounded(lambda bits: exp(real(a, bits))) if found is None else found


def power_of_two(a: int) -> int:
    """2 to the power of a."""
    found = special(a, ZERO, ONE, ONE, INFINITY)
    if found is not None:
        return found
    n = whole(a)
    if n is not None:
        return encode(False, 1, n)
    return rounded(lambda bits: exp(real(a, bits) * log_2(bits)))


def power_of_ten(a: int) -> int:
    """10 to the power of a. 10**309 > 2**1024, and 10**-400 < 2**-1328."""
    found = special(a, ZERO, ONE, ONE, INFINITY)
    if found is not None:
        return found
    n = whole(a)
    if n is not None and not -400 < n < 0:
        return encode(False, 10**n, 0) if 0 < n < 309 else INFINITY if a < SIGN else ZERO
    return rounded(lambda bits: exp(real(a, bits) * log_10(bits)))


def exponential_less_one(a: int) -> int:
    """e to the power of a, less 1. Below -50 it is within e**-50 < 2**-72 of -1, above it."""
    found = special(a, MINUS_ONE, a, a, INFINITY)
    if found is not None:
        return found
    return MINUS_ONE if at_most(a, 50) else rounded(lambda bits: expm1(real(a, bits)))


FUNCTIONS = {
    "exp": exponential,
    "exp2": power_of_two,
    "exp10": power_of_ten,
    "expm1": exponential_less_one,
    "pow": power,
}
