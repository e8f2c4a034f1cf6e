"""Rows of norms, at sizes of real networks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import BACKWARD, FORWARD, IMAGES, ROWS, Row, numbers, row, tensors


def _layer_norm_rows(torch: Any) -> Iterator[Row]:
    for shape in ROWS:
        x, w, b = numbers(shape, shape[1:], shape[1:])
        t = tensors(torch, x, w, b)
        peer = partial(torch.native_layer_norm, t[0], shape[1:], t[1], t[2], 1e-5)
        yield row("layer_norm", [x, w, b], peer, FORWARD)


def _layer_norm_gradient_rows(torch: Any) -> Iterator[Row]:
    backward = torch.ops.aten.native_layer_norm_backward.default
    for shape in ROWS:
        g, x, w = numbers(shape, shape, shape[1:])
        t = tensors(torch, g, x, w)
        saved = torch.native_layer_norm(t[1], shape[1:], t[2], t[2], 1e-5)[1:]
        peer = partial(backward, t[0], t[1], shape[1:], *saved, t[2], t[2], [True] * 3)
        statistics = [s.reshape(-1).numpy() for s in saved]
        yield row("layer_norm_gradient", [g, x, *statistics, w], peer, BACKWARD)


_TRIED_LAYER_NORM_GRADIENT = (
    "Both trees of a row and the sums of eight rows compute the normalised value again. To store "
    "it once was not tried."
)


def _rms_norm_rows(torch: Any) -> Iterator[Row]:
    for shape in ROWS:
        x, w = numbers(shape, shape[1:])
        t = tensors(torch, x, w)
        peer = partial(torch.nn.functional.rms_norm, t[0], shape[1:], t[1], 1e-5)
        yield row("rms_norm", [x, w], peer, FORWARD, eps=1e-5)


def _rms_norm_gradient_rows(torch: Any) -> Iterator[Row]:
    """Yield rows of the gradient.

    PyTorch's side is autograd, with values saved by the forward pass.
    """
    for shape in ROWS:
        g, x, w = numbers(shape, shape, shape[1:])
        t = tensors(torch, g, x, w)
        leaves = [each.requires_grad_() for each in t[1:]]
        y = torch.nn.functional.rms_norm(leaves[0], shape[1:], leaves[1], 1e-5)
        peer = partial(torch.autograd.grad, y, leaves, t[0], retain_graph=True)
        rstd = (1 / np.sqrt((x * x).mean(axis=1) + np.float32(1e-5))).astype(np.float32)
        yield row("rms_norm_gradient", [g, x, rstd, w], peer, BACKWARD)


def _batch_norm_rows(torch: Any) -> Iterator[Row]:
    """Yield rows of batch norm in training, with running statistics."""
    for shape in IMAGES:
        each = (shape[1],)
        x, w, b, mean = numbers(shape, each, each, each)
        var = np.ones(each, np.float32)
        t = tensors(torch, x, w, b, mean.copy(), var.copy())
        peer = partial(torch.native_batch_norm, *t, True, 0.1, 1e-5)
        operands = [x, w, b, mean, var, np.array(3, np.int64)]
        yield row("batch_norm", operands, peer, BACKWARD)


def _batch_norm_gradient_rows(torch: Any) -> Iterator[Row]:
    backward = torch.ops.aten.native_batch_norm_backward.default
    for shape in IMAGES:
        g, x, w = numbers(shape, shape, shape[1:2])
        t = tensors(torch, g, x, w)
        saved = torch.native_batch_norm(t[1], t[2], t[2], None, None, True, 0.1, 1e-5)[1:]
        peer = partial(backward, *t, None, None, *saved, True, 1e-5, [True] * 3)
        statistics = [s.numpy() for s in saved]
        yield row("batch_norm_gradient", [g, x, *statistics, w], peer, BACKWARD)


_TRIED_BATCH_NORM_GRADIENT = (
    "The rows of a channel are far apart in memory, so that each begins with a cache miss. Both "
    "sums are computed in one pass over rows that are in cache (0.65 to 0.75 of the speed of "
    "PyTorch for 256 channels of 14 x 14). To process several channels together, which would read "
    "pages in order, was not tried."
)


def _batch_norm_inference_rows(torch: Any) -> Iterator[Row]:
    for shape in IMAGES:
        each = (shape[1],)
        x, mean, w, b = numbers(shape, each, each, each)
        var = np.ones(each, np.float32)
        t = tensors(torch, x, w, b, mean, var)
        peer = partial(torch.native_batch_norm, *t, False, 0.1, 1e-5)
        yield row("batch_norm_inference", [x, mean, var, w, b], peer, FORWARD)


_TRIED_BATCH_NORM_INFERENCE = (
    "The op makes one pass, and met the target in other runs of the same code. To process rows in "
    "the order of channels took four times as long."
)


MEASURED: Mapping[str, Measured] = {
    "layer_norm": Measured(gpu=(), torch=None, cupy=None, native=None, network=_layer_norm_rows),
    "layer_norm_gradient": Measured(
        gpu=(),
        torch=None,
        cupy=None,
        native=None,
        network=_layer_norm_gradient_rows,
        tried=_TRIED_LAYER_NORM_GRADIENT,
    ),
    "rms_norm": Measured(gpu=(), torch=None, cupy=None, native=None, network=_rms_norm_rows),
    "rms_norm_gradient": Measured(
        gpu=(), torch=None, cupy=None, native=None, network=_rms_norm_gradient_rows
    ),
    "batch_norm": Measured(gpu=(), torch=None, cupy=None, native=None, network=_batch_norm_rows),
    "batch_norm_gradient": Measured(
        gpu=(),
        torch=None,
        cupy=None,
        native=None,
        network=_batch_norm_gradient_rows,
        tried=_TRIED_BATCH_NORM_GRADIENT,
    ),
    "batch_norm_inference": Measured(
        gpu=(),
        torch=None,
        cupy=None,
        native=None,
        network=_batch_norm_inference_rows,
        tried=_TRIED_BATCH_NORM_INFERENCE,
    ),
}
