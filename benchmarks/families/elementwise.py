"""Rows of elementwise functions. CuPy has no gelu, silu or softplus."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy
from samebits.benchmarks.gpu.makers import Attributes, Cupy, CupyMaker, Run, TorchMaker
from samebits.benchmarks.gpu.rows import Row as GpuRow


def _relu_in_torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    """Call clamp_min, which writes into `out`; PyTorch's relu.out makes a tensor and copies it."""
    return partial(torch.clamp_min, x[0], 0.0, out=out)


def _relu_in_cupy(cupy: Cupy, row: GpuRow, x: list[Any], out: Any) -> Run:
    return partial(cupy.xp.maximum, x[0], 0.0, out=out)


MEASURED: Mapping[str, Measured] = {
    "add": Measured(
        gpu=("elementwise", "narrow"), torch=None, cupy=with_cupy.AS_NUMPY, native=None
    ),
    "mul": Measured(
        gpu=("elementwise", "narrow"), torch=None, cupy=with_cupy.AS_NUMPY, native=None
    ),
    "div": Measured(gpu=("elementwise",), torch=None, cupy=with_cupy.AS_NUMPY, native=None),
    "sqrt": Measured(gpu=("elementwise",), torch=None, cupy=with_cupy.AS_NUMPY, native=None),
    "pow": Measured(
        gpu=("elementwise",), torch=None, cupy=with_cupy.AS_NUMPY, native=None, binary64=2.5
    ),
    "exp": Measured(
        gpu=("elementwise", "narrow", "kinds"),
        torch=None,
        cupy=with_cupy.AS_NUMPY,
        native=1.35,
        binary64=2.0,
    ),
    "log": Measured(
        gpu=("elementwise",), torch=None, cupy=with_cupy.AS_NUMPY, native=1.6, binary64=2.0
    ),
    "sin": Measured(
        gpu=("elementwise",), torch=None, cupy=with_cupy.AS_NUMPY, native=None, binary64=2.0
    ),
    "cos": Measured(gpu=(), torch=None, cupy=with_cupy.AS_NUMPY, native=None, binary64=2.0),
    "tanh": Measured(
        gpu=("elementwise", "narrow"), torch=None, cupy=with_cupy.AS_NUMPY, native=1.6, binary64=2.0
    ),
    "erf": Measured(
        gpu=("elementwise",), torch=None, cupy=with_cupy.special("erf"), native=1.6, binary64=2.0
    ),
    "lgamma": Measured(
        gpu=("elementwise",), torch=None, cupy=with_cupy.special("gammaln"), native=None
    ),
    "sigmoid": Measured(
        gpu=("elementwise", "narrow", "kinds"),
        torch=None,
        cupy=with_cupy.special("expit"),
        native=1.35,
    ),
    "gelu": Measured(gpu=("elementwise", "narrow", "kinds"), torch=None, cupy=None, native=1.6),
    "silu": Measured(gpu=("elementwise",), torch=None, cupy=None, native=1.6),
    "softplus": Measured(gpu=("elementwise",), torch=None, cupy=None, native=None),
    "relu": Measured(
        gpu=("elementwise",),
        torch=TorchMaker(_relu_in_torch),
        cupy=CupyMaker(_relu_in_cupy),
        native=None,
    ),
}
