"""How layer_norm_gradient is measured."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import BACKWARD, ROWS, Row, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    backward = torch.ops.aten.native_layer_norm_backward.default
    for shape in ROWS:
        g, x, w = numbers(shape, shape, shape[1:])
        t = tensors(torch, g, x, w)
        saved = torch.native_layer_norm(t[1], shape[1:], t[2], t[2], 1e-5)[1:]
        peer = partial(backward, t[0], t[1], shape[1:], *saved, t[2], t[2], [True] * 3)
        statistics = [s.reshape(-1).numpy() for s in saved]
        yield row("layer_norm_gradient", [g, x, *statistics, w], peer, BACKWARD)


_TRIED = (
    "Both trees of a row and the sums of eight rows compute the normalised value again; "
    "to store it once was not tried."
)

MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows, tried=_TRIED)
