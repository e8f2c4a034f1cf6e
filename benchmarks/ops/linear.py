"""How linear is measured."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch

MEASURED = Measured(
    gpu=(),
    torch=with_torch.LINEAR,
    cupy=with_cupy.PRODUCT,
    native=None,
)
