"""How batch_norm_gradient is measured."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import BACKWARD, IMAGES, Row, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    backward = torch.ops.aten.native_batch_norm_backward.default
    for shape in IMAGES:
        g, x, w = numbers(shape, shape, shape[1:2])
        t = tensors(torch, g, x, w)
        saved = torch.native_batch_norm(t[1], t[2], t[2], None, None, True, 0.1, 1e-5)[1:]
        peer = partial(backward, *t, None, None, *saved, True, 1e-5, [True] * 3)
        statistics = [s.numpy() for s in saved]
        yield row("batch_norm_gradient", [g, x, *statistics, w], peer, BACKWARD)


_TRIED = (
    "The rows of a channel lie far apart, so that each begins with a wait for memory. "
    "Both sums are taken in one sweep over rows that are in cache (0.65 to 0.75 of the "
    "speed of PyTorch with 256 channels of 14 x 14); several channels at a time, which "
    "would read pages in order, were not tried."
)

MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows, tried=_TRIED)
