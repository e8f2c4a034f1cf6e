"""Layer, group and root mean square norms, and functions for all norms (G6, G5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.memory import empty_like
from samebits.torch.natives import called
from samebits.torch.table import lowers, recomposes

_ONES = tuple((1,) * count for count in range(5))


def affine(like: Tensor, weight: Tensor | None, bias: Tensor | None) -> list[Tensor]:
    """Return operands for weight and bias; a missing weight becomes ones, which change no bit."""
    if bias is None:
        return [] if weight is None else [weight]
    return [like.new_ones(bias.shape) if weight is None else weight, bias]


def one_format(c: Compute, operands: list[Tensor]) -> list[Tensor]:
    """Convert operands to the compute format, exactly, if they have different dtypes."""
    dtype = operands[0].dtype
    for x in operands:
        if x.dtype is not dtype:
            wide = torch.float64 if any(x.dtype is torch.float64 for x in operands) else None
            return [c.cast(x, wide or compute_dtype(dtype)) for x in operands]
    return operands


def normalized(
    c: Compute,
    op: str,
    operands: list[Tensor],
    saved: Sequence[Sequence[int]],
    **attributes: Any,
) -> tuple[Tensor, ...]:
    """Compute a norm: the result y in the dtype of the first operand, and the saved statistics."""
    x = operands[0]
    dtype = x.dtype
    ready = one_format(c, operands)
    taken = ready[0].dtype
    y = c.empty(x.shape, dtype=taken)
    wide = compute_dtype(taken)
    kept = [c.empty(shape, dtype=wide) for shape in saved]
    key = (op, taken, len(ready), *attributes.items())
    run = c.kept.get(key) or c.keep(key, op, ready, [y, *kept], **attributes)
    run(*ready, y, *kept)
    return (y if taken is dtype else c.cast(y, dtype), *kept)


def gradients(
    c: Compute,
    op: str,
    grad: Tensor,
    x: Tensor,
    saved: Sequence[Tensor],
    weight: Tensor | None,
    parameters: Sequence[int],
    mask: Sequence[bool],
    **attributes: Any,
) -> tuple[Tensor | None, ...]:
    """Compute the requested gradients of x, weight and bias by a norm's gradient op."""
    wanted = weight
    if wanted is None and any(mask[1:]):
        wanted = x.new_ones(parameters)
    given = [grad, x] if wanted is None else [grad, x, wanted]
    ready = one_format(c, given)
    wide = compute_dtype(ready[0].dtype)
    kept = [s if s.dtype is wide else c.cast(s, wide) for s in saved]
    dtype = ready[0].dtype
    results = [c.empty(x.shape, dtype=dtype)]
    if wanted is not None:
        results += [c.empty(wanted.shape, dtype=dtype) for _ in mask[1:]]
    key = (op, dtype, len(ready), *attributes.items())
    operands = [*ready[:2], *kept, *ready[2:]]
    run = c.kept.get(key) or c.keep(key, op, operands, results, **attributes)
    run(*operands, *results)
    return tuple(
        c.cast(results[i], given[2 if i else 1].dtype) if wants and i < len(results) else None
        for i, wants in enumerate(mask)
    )


_NO_PARAMETER = "there is no gradient of a {0} that is None; leave it out of output_mask"


@lowers("native_layer_norm")
def native_layer_norm(
    c: Compute,
    input: Tensor,  # noqa: A002 (the name in the schema)
    normalized_shape: Sequence[int],
    weight: Tensor | None,
    bias: Tensor | None,
    eps: float,
) -> Any:
    """Compute `layer_norm` (G6.2) over the last axes. Return y, mean and 1 / deviation."""
    count, sizes, dtype = len(normalized_shape), input.shape, input.dtype
    if count == 1:  # a faster check for the usual case
        fits = len(sizes) > 0 and sizes[-1] == normalized_shape[0]
    else:
        fits = list(sizes[len(sizes) - count :]) == list(normalized_shape)
    if not fits:
        raise RuntimeError(
            f"Given normalized_shape={list(normalized_shape)}, expected input with shape "
            f"[*, {', '.join(map(str, normalized_shape))}], but got {list(sizes)}"
        )
    outer = sizes[: len(sizes) - count]
    kept = (*outer, *_ONES[count]) if count < len(_ONES) else (*outer, *(1,) * count)
    key = ("native_layer_norm", dtype, count, eps)
    run = c.kept.get(key)
    if run is None or bias is None or weight is None or not weight.dtype is bias.dtype is dtype:
        operands = [input, *affine(input, weight, bias)]
        given = {"axis": -count, "eps": float(eps)}
        y, mean, rstd = normalized(c, "layer_norm", operands, [outer, outer], **given)
        if len(operands) == 3 and all(x.dtype is dtype for x in operands):
            c.keep(key, "layer_norm", operands, [y, mean, rstd], **given)
        return y, mean.view(kept), rstd.view(kept)
    y = empty_like(input) if input.is_contiguous() else c.empty(sizes, dtype=dtype)
    wide = torch.float64 if dtype is torch.float64 else torch.float32
    mean, rstd = c.empty(outer, dtype=wide), c.empty(outer, dtype=wide)
    run(input, weight, bias, y, mean, rstd)
    return y, mean.view(kept), rstd.view(kept)


