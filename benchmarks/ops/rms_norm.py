"""How rms_norm is measured."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import FORWARD, ROWS, Row, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    for shape in ROWS:
        x, w = numbers(shape, shape[1:])
        t = tensors(torch, x, w)
        peer = partial(torch.nn.functional.rms_norm, t[0], shape[1:], t[1], 1e-5)
        yield row("rms_norm", [x, w], peer, FORWARD, eps=1e-5)


MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows)
