"""argmin: the first index that holds the S3 minimum; a NaN is the extreme, -0 < +0."""

from samebits.oracles.extremes import index

ORACLE = index(least=True)
