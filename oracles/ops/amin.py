"""amin: the S3 minimum, in which a NaN is the extreme and -0 < +0."""

from samebits.oracles.extremes import extreme

ORACLE = extreme(least=True)
