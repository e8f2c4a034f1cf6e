"""Gradient of upsample_bicubic2d (clause G13): a sum T1 of weighted gradients per element."""

from samebits.spec.families.resampling_graphs import CUBIC, gradient_op

OP = gradient_op("upsample_bicubic2d_gradient", "the gradient of upsample_bicubic2d", 2, CUBIC)
