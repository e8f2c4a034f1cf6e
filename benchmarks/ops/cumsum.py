"""How cumsum is measured."""

from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch
from samebits.benchmarks.gpu.makers import Cupy, CupyMaker, Run
from samebits.benchmarks.gpu.rows import Row


def _cupy(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    """Of one axis as None: only then does CuPy ask CUB, after a copy."""
    axis = None if x[0].ndim == 1 else row.call.attributes["axis"]
    return partial(cupy.xp.cumsum, x[0], axis=axis)


MEASURED = Measured(
    gpu=(),
    torch=with_torch.along("cumsum"),
    cupy=CupyMaker(_cupy, with_cupy.CUB),
    native=None,
)
