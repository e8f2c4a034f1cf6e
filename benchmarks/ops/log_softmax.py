"""How log_softmax is measured."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import BATCHES, FORWARD, Row, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    for shape in BATCHES:
        (x,) = numbers(shape)
        peer = partial(torch.log_softmax, *tensors(torch, x), dim=1, out=torch.empty(shape))
        yield row("log_softmax", [x], peer, FORWARD)


_TRIED = (
    "An exponential takes half of the time in cache; the maximum, the differences, the "
    "tree and the result are passes over 16 KiB each. Blocks of half the size changed "
    "nothing."
)

MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows, tried=_TRIED)
