"""How var is measured; CuPy has no kernel of CUB's for it."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_torch

MEASURED = Measured(
    gpu=("reductions",),
    torch=with_torch.reduction("var"),
    cupy=None,
    native=None,
)
