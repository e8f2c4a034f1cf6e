"""How cross_entropy is measured."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import BATCHES, FORWARD, Row, classes, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    for shape in BATCHES:
        (x,), target = numbers(shape), classes(*shape)
        peer = partial(torch.nn.functional.cross_entropy, *tensors(torch, x, target))
        yield row("cross_entropy", [x, target], peer, FORWARD)


MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows)
