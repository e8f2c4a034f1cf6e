"""conv3d_input_gradient: a contraction T4 over the windows that hold the element (T5)."""

from samebits.oracles.convolutions import Convolution

ORACLE = Convolution("input_gradient")
