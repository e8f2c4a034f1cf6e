"""conv1d_weight_gradient: a contraction T4 for every sample, then T1 over samples (T5)."""

from samebits.oracles import on_arrays_windows
from samebits.oracles.convolutions import Convolution
from samebits.oracles.numpy_route import convolutions_route as route

ORACLE = Convolution("weight_gradient")

ROUTE = route.convolution("weight_gradient")

DEFINITION = on_arrays_windows.WEIGHT_GRADIENT
