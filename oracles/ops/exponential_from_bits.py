"""exponential_from_bits: -log((2k + 1) / 2^33), transcendental (Lindemann)."""

from __future__ import annotations

from functools import cache

from samebits.oracles.elementwise import Elementary
from samebits.oracles.numpy_route import draws_route as route
from samebits.oracles.of_words import of_middle


@cache
def _minus_log() -> Elementary:
    """Return the oracle of log, negated. It is imported here because it needs optional packages."""
    from samebits.oracles.ops import log

    found = log.ORACLE
    return Elementary(
        found.known,
        mpmath=lambda x: -found.mpmath(x),
        arb=lambda x: -found.arb(x),
        mpfr=lambda x: -found.mpfr(x),
    )


ORACLE = of_middle(_minus_log)

IN_BINARY64 = of_middle(_minus_log, 53)
"""The function for the upper 53 bits of a 64-bit draw."""

ROUTE = route.of_given(route.exponential)
