"""How sum is measured."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch

MEASURED = Measured(
    gpu=("reductions",),
    torch=with_torch.reduction("sum"),
    cupy=with_cupy.reduction("sum"),
    native=None,
)
