"""How mean is measured."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch

MEASURED = Measured(
    gpu=("reductions",),
    torch=with_torch.reduction("mean"),
    cupy=with_cupy.reduction("mean"),
    native=None,
)
