"""How rms_norm_gradient is measured: PyTorch by autograd, which keeps what it saved."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import BACKWARD, ROWS, Row, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    for shape in ROWS:
        g, x, w = numbers(shape, shape, shape[1:])
        t = tensors(torch, g, x, w)
        leaves = [each.requires_grad_() for each in t[1:]]
        y = torch.nn.functional.rms_norm(leaves[0], shape[1:], leaves[1], 1e-5)
        peer = partial(torch.autograd.grad, y, leaves, t[0], retain_graph=True)
        rstd = (1 / np.sqrt((x * x).mean(axis=1) + np.float32(1e-5))).astype(np.float32)
        yield row("rms_norm_gradient", [g, x, rstd, w], peer, BACKWARD)


MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows)
