"""Resampling (clause G13): the nearest element of one axis, at exact coordinates."""

from samebits.spec.families.resampling_graphs import resampling_op

OP = resampling_op("upsample_nearest1d", "the nearest element of one axis", 1, None)
