"""Convolutions as `torch.jit.trace` records them, and as traced programs call them (T5).

PyTorch's tracer does not record `convolution`, but `_convolution`, which `convolution` calls.
PyTorch's kernel of `_convolution` would choose an implementation by the shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.lowerings.convolution import convolution
from samebits.torch.table import lowers, recomposes

Integers = Sequence[int]


@recomposes("_convolution")
def _convolution(
    input: Tensor,  # noqa: A002 (the name in the schema)
    weight: Tensor,
    bias: Tensor | None,
    stride: Integers,
    padding: Integers,
    dilation: Integers,
    transposed: bool,
    output_padding: Integers,
    groups: int,
    benchmark: bool,
    deterministic: bool,
    cudnn_enabled: bool,
    allow_tf32: bool,
) -> Any:
    """Call `convolution`, which has a gradient, and ignore the last four arguments for cuDNN."""
    return torch.ops.aten.convolution.default(
        input, weight, bias, stride, padding, dilation, transposed, output_padding, groups
    )


@lowers("_convolution")
def _convolution_itself(
    c: Compute,
    input: Tensor,  # noqa: A002 (the name in the schema)
    weight: Tensor,
    bias: Tensor | None,
    stride: Integers,
    padding: Integers,
    dilation: Integers,
    transposed: bool,
    output_padding: Integers,
    groups: int,
    benchmark: bool,
    deterministic: bool,
    cudnn_enabled: bool,
    allow_tf32: bool,
    into: Tensor | None = None,
) -> Any:
    """Compute a convolution without gradient: in inference mode, and if `convolution` calls it."""
    given = stride, padding, dilation, transposed, output_padding, groups
    return convolution(c, input, weight, bias, *given, into=into)
