"""Resampling of two axes by the nearest element (clause G13), at exact coordinates."""

from samebits.spec.families.resampling_graphs import resampling_op

OP = resampling_op("upsample_nearest2d", "the nearest element of two axes", 2, None)
