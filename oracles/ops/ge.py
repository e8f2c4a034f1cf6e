"""ge: a is not below b."""

from samebits.oracles.comparisons import comparison

ORACLE = comparison(lambda below, above: not below)
