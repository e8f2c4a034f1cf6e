"""lt: a is below b."""

from samebits.oracles.comparisons import comparison

ORACLE = comparison(lambda below, above: below)
