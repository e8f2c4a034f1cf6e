"""normal_from_bits: normal_quantile at (2k + 1) / 2^33, which is never 1/2."""

from __future__ import annotations

from samebits.oracles.elementwise import Elementary
from samebits.oracles.numpy_route import draws_route as route
from samebits.oracles.of_words import of_middle


def _quantile() -> Elementary:
    """Return the oracle of normal_quantile, imported here because it needs optional packages."""
    from samebits.oracles.ops import normal_quantile

    return normal_quantile.ORACLE


ORACLE = of_middle(_quantile)

IN_BINARY64 = of_middle(_quantile, 53)
"""The function for the upper 53 bits of a 64-bit draw."""

ROUTE = route.of_given(route.normal)
