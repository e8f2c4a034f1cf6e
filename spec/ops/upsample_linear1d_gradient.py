"""Gradient of upsample_linear1d (clause G13): a sum T1 of weighted gradients per element."""

from samebits.spec.families.resampling_graphs import LINEAR, gradient_op

OP = gradient_op("upsample_linear1d_gradient", "the gradient of upsample_linear1d", 1, LINEAR)
