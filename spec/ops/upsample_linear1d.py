"""Linear resampling (clause G13): weighted sums of two neighbours, at exact coordinates."""

from samebits.spec.families.resampling_graphs import LINEAR, resampling_op

OP = resampling_op("upsample_linear1d", "weighted sums of two neighbours", 1, LINEAR)
