"""conv2d: a contraction T4 for every window of the input (clause T5)."""

from samebits.oracles import on_arrays_windows
from samebits.oracles.convolutions import Convolution
from samebits.oracles.numpy_route import convolutions_route as route

ORACLE = Convolution("forward")

ROUTE = route.convolution("forward")

DEFINITION = on_arrays_windows.FORWARD
