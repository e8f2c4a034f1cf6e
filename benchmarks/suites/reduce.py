"""Reductions and softmax in binary32 against PyTorch, in cache and beyond it.

The targets: sum and var beyond cache take at most 1.05 times PyTorch's time, and less than it along
the first axis; rows of 256 to 4096 in cache at most 1.5 times. Rows in cache come in two sizes,
since the cost of a call, which is Python's for the most part, weighs in the smaller one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from samebits.backends.protocol import Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.spec.catalog import get_op

BEYOND = (4096, 16384)
"""256 MiB."""

IN_CACHE = tuple((elements // n, n) for n in (256, 1024, 4096) for elements in (1 << 16, 1 << 18))
"""256 KiB and 1 MiB of rows."""

NEAR_MEMORY, FASTER, SHORT_ROWS = 1 / 1.05, 1.0, 1 / 1.5
"""Targets, as PyTorch's time over ours."""

Peer = Callable[..., Any]


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Reductions over the last and the first axis, and softmax rows; work is in elements."""
    torch = torch_module(threads)
    peers: dict[str, Peer] = {
        "sum": torch.sum,
        "var": torch.var,
        "norm": torch.linalg.vector_norm,
        "prod": torch.prod,
        "max": torch.amax,
        "logsumexp": torch.logsumexp,
    }
    x = normal(*BEYOND)
    for op, peer in peers.items():
        for axis in (1, 0):
            target = (NEAR_MEMORY if axis else FASTER) if op in ("sum", "var") else None
            yield _reduction(session, torch, op, peer, x, axis, target)
    for shape in IN_CACHE:
        x = normal(*shape)
        yield _reduction(session, torch, "sum", torch.sum, x, 1, SHORT_ROWS)
    for shape in (BEYOND, (64, 1024)):
        x = normal(*shape)
        yield Pair(
            f"softmax f32 {shape[0]}x{shape[1]} axis 1",
            runner(session, get_op("softmax").call(["f32"], axis=1), [x]),
            partial(torch.softmax, torch.from_numpy(x), dim=1, out=torch.empty(shape)),
            float(x.size),
            "element",
        )


def _reduction(
    session: Session,
    torch: Any,
    op: str,
    peer: Peer,
    x: np.ndarray[Any, Any],
    axis: int,
    least: float | None,
) -> Pair:
    call = get_op(op).call(["f32"], axes=(axis,))
    return Pair(
        f"{op} f32 {x.shape[0]}x{x.shape[1]} axis {axis}",
        runner(session, call, [x]),
        partial(peer, torch.from_numpy(x), dim=axis, out=torch.empty(x.shape[1 - axis])),
        float(x.size),
        "element",
        least,
    )
