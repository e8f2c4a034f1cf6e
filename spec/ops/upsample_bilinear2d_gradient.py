"""Gradient of upsample_bilinear2d (clause G13): sums T1 of what every element gave."""

from samebits.spec.families.resampling_graphs import LINEAR, gradient_op

OP = gradient_op("upsample_bilinear2d_gradient", "the gradient of upsample_bilinear2d", 2, LINEAR)
