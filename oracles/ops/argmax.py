"""argmax: the first index that holds the S3 maximum; a NaN is the extreme, -0 < +0."""

from samebits.oracles.extremes import index

ORACLE = index(least=False)
