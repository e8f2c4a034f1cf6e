"""How softmax_gradient is measured."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import BACKWARD, ROWS, Row, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    backward = torch.ops.aten._softmax_backward_data.out
    for shape in ROWS:
        g, x = numbers(shape, shape)
        t, out = tensors(torch, g, x), torch.empty(shape)
        y = torch.softmax(t[1], dim=1)
        peer = partial(backward, t[0], y, 1, torch.float32, grad_input=out)
        yield row("softmax_gradient", [g, y.numpy()], peer, BACKWARD)


_TRIED = (
    "Two operands are read twice, once for the tree, whose nodes are made in registers "
    "(30 shuffles for 16 vectors). Blocks of half the size changed nothing. Beyond the "
    "caches the next rows are asked for ahead: 0.68 of the speed of PyTorch before, 0.72 "
    "to 1.06 in three runs after, on a loaded machine; ordinary stores in place of "
    "streamed ones gave 0.60. Sums finished row by row were not tried."
)

MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows, tried=_TRIED)
