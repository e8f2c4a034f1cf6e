"""How gather is measured."""

from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy
from samebits.benchmarks.gpu.makers import Attributes, Run, TorchMaker


def _torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    return partial(torch.gather, x[0], attributes["axis"], x[1], out=out)


MEASURED = Measured(
    gpu=(),
    torch=TorchMaker(_torch),
    cupy=with_cupy.TAKE,
    native=None,
)
