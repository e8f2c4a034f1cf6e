"""le: b is not below a."""

from samebits.oracles.comparisons import comparison

ORACLE = comparison(lambda below, above: not above)
