"""How softmax is measured."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_torch
from samebits.benchmarks.gpu.makers import Cupy, CupyMaker, Run
from samebits.benchmarks.gpu.rows import Row
from samebits.benchmarks.networks import FORWARD, ROWS, numbers, row, tensors
from samebits.benchmarks.networks import Row as NetworkRow


def _cupy(cupy: Cupy, row: Row, x: list[Any], out: Any) -> Run:
    return partial(cupy.special.softmax, x[0], axis=row.call.attributes["axis"])


def _rows(torch: Any) -> Iterator[NetworkRow]:
    for shape in (*ROWS, (6144, 512)):  # the last: the scores of 12 heads
        (x,) = numbers(shape)
        peer = partial(torch.softmax, *tensors(torch, x), dim=1, out=torch.empty(shape))
        yield row("softmax", [x], peer, FORWARD)


_TRIED = "As log_softmax, with a division for each element."

MEASURED = Measured(
    gpu=(),
    torch=with_torch.along("softmax"),
    cupy=CupyMaker(_cupy),
    native=None,
    network=_rows,
    tried=_TRIED,
)
