"""log, log2, log10, log1p.

- log x is transcendental for every algebraic x > 0 but 1 (Lindemann, 1882).
- log2 x is an integer for a power of two. Else it is irrational: 2**(p/q) = x makes x**q a power of
  two, and so x itself.
- log10 x is an integer for a power of ten, and in the same way irrational elsewhere; of those below
  1 none is dyadic. 10**n has the odd part 5**n, of at most 53 bits for n <= 22.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import from_integer
from samebits.spec.correctly_rounded.elementary import log, log1p, log_2, log_10
from samebits.spec.correctly_rounded.frame import MINUS_INFINITY, MINUS_ONE, rounded, special
from samebits.spec.correctly_rounded.patterns import (
    INFINITY,
    NAN,
    ONE,
    SIGN,
    ZERO,
    decode,
)
from samebits.spec.correctly_rounded.reals import real

_POWERS_OF_TEN = {from_integer(10**n): from_integer(n) for n in range(23)}
"""The patterns of 1, 10, 100, ..., and of their logarithms."""


def _special(a: int) -> int | None:
    """The rows that three of these share."""
    found = special(a, NAN, MINUS_INFINITY, MINUS_INFINITY, INFINITY)
    if found is not None:
        return found
    if a >= SIGN:
        return NAN
    return ZERO if a == ONE else None


def logarithm(a: int) -> int:
    """The natural logarithm of a."""
    found = _special(a)
    return rounded(lambda bits: log(real(a, bits))) if found is None else found


def logarithm_to_base_two(a: int) -> int:
    """The logarithm of a to base 2."""
    found = _special(a)
    if found is not None:
        return found
    x = decode(a)
    if x.significand.bit_count() == 1:
        return from_integer(x.exponent + x.significand.bit_length() - 1)
    return rounded(lambda bits: log(real(a, bits)) / log_2(bits))


def logarithm_to_base_ten(a: int) -> int:
    """The logarithm of a to base 10."""
    found = _special(a)
    if found is None:
        found = _POWERS_OF_TEN.get(a)
    return rounded(lambda bits: log(real(a, bits)) / log_10(bits)) if found is None else found


def logarithm_of_one_more(a: int) -> int:
    """The natural logarithm of 1 + a."""
    found = special(a, NAN, a, a, INFINITY)
    if found is not None:
        return found
    if a >= MINUS_ONE:
        return MINUS_INFINITY if a == MINUS_ONE else NAN
    return rounded(lambda bits: log1p(real(a, bits)))


FUNCTIONS = {
    "log": logarithm,
    "log2": logarithm_to_base_two,
    "log10": logarithm_to_base_ten,
    "log1p": logarithm_of_one_more,
}
