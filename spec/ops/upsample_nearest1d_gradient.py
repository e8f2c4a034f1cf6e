"""Gradient of upsample_nearest1d (clause G13): a sum T1 of gradients per element."""

from samebits.spec.families.resampling_graphs import gradient_op

OP = gradient_op("upsample_nearest1d_gradient", "the gradient of upsample_nearest1d", 1, None)
