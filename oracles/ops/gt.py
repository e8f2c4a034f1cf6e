"""gt: b is below a."""

from samebits.oracles.comparisons import comparison

ORACLE = comparison(lambda below, above: above)
