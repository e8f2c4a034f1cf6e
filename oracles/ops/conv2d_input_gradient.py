"""conv2d_input_gradient: a contraction T4 over the windows that contain the element (T5)."""

from samebits.oracles import on_arrays_windows
from samebits.oracles.convolutions import Convolution
from samebits.oracles.numpy_route import convolutions_route as route

ORACLE = Convolution("input_gradient")

ROUTE = route.convolution("input_gradient")

DEFINITION = on_arrays_windows.INPUT_GRADIENT
