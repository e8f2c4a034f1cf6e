"""cospi: cos(pi x) is rational for a dyadic x only at multiples of 1/2.

The proof is in Ivan Niven, "Irrational Numbers", 1956, corollary 3.12.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.frame import MINUS_ONE, rounded, special
from samebits.spec.correctly_rounded.half_turns import nearest_quarters, turned
from samebits.spec.correctly_rounded.patterns import NAN, ONE, ZERO, decode
from samebits.spec.correctly_rounded.reals import Real


def cosine_of_half_turns(a: int) -> int:
    """Return cos(pi a) = sin(pi (a + 1/2)); the 1/2 is added exactly, as one quarter turn."""
    found = special(a, NAN, ONE, ONE, NAN)
    if found is not None:
        return found
    x = decode(a)
    if x.exponent > 0:
        return ONE
    quarters, rest = nearest_quarters(x.signed, x.exponent)
    quarters = (quarters + 1) % 4
    if not rest:
        return ZERO if quarters % 2 == 0 else ONE if quarters == 1 else MINUS_ONE
    return rounded(lambda bits: turned(quarters, Real(rest, 0, x.exponent, bits)))


FUNCTION = cosine_of_half_turns
