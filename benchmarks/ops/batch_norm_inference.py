"""How batch_norm_inference is measured."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import FORWARD, IMAGES, Row, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    for shape in IMAGES:
        each = (shape[1],)
        x, mean, w, b = numbers(shape, each, each, each)
        var = np.ones(each, np.float32)
        t = tensors(torch, x, w, b, mean, var)
        peer = partial(torch.native_batch_norm, *t, False, 0.1, 1e-5)
        yield row("batch_norm_inference", [x, mean, var, w, b], peer, FORWARD)


_TRIED = (
    "It is one pass, and met the target in other runs of the same code. Rows in the order "
    "of channels took four times as long."
)

MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows, tried=_TRIED)
