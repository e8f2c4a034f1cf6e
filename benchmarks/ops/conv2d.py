"""How conv2d is measured; CuPy does not have it."""

from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu.makers import Attributes, Run, TorchMaker


def _torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    stride, padding = attributes["stride"], attributes["padding"]
    return partial(torch.nn.functional.conv2d, *x, stride=stride, padding=padding)


MEASURED = Measured(
    gpu=(),
    torch=TorchMaker(_torch, "cuDNN"),
    cupy=None,
    native=None,
)
