"""How softmax is measured."""

from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_torch
from samebits.benchmarks.gpu.makers import Cupy, CupyMaker, Run
from samebits.benchmarks.gpu.rows import Row


def _cupy(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    return partial(cupy.special.softmax, x[0], axis=row.call.attributes["axis"])


MEASURED = Measured(
    gpu=(),
    torch=with_torch.along("softmax"),
    cupy=CupyMaker(_cupy),
    native=None,
)
