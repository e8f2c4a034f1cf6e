"""conv1d: a contraction T4 for every window of the input (clause T5)."""

from samebits.oracles.convolutions import Convolution

ORACLE = Convolution("forward")
