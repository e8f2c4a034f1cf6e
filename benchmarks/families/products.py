"""Rows of products and convolutions. The peers of aligned products are products in binary32."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch
from samebits.benchmarks.gpu.makers import Attributes, Run, TorchMaker


def _conv2d_in_torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    stride, padding = attributes["stride"], attributes["padding"]
    return partial(torch.nn.functional.conv2d, *x, stride=stride, padding=padding)


MEASURED: Mapping[str, Measured] = {
    "matmul": Measured(
        gpu=(), torch=with_torch.MATRIX_PRODUCT, cupy=with_cupy.PRODUCT, native=None
    ),
    "matmul_aligned": Measured(
        gpu=(), torch=with_torch.MATRIX_PRODUCT, cupy=with_cupy.PRODUCT, native=None
    ),
    "bmm": Measured(gpu=(), torch=with_torch.MATRIX_PRODUCT, cupy=with_cupy.PRODUCT, native=None),
    "linear": Measured(gpu=(), torch=with_torch.LINEAR, cupy=with_cupy.PRODUCT, native=None),
    "linear_aligned": Measured(
        gpu=(), torch=with_torch.LINEAR, cupy=with_cupy.PRODUCT, native=None
    ),
    "conv2d": Measured(gpu=(), torch=TorchMaker(_conv2d_in_torch, "cuDNN"), cupy=None, native=None),
}
