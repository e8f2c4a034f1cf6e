"""conv1d_weight_gradient: a contraction T4 for every sample, then T1 over samples (T5)."""

from samebits.oracles.convolutions import Convolution

ORACLE = Convolution("weight_gradient")
