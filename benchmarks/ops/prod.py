"""How prod is measured."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_torch

MEASURED = Measured(
    gpu=(),
    torch=with_torch.reduction_of_one_axis("prod"),
    cupy=None,
    native=None,
)
