"""How layer_norm is measured."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import FORWARD, ROWS, Row, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    for shape in ROWS:
        x, w, b = numbers(shape, shape[1:], shape[1:])
        t = tensors(torch, x, w, b)
        peer = partial(torch.native_layer_norm, t[0], shape[1:], t[1], t[2], 1e-5)
        yield row("layer_norm", [x, w, b], peer, FORWARD)


MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows)
