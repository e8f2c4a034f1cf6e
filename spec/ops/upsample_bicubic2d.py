"""Bicubic resampling (clause G13): weighted sums of four neighbours on each of two axes."""

from samebits.spec.families.resampling_graphs import CUBIC, resampling_op

OP = resampling_op("upsample_bicubic2d", "weighted sums of four neighbours on two axes", 2, CUBIC)
