"""How scatter_add is measured."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch

MEASURED = Measured(
    gpu=(),
    torch=with_torch.added("scatter_add"),
    cupy=with_cupy.ADDED,
    native=None,
)
