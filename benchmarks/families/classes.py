"""Softmax and cross entropy, mostly at sizes of real networks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_torch
from samebits.benchmarks.gpu.makers import Cupy, CupyMaker, Run
from samebits.benchmarks.gpu.rows import Row as GpuRow
from samebits.benchmarks.networks import (
    BACKWARD,
    BATCHES,
    FORWARD,
    ROWS,
    Row,
    Rows,
    classes,
    numbers,
    row,
    tensors,
)


def _softmax_in_cupy(cupy: Cupy, row: GpuRow, x: list[Any], out: Any) -> Run:
    return partial(cupy.special.softmax, x[0], axis=row.call.attributes["axis"])


def _forward(op: str, shapes: Sequence[tuple[int, ...]]) -> Rows:
    """Return rows of an op along the last axis. The peer is PyTorch's function of the same name."""

    def rows(torch: Any) -> Iterator[Row]:
        for shape in shapes:
            (x,) = numbers(shape)
            out = torch.empty(shape)
            peer = partial(getattr(torch, op), *tensors(torch, x), dim=1, out=out)
            yield row(op, [x], peer, FORWARD)

    return rows


def _backward(op: str, result: str) -> Rows:
    """Return rows of an op's gradient. The peer is the ATen function that autograd calls.

    `result` is the keyword by which that function takes the output tensor.
    """

    def rows(torch: Any) -> Iterator[Row]:
        backward = getattr(torch.ops.aten, f"_{op}_backward_data").out
        for shape in ROWS:
            g, x = numbers(shape, shape)
            t, out = tensors(torch, g, x), torch.empty(shape)
            y = getattr(torch, op)(t[1], dim=1)
            peer = partial(backward, t[0], y, 1, torch.float32, **{result: out})
            yield row(f"{op}_gradient", [g, y.numpy()], peer, BACKWARD)

    return rows


_TRIED_SOFTMAX = "As log_softmax, with an additional division for each element."


_TRIED_SOFTMAX_GRADIENT = (
    "Two operands are read twice. The first pass computes the tree, whose nodes are made in "
    "registers (30 shuffles for 16 vectors). Blocks of half the size changed nothing. For "
    "operands that do not fit into the caches the next rows are prefetched. This gave 0.72 to "
    "1.06 of the speed of PyTorch in three runs on a loaded machine, and 0.68 before. Ordinary "
    "stores instead of streaming stores gave 0.60. To compute sums row by row was not tried."
)


_TRIED_LOG_SOFTMAX = (
    "In cache, an exponential takes half of the time. The maximum, the differences, the tree and "
    "the result are passes over 16 KiB each. Blocks of half the size changed nothing."
)


_TRIED_LOG_SOFTMAX_GRADIENT = (
    "In cache, a correctly rounded exponential takes 0.31 of 0.55 ns for each element. The rest "
    "is one tree and one pass. The next rows are prefetched only if the operands do not fit into "
    "the caches. In the caches prefetching made the op slower (0.64 instead of 0.72 of the speed "
    "of PyTorch)."
)


def _cross_entropy_rows(torch: Any) -> Iterator[Row]:
    for shape in BATCHES:
        (x,), target = numbers(shape), classes(*shape)
        peer = partial(torch.nn.functional.cross_entropy, *tensors(torch, x, target))
        yield row("cross_entropy", [x, target], peer, FORWARD)


def _cross_entropy_gradient_rows(torch: Any) -> Iterator[Row]:
    """Yield rows of the gradient.

    PyTorch reads saved log-probabilities; our op computes them again.
    """
    aten, ignored = torch.ops.aten, -100
    for shape in BATCHES:
        (x,), target, g = numbers(shape), classes(*shape), np.ones((), np.float32)
        tx, t, tg = tensors(torch, x, target, g)
        logs = torch.log_softmax(tx, dim=1)
        divisor = torch.tensor(float(shape[0]))

        def peer(logs: Any = logs, t: Any = t, tg: Any = tg, divisor: Any = divisor) -> object:
            k = aten.nll_loss_backward.default(tg, logs, t, None, 1, ignored, divisor)
            return aten._log_softmax_backward_data.default(k, logs, 1, torch.float32)

        yield row("cross_entropy_gradient", [g, x, target], peer, BACKWARD)


_TRIED_CROSS_ENTROPY_GRADIENT = (
    "The op reads logits. PyTorch reads the logarithms that it has saved. An element therefore "
    "needs two correctly rounded exponentials where PyTorch computes one: in cache they take 0.63 "
    "of 1.03 ns. An op whose operand is the logarithms would be another op."
)


MEASURED: Mapping[str, Measured] = {
    # The rows with 512 columns are the attention scores of 12 heads.
    "softmax": Measured(
        gpu=(),
        torch=with_torch.along("softmax"),
        cupy=CupyMaker(_softmax_in_cupy),
        native=None,
        network=_forward("softmax", (*ROWS, (6144, 512))),
        tried=_TRIED_SOFTMAX,
    ),
    "softmax_gradient": Measured(
        gpu=(),
        torch=None,
        cupy=None,
        native=None,
        network=_backward("softmax", "grad_input"),
        tried=_TRIED_SOFTMAX_GRADIENT,
    ),
    "log_softmax": Measured(
        gpu=(),
        torch=None,
        cupy=None,
        native=None,
        network=_forward("log_softmax", BATCHES),
        tried=_TRIED_LOG_SOFTMAX,
    ),
    "log_softmax_gradient": Measured(
        gpu=(),
        torch=None,
        cupy=None,
        native=None,
        network=_backward("log_softmax", "out"),
        tried=_TRIED_LOG_SOFTMAX_GRADIENT,
    ),
    "cross_entropy": Measured(
        gpu=(), torch=None, cupy=None, native=None, network=_cross_entropy_rows
    ),
    "cross_entropy_gradient": Measured(
        gpu=(),
        torch=None,
        cupy=None,
        native=None,
        network=_cross_entropy_gradient_rows,
        tried=_TRIED_CROSS_ENTROPY_GRADIENT,
    ),
}
