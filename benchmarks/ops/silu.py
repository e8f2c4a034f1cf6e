"""How silu is measured; CuPy does not have it."""

from samebits.benchmarks.declared import Measured

MEASURED = Measured(
    gpu=("elementwise",),
    torch=None,
    cupy=None,
    native=1.6,
)
