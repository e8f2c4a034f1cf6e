"""How embedding is measured."""

from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy
from samebits.benchmarks.gpu.makers import Attributes, Run, TorchMaker


def _torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    return partial(torch.nn.functional.embedding, x[1], x[0])


MEASURED = Measured(
    gpu=(),
    torch=TorchMaker(_torch),
    cupy=with_cupy.TAKE,
    native=None,
)