@lowers("native_layer_norm_backward")
def native_layer_norm_backward(
    c: Compute,
    grad_out: Tensor,
    input: Tensor,  # noqa: A002
    normalized_shape: Sequence[int],
    mean: Tensor,
    rstd: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    output_mask: Sequence[bool],
) -> Any:
    """Compute `layer_norm_gradient` (G6.3)."""
    for name, x, wanted in zip(("weight", "bias"), (weight, bias), output_mask[1:], strict=True):
        if x is None and wanted:
            raise RuntimeError(_NO_PARAMETER.format(name))
        if x is not None and list(x.shape) != list(normalized_shape):
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape "
                f"{list(x.shape)} and normalized_shape = {list(normalized_shape)}"
            )
    count = len(normalized_shape)
    outer = input.shape[: input.dim() - count]
    saved = [mean.reshape(outer), rstd.reshape(outer)]
    return gradients(
        c,
        "layer_norm_gradient",
        grad_out,
        input,
        saved,
        weight,
        tuple(normalized_shape),
        output_mask,
        axis=-count,
    )


def _require_sizes(x: Tensor, samples: int, channels: int, places: int) -> None:
    """Raise RuntimeError unless a tensor has the sizes that the call passes as arguments."""
    if tuple(x.shape[:2]) != (samples, channels) or x.numel() != samples * channels * places:
        raise RuntimeError(
            f"N={samples}, C={channels} and HxW={places} are not the sizes of an input of "
            f"{list(x.shape)}"
        )


@lowers("native_group_norm")
def native_group_norm(
    c: Compute,
    input: Tensor,  # noqa: A002
    weight: Tensor | None,
    bias: Tensor | None,
    N: int,  # noqa: N803 (the names in the schema)
    C: int,  # noqa: N803
    HxW: int,  # noqa: N803
    group: int,
    eps: float,
) -> Any:
    """Compute `group_norm` (G6.6).

    Return y, and for each group of a sample mean and 1 / deviation.
    """
    _require_sizes(input, N, C, HxW)
    operands = [input, *affine(input, weight, bias)]
    saved = [(N, group), (N, group)]
    return normalized(c, "group_norm", operands, saved, num_groups=group, eps=float(eps))


@lowers("native_group_norm_backward")
def native_group_norm_backward(
    c: Compute,
    grad_out: Tensor,
    input: Tensor,  # noqa: A002
    mean: Tensor,
    rstd: Tensor,
    weight: Tensor | None,
    N: int,  # noqa: N803
    C: int,  # noqa: N803
    HxW: int,  # noqa: N803
    group: int,
    output_mask: Sequence[bool],
) -> Any:
    """Compute `group_norm_gradient` (G6.7)."""
    _require_sizes(input, N, C, HxW)
    if weight is None and output_mask[1]:
        raise RuntimeError(_NO_PARAMETER.format("weight"))
    saved = [mean, rstd]
    return gradients(
        c,
        "group_norm_gradient",
        grad_out,
        input,
        saved,
        weight,
        (C,),
        output_mask,
        num_groups=group,
    )


@lowers("_fused_rms_norm")
def fused_rms_norm(
    c: Compute,
    input: Tensor,  # noqa: A002
    normalized_shape: Sequence[int],
    weight: Tensor | None,
    eps: float | None,
) -> Any:
    """Compute `rms_norm` (G6.4). Return y and 1 / root.

    If `eps` is None, the machine epsilon of the compute format is used, as in PyTorch: binary32's
    for float16 and bfloat16, although PyTorch's documentation names the epsilon of the input's
    dtype.
    """
    count = len(normalized_shape)
    outer = input.shape[: input.dim() - count]
    given = torch.finfo(compute_dtype(input.dtype)).eps if eps is None else float(eps)
    operands = [input] if weight is None else [input, weight]
    y, rstd = normalized(c, "rms_norm", operands, [outer], axis=-count, eps=given)
    return y, rstd.view(*outer, *(1,) * count)


@lowers("_fused_rms_norm_backward")
def fused_rms_norm_backward(
    c: Compute,
    grad_out: Tensor,
    input: Tensor,  # noqa: A002
    normalized_shape: Sequence[int],
    rstd: Tensor,
    weight: Tensor | None,
    output_mask: Sequence[bool],
) -> Any:
    """Compute `rms_norm_gradient` (G6.5)."""
    count = len(normalized_shape)
    saved = [rstd.reshape(input.shape[: input.dim() - count])]
    shape = tuple(normalized_shape)
    op = "rms_norm_gradient"
    return gradients(c, op, grad_out, input, saved, weight, shape, output_mask, axis=-count)


_RMS_NORM = called("_fused_rms_norm")
_GROUP_NORM = called("native_group_norm")


@recomposes("rms_norm")
def rms_norm(
    input: Tensor,  # noqa: A002
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    eps: float | None = None,
) -> Tensor:
    """Compute `rms_norm` as one op.

    On the CPU, PyTorch composes it of powers, means and products.
    """
    if tuple(input.shape[input.dim() - len(normalized_shape) :]) != tuple(normalized_shape):
        raise RuntimeError(
            f"Given normalized_shape={list(normalized_shape)}, expected input with shape "
            f"[*, {', '.join(map(str, normalized_shape))}], but got {list(input.shape)}"
        )
    result: Tensor = _RMS_NORM(input, list(normalized_shape), weight, eps)[0]
    return result
