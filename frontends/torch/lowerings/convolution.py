"""Convolutions and transposed convolutions along one to three axes, with gradients (T5, G5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.table import lowers

Integers = Sequence[int]
_INPUT = {d: f"conv{d}d_input_gradient" for d in (1, 2, 3)}
_WEIGHT = {d: f"conv{d}d_weight_gradient" for d in (1, 2, 3)}
_FORWARD = {d: f"conv{d}d" for d in (1, 2, 3)}
_AS_RECORDED = False, False, True, True
"""The last arguments of a recorded call: benchmark, deterministic, cudnn_enabled, allow_tf32."""
_TRANSPOSED = {d: f"conv_transpose{d}d" for d in (1, 2, 3)}


def _on_each(values: Integers, axes: int) -> tuple[int, ...]:
    """Return one integer for each spatial axis. A single integer is repeated, as in PyTorch."""
    return tuple(values) * axes if len(values) == 1 and axes > 1 else tuple(values)


def _axes(weight: Tensor) -> int:
    axes: int = weight.dim() - 2
    if axes not in _FORWARD:
        raise Refused(f"T5 defines convolutions along one to three axes, this has {axes}")
    return axes


def _places(
    sizes: Integers, kernel: Integers, stride: Integers, padding: Integers, dilation: Integers
) -> list[int]:
    return [
        (n + 2 * p - d * (k - 1) - 1) // s + 1
        for n, k, s, p, d in zip(sizes, kernel, stride, padding, dilation, strict=True)
    ]


def _check(input: Tensor, weight: Tensor, groups: int, transposed: bool) -> None:  # noqa: A002
    channels = weight.shape[0] if transposed else weight.shape[1] * groups
    if input.dim() != weight.dim() or input.shape[1] != channels:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input"
            f"{list(input.shape)} to have {channels} channels and {weight.dim()} axes"
        )


def _require_around(stride: Integers, padding: Integers, output_padding: Integers) -> None:
    if min(output_padding) < 0:
        raise RuntimeError("negative output_padding is not supported")
    if min(padding) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(stride) < 1:
        raise RuntimeError("non-positive stride is not supported")


@lowers("convolution")
def convolution(
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
    into: Tensor | None = None,
) -> Any:
    """Compute the contraction T5.2 or, if transposed, T5.9; the bias is one addition (T5.4)."""
    if not input.dtype.is_floating_point:
        return NATIVE
    if torch._C._get_tracing_state() is not None:  # else the trace would record the ops below
        given = stride, padding, dilation, transposed, output_padding, groups
        return torch.ops.aten._convolution.default(input, weight, bias, *given, *_AS_RECORDED)
    axes = _axes(weight)
    _check(input, weight, groups, transposed)
    if axes > 1:
        stride, padding = _on_each(stride, axes), _on_each(padding, axes)
        dilation, output_padding = _on_each(dilation, axes), _on_each(output_padding, axes)
    else:
        stride, padding, dilation = tuple(stride), tuple(padding), tuple(dilation)
    _require_around(stride, padding, output_padding)
    operands = [input, weight] if bias is None else [input, weight, bias]
    sizes, kernel = input.shape[2:], weight.shape[2:]
    if transposed:
        places = [
            (n - 1) * s - 2 * p + d * (k - 1) + o + 1
            for n, k, s, p, d, o in zip(
                sizes, kernel, stride, padding, dilation, output_padding, strict=True
            )
        ]
        channels = weight.shape[1] * groups
    else:
        places, channels = _places(sizes, kernel, stride, padding, dilation), weight.shape[0]
    if min(places) < 1:
        raise RuntimeError(
            f"Calculated output size {places} of a convolution of {list(sizes)} with the kernel "
            f"{list(kernel)} is too small"
        )
    result = c.place_of(into, (input.shape[0], channels, *places), input.dtype)
    attributes = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    if transposed:
        attributes["output_padding"] = tuple(output_padding)
    c.call((_TRANSPOSED if transposed else _FORWARD)[axes], operands, [result], **attributes)
    return c.stored(result, into)


def bias_gradient(c: Compute, grad: Tensor) -> Tensor:
    """Compute `conv_bias_gradient` by its two nodes: sums over positions, then samples (G5.1)."""
    wide = compute_dtype(grad.dtype)
    places = c.reduce("sum", grad, tuple(range(2, grad.dim())), to=wide)
    return c.cast(c.reduce("sum", places, 0), grad.dtype)


def _read(
    grad: Tensor, x: Tensor, weight: Tensor, stride: Integers, padding: Integers, dilation: Integers
) -> Tensor:
    """Return the part of the padded gradient that the taps of T5.11 read for all elements of x."""
    widths = [p for one in reversed(padding) for p in (one, one)]
    read = torch.nn.functional.pad(grad, widths)
    for axis, (s, d) in enumerate(zip(stride, dilation, strict=True), start=2):
        read = read.narrow(axis, 0, (x.shape[axis] - 1) * s + d * (weight.shape[axis] - 1) + 1)
    return read


@lowers("convolution_backward")
def convolution_backward(
    c: Compute,
    grad_output: Tensor,
    input: Tensor,  # noqa: A002 (the name in the schema)
    weight: Tensor,
    bias_sizes: Integers | None,
    stride: Integers,
    padding: Integers,
    dilation: Integers,
    transposed: bool,
    output_padding: Integers,
    groups: int,
    output_mask: Sequence[bool],
) -> Any:
    """Compute the gradients of input, weight and bias (G5.3).

    The gradients of input and weight are one contraction per element. For a transposed convolution
    they follow T5.11: a convolution, and a weight gradient with the operands exchanged.
    """
    axes = _axes(weight)
    _require_around(stride, padding, output_padding)
    if not transposed and any(output_padding):
        raise RuntimeError(
            "output_padding is not supported for non-transposed convolutions; got: "
            f"{list(output_padding)}"
        )
    steps = _on_each(stride, axes)
    given: dict[str, Any] = {
        "stride": steps,
        "padding": _on_each(padding, axes),
        "dilation": _on_each(dilation, axes),
        "groups": groups,
    }
    if transposed and any(
        o >= s for o, s in zip(_on_each(output_padding, axes), steps, strict=True)
    ):
        read = _read(grad_output, input, weight, steps, given["padding"], given["dilation"])
        gradients = read, input, weight, None, stride, (0,) * axes, dilation, True, (0,) * axes
        mask = [*output_mask[:2], False]
        found = convolution_backward(c, *gradients, groups, mask)
        return *found[:2], bias_gradient(c, grad_output) if output_mask[2] else None
    dtype = grad_output.dtype
    for_input = for_weight = for_bias = None
    if output_mask[0]:
        for_input = c.empty(input.shape, dtype=dtype)
        if transposed:
            c.call(_FORWARD[axes], [grad_output, weight], [for_input], **given)
        else:
            size = tuple(input.shape[2:])
            c.call(_INPUT[axes], [grad_output, weight], [for_input], input_size=size, **given)
    if output_mask[1]:
        for_weight = c.empty(weight.shape, dtype=dtype)
        operands = [grad_output, input] if transposed else [input, grad_output]
        size = tuple(weight.shape[2:])
        c.call(_WEIGHT[axes], operands, [for_weight], kernel_size=size, **given)
    if output_mask[2]:
        for_bias = bias_gradient(c, grad_output)
    return for_input, for_weight, for_bias
