"""Layers and losses of networks in binary32 against PyTorch, forward and backward.

The rows are in `benchmarks/families/`, with their targets: our time is at most 1.15 times PyTorch's
for forward, and 1.3 times for backward and for batch norm in training. PyTorch's sides are the
functions that its modules and its autograd call, with the operands that these have saved.
"""

from __future__ import annotations

from collections.abc import Iterator

from samebits.backends.protocol import Session
from samebits.benchmarks.declared import all_measured
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.networks import keep_memory
from samebits.benchmarks.peers import runner, torch_module


def pairs(session: Session, threads: int, ops: tuple[str, ...] = ()) -> Iterator[Pair]:
    """Yield the rows of every op or of the named ops.

    Work is the number of elements of the largest operand.
    """
    torch = torch_module(threads)
    keep_memory()
    for op, measured in all_measured().items():
        if measured.network is None or (ops and op not in ops):
            continue
        for row in measured.network(torch):
            yield Pair(
                f"{op} f32 {row.label}",
                runner(session, row.call, row.inputs),
                row.peer,
                float(max(x.size for x in row.inputs)),
                "element",
                None if row.most is None else 1 / row.most,
            )
