"""eq: neither is below the other."""

from samebits.oracles.comparisons import comparison

ORACLE = comparison(lambda below, above: not below and not above)
