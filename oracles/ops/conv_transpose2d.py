"""conv_transpose2d: an input gradient with another size, then the bias (T5)."""

from samebits.oracles.convolutions import Convolution

ORACLE = Convolution("transposed")
