"""How pow is measured."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy

MEASURED = Measured(
    gpu=("elementwise",),
    torch=None,
    cupy=with_cupy.AS_NUMPY,
    native=None,
    binary64=2.5,
)
