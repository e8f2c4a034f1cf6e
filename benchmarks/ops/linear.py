"""How linear is measured."""

from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy
from samebits.benchmarks.gpu.makers import Attributes, Run, TorchMaker


def _torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    return partial(torch.nn.functional.linear, *x)


MEASURED = Measured(
    gpu=(),
    torch=TorchMaker(_torch, "cuBLAS"),
    cupy=with_cupy.PRODUCT,
    native=None,
)
