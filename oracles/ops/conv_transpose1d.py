"""conv_transpose1d: an input gradient with its own rule for the size, then the bias (T5)."""

from samebits.oracles import on_arrays_windows
from samebits.oracles.convolutions import Convolution
from samebits.oracles.numpy_route import convolutions_route as route

ORACLE = Convolution("transposed")

ROUTE = route.convolution("transposed")

DEFINITION = on_arrays_windows.INPUT_GRADIENT
