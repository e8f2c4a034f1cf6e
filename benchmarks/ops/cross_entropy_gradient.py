"""How cross_entropy_gradient is measured.

PyTorch's side begins with the logarithms that the forward call has saved; ours makes them again.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.networks import BACKWARD, BATCHES, Row, classes, numbers, row, tensors


def _rows(torch: Any) -> Iterator[Row]:
    aten, ignored = torch.ops.aten, -100
    for shape in BATCHES:
        (x,), target, g = numbers(shape), classes(*shape), np.ones((), np.float32)
        tx, t, tg = tensors(torch, x, target, g)
        logs = torch.log_softmax(tx, dim=1)
        divisor = torch.tensor(float(shape[0]))

        def peer(logs: Any = logs, t: Any = t, tg: Any = tg, divisor: Any = divisor) -> object:
            k = aten.nll_loss_backward.default(tg, logs, t, None, 1, ignored, divisor)
            return aten._log_softmax_backward_data.default(k, logs, 1, torch.float32)

        yield row("cross_entropy_gradient", [g, x, target], peer, BACKWARD)


_TRIED = (
    "It reads logits, not the logarithms that PyTorch has saved, so that an element costs "
    "two correctly rounded exponentials where PyTorch computes one: in cache 0.63 of 1.03 "
    "ns. An operand with the logarithms would be another op."
)

MEASURED = Measured(gpu=(), torch=None, cupy=None, native=None, network=_rows, tried=_TRIED)
