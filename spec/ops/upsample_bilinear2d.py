"""Bilinear resampling (clause G13): weighted sums of two neighbours on each of two axes."""

from samebits.spec.families.resampling_graphs import LINEAR, resampling_op

OP = resampling_op("upsample_bilinear2d", "weighted sums of two neighbours on two axes", 2, LINEAR)
