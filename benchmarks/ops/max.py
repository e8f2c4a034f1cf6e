"""How max is measured."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch

MEASURED = Measured(
    gpu=("reductions",),
    torch=with_torch.reduction("amax"),
    cupy=with_cupy.reduction("amax"),
    native=None,
)
