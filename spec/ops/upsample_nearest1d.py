"""Resampling of one axis by the nearest element (clause G13), at exact coordinates."""

from samebits.spec.families.resampling_graphs import resampling_op

OP = resampling_op("upsample_nearest1d", "the nearest element of one axis", 1, None)
