"""How sigmoid is measured."""

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy

MEASURED = Measured(
    gpu=("elementwise", "narrow", "kinds"),
    torch=None,
    cupy=with_cupy.special("expit"),
    native=1.35,
)
