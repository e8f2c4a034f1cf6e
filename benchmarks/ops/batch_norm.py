"""How batch_norm is measured: in training, with running statistics."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import BACKWARD, IMAGES, Row, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    for shape in IMAGES:
        each = (shape[1],)
        x, w, b, mean = numbers(shape, each, each, each)
        var = np.ones(each, np.float32)
        t = tensors(torch, x, w, b, mean.copy(), var.copy())
        peer = partial(torch.native_batch_norm, *t, True, 0.1, 1e-5)
        operands = [x, w, b, mean, var, np.array(3, np.int64)]
        yield row("batch_norm", operands, peer, BACKWARD)


MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows)
