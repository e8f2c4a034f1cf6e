"""sinpi: sin(pi x) is rational for a dyadic x only at multiples of 1/2.

The proof is in Ivan Niven, "Irrational Numbers", 1956, corollary 3.12.
"""

from __future__ import annotations

from samebits.spec.correctly_rounded.frame import MINUS_ONE, rounded, sign, special
from samebits.spec.correctly_rounded.half_turns import nearest_quarters, sine_enclosed
from samebits.spec.correctly_rounded.patterns import NAN, ONE, decode


def sine_of_half_turns(a: int) -> int:
    """Return sin(pi a)."""
    found = special(a, NAN, a, a, NAN)
    if found is not None:
        return found
    x = decode(a)
    if x.exponent >= 0:
        return sign(a)
    quarters, rest = nearest_quarters(x.signed, x.exponent)
    if not rest:
        return sign(a) if quarters % 2 == 0 else ONE if quarters == 1 else MINUS_ONE
    return rounded(lambda bits: sine_enclosed(a, bits))


FUNCTION = sine_of_half_turns
