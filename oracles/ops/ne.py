"""ne: one is below the other, or one is NaN."""

from samebits.oracles.comparisons import comparison

ORACLE = comparison(lambda below, above: below or above, of_nan=True)
