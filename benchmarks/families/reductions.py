"""Rows of reductions and scans. CuPy has no CUB kernel for var, norm or logsumexp."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch
from samebits.benchmarks.gpu.makers import Cupy, CupyMaker, Run
from samebits.benchmarks.gpu.rows import Row as GpuRow


def _cumsum_in_cupy(cupy: Cupy, row: GpuRow, x: list[Any], out: Any) -> Run:
    """Call cumsum with axis None for a vector: otherwise CuPy does not use CUB."""
    axis = None if x[0].ndim == 1 else row.call.attributes["axis"]
    return partial(cupy.xp.cumsum, x[0], axis=axis)


MEASURED: Mapping[str, Measured] = {
    "sum": Measured(
        gpu=("reductions",),
        torch=with_torch.reduction("sum"),
        cupy=with_cupy.reduction("sum"),
        native=None,
    ),
    "mean": Measured(
        gpu=("reductions",),
        torch=with_torch.reduction("mean"),
        cupy=with_cupy.reduction("mean"),
        native=None,
    ),
    "max": Measured(
        gpu=("reductions",),
        torch=with_torch.reduction("amax"),
        cupy=with_cupy.reduction("amax"),
        native=None,
    ),
    "var": Measured(gpu=("reductions",), torch=with_torch.reduction("var"), cupy=None, native=None),
    "norm": Measured(
        gpu=("reductions",),
        torch=with_torch.reduction("linalg.vector_norm"),
        cupy=None,
        native=None,
    ),
    "logsumexp": Measured(
        gpu=("reductions",), torch=with_torch.reduction("logsumexp"), cupy=None, native=None
    ),
    "prod": Measured(
        gpu=(), torch=with_torch.reduction_of_one_axis("prod"), cupy=None, native=None
    ),
    "cumsum": Measured(
        gpu=(),
        torch=with_torch.along("cumsum"),
        cupy=CupyMaker(_cumsum_in_cupy, with_cupy.CUB),
        native=None,
    ),
}
