"""How sort is measured."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch

MEASURED = Measured(
    gpu=(),
    torch=with_torch.sort(0),
    cupy=with_cupy.sort("sort"),
    native=None,
)
