"""How log_softmax_gradient is measured."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import BACKWARD, ROWS, Row, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    backward = torch.ops.aten._log_softmax_backward_data.out
    for shape in ROWS:
        g, x = numbers(shape, shape)
        t, out = tensors(torch, g, x), torch.empty(shape)
        y = torch.log_softmax(t[1], dim=1)
        peer = partial(backward, t[0], y, 1, torch.float32, out=out)
        yield row("log_softmax_gradient", [g, y.numpy()], peer, BACKWARD)


_TRIED = (
    "A correctly rounded exponential takes 0.31 of 0.55 ns an element in cache; the rest "
    "is one tree and one pass. The next rows are asked for ahead beyond the caches alone: "
    "within, it made the op slower (0.72 to 0.64 of the speed of PyTorch)."
)

MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows, tried=_TRIED)
