"""How relu is measured."""

from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu.makers import Attributes, Cupy, CupyMaker, Run, TorchMaker
from samebits.benchmarks.gpu.rows import Row


def _torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    """relu.out of PyTorch makes a tensor and copies it; clamp_min writes at once."""
    return partial(torch.clamp_min, x[0], 0.0, out=out)


def _cupy(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    return partial(cupy.xp.maximum, x[0], 0.0, out=out)


MEASURED = Measured(
    gpu=("elementwise",),
    torch=TorchMaker(_torch),
    cupy=CupyMaker(_cupy),
    native=None,
)
