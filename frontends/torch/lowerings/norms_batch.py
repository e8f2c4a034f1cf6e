"""Batch norm and its gradients (G6.9 to G6.13), and instance norm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.lowerings.norms import affine, gradients, normalized, one_format
from samebits.torch.natives import called
from samebits.torch.table import lowers, recomposes


def batch_norm(
    c: Compute,
    x: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> tuple[Tensor, Tensor, Tensor]:
    """Compute y, mean and 1 / deviation. In training, also update the running statistics."""
    channels = (x.shape[1],)
    if (running_mean is None) != (running_var is None):
        raise ValueError("running_mean and running_var must either both be None or neither be None")
    if not training:
        if running_mean is None or running_var is None:
            raise RuntimeError("without training running_mean and running_var are needed")
        operands = [x, running_mean, running_var, *affine(x, weight, bias)]
        (y,) = normalized(c, "batch_norm_inference", operands, [], eps=float(eps))
        return y, c.empty(0, dtype=x.dtype), c.empty(0, dtype=x.dtype)
    if running_mean is None or running_var is None:
        operands = [x, *affine(x, weight, bias)]
        y, mean, rstd = normalized(c, "batch_norm", operands, [channels, channels], eps=float(eps))
        return y, mean, rstd
    scale = x.new_ones(channels) if weight is None else weight
    shift = x.new_full(channels, -0.0) if bias is None else bias
    ready = one_format(c, [x, scale, shift, running_mean, running_var])
    taken = ready[0].dtype
    wide = compute_dtype(taken)
    y = c.empty(x.shape, dtype=taken)
    mean, rstd = c.empty(channels, dtype=wide), c.empty(channels, dtype=wide)
    new_mean, new_var = c.empty(channels, dtype=taken), c.empty(channels, dtype=taken)
    # The op takes a count of batches, but PyTorch's modules count batches themselves.
    count, new_count = c.zeros((), dtype=torch.int64), c.empty((), dtype=torch.int64)
    operands, results = [*ready, count], [y, mean, rstd, new_mean, new_var, new_count]
    key = ("native_batch_norm", taken, eps, momentum or repr(momentum))
    run = c.kept.get(key)
    if run is None:
        given = {"eps": float(eps), "momentum": float(momentum)}
        run = c.keep(key, "batch_norm", operands, results, **given)
    run(*operands, *results)
    c.cast(new_mean, running_mean.dtype, into=running_mean)
    c.cast(new_var, running_var.dtype, into=running_var)
    return y if taken is x.dtype else c.cast(y, x.dtype), mean, rstd


@lowers("native_batch_norm", "_native_batch_norm_legit")
def native_batch_norm(
    c: Compute,
    input: Tensor,  # noqa: A002 (the name in the schema)
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> Any:
    """Compute `batch_norm` in training, else `batch_norm_inference`."""
    return batch_norm(c, input, weight, bias, running_mean, running_var, training, momentum, eps)


@lowers("_native_batch_norm_legit.no_stats")
def native_batch_norm_legit_no_stats(
    c: Compute,
    input: Tensor,  # noqa: A002
    weight: Tensor | None,
    bias: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> Any:
    """Compute `batch_norm` without running statistics."""
    return batch_norm(c, input, weight, bias, None, None, training, momentum, eps)


@lowers("_native_batch_norm_legit_no_training")
def native_batch_norm_legit_no_training(
    c: Compute,
    input: Tensor,  # noqa: A002
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor,
    running_var: Tensor,
    momentum: float,
    eps: float,
) -> Any:
    """Compute `batch_norm_inference`."""
    return batch_norm(c, input, weight, bias, running_mean, running_var, False, momentum, eps)


@lowers("native_batch_norm_backward")
def native_batch_norm_backward(
    c: Compute,
    grad_out: Tensor,
    input: Tensor,  # noqa: A002
    weight: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    save_mean: Tensor | None,
    save_invstd: Tensor | None,
    train: bool,
    eps: float,
    output_mask: Sequence[bool],
) -> Any:
    """Compute `batch_norm_gradient` in training, else `batch_norm_inference_gradient`."""
    channels = (input.shape[1],)
    if any(x is not None and x.dim() != 1 for x in (save_mean, save_invstd)):
        raise RuntimeError("save_mean and save_invstd have one number for each channel")
    if train:
        if save_mean is None or save_invstd is None:
            raise RuntimeError("in training save_mean and save_invstd are needed")
        if not save_mean.shape == save_invstd.shape == channels:
            raise RuntimeError("save_mean and save_invstd have one number for each channel")
        saved = [save_mean, save_invstd]
        op = "batch_norm_gradient"
        return gradients(c, op, grad_out, input, saved, weight, channels, output_mask)
    if running_mean is None or running_var is None:
        raise RuntimeError("without training running_mean and running_var are needed")
    scale = weight
    if scale is None and any(output_mask[1:]):
        scale = input.new_ones(channels)
    given = [grad_out, input, running_mean, running_var, *([] if scale is None else [scale])]
    ready = one_format(c, given)
    results = [c.empty(input.shape, dtype=ready[0].dtype)]
    if scale is not None:
        results += [c.empty(channels, dtype=ready[0].dtype) for _ in range(2)]
    c.call("batch_norm_inference_gradient", ready, results, eps=float(eps))
    dtypes = [input.dtype, given[-1].dtype, given[-1].dtype]
    return tuple(
        c.cast(results[i], dtypes[i]) if wants and i < len(results) else None
        for i, wants in enumerate(output_mask)
    )


_GROUP_NORM = called("native_group_norm")


@recomposes("instance_norm")
def instance_norm(
    input: Tensor,  # noqa: A002
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Tensor:
    """Compute `instance_norm` (G6.8): a group norm with one group for each channel.

    PyTorch computes it as a batch norm of one sample, whose gradient multiplies in a different
    order. The running statistics are computed by that batch norm, and averaged over the samples.
    """
    if not use_input_stats:
        if running_mean is None or running_var is None:
            raise RuntimeError(
                "Expected running_mean and running_var to be defined when use_input_stats is false"
            )
        return torch.batch_norm(
            input, weight, bias, running_mean, running_var, False, momentum, eps, False
        )
    if (running_mean is None) != (running_var is None):
        raise ValueError("running_mean and running_var must either both be None or neither be None")
    n, channels = input.shape[:2]
    places = input[0, 0].numel() if n and channels else 0
    result: Tensor = _GROUP_NORM(input, weight, bias, n, channels, places, channels, eps)[0]
    # done last, because an invalid call must write nothing
    if running_mean is not None and running_var is not None:
        with torch.no_grad():
            means, variances = running_mean.repeat(n), running_var.repeat(n)
            samples = input.detach().reshape(1, n * channels, *input.shape[2:])
            torch.batch_norm(samples, None, None, means, variances, True, momentum, eps, False)
            new = [x.view(n, channels).mean(0) for x in (means, variances)]
            for target, value in zip((running_mean, running_var), new, strict=True):
                target.copy_(value)
    return result
