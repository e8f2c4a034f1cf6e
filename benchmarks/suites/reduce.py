"""Reductions and softmax in binary32 against PyTorch, in cache and out of cache.

The targets for sum and var out of cache are at most 1.05 times PyTorch's time along the last axis,
and less than PyTorch's time along the first axis. Rows of 256 to 4096 elements in cache may take at
most 1.5 times PyTorch's time. Arrays in cache have two sizes, because the fixed cost of a call,
mostly in Python, matters for the smaller size.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from samebits.backends.protocol import Session
from samebits.benchmarks.declared import all_measured
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.spec.catalog import get_op
from samebits.spec.families.reductions import SHAPE_RULES

BEYOND = (4096, 16384)
"""The shape of an array of 256 MiB, which does not fit in cache."""

IN_CACHE = tuple((elements // n, n) for n in (256, 1024, 4096) for elements in (1 << 16, 1 << 18))
"""Shapes of arrays of 256 KiB and 1 MiB, with rows of several lengths."""

NEAR_MEMORY, FASTER, SHORT_ROWS = 1 / 1.05, 1.0, 1 / 1.5
"""The targets: PyTorch's time divided by ours."""


def reductions() -> list[str]:
    """Return the reductions for which benchmarks/families/ declares PyTorch's side."""
    found = all_measured().items()
    return [op for op, m in found if m.torch and get_op(op).shape_rule in SHAPE_RULES]


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Yield reductions over the last and the first axis, and softmax. Work is in elements."""
    torch = torch_module(threads)
    x = normal(*BEYOND)
    for op in reductions():
        for axis in (1, 0):
            target = (NEAR_MEMORY if axis else FASTER) if op in ("sum", "var") else None
            yield _reduction(session, torch, op, x, axis, target)
    for shape in IN_CACHE:
        x = normal(*shape)
        yield _reduction(session, torch, "sum", x, 1, SHORT_ROWS)
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
    x: np.ndarray[Any, Any],
    axis: int,
    least: float | None,
) -> Pair:
    call, peer = get_op(op).call(["f32"], axes=(axis,)), all_measured()[op].torch
    assert peer is not None  # checked in `reductions`
    return Pair(
        f"{op} f32 {x.shape[0]}x{x.shape[1]} axis {axis}",
        runner(session, call, [x]),
        peer.make(torch, call.attributes, [torch.from_numpy(x)], torch.empty(x.shape[1 - axis])),
        float(x.size),
        "element",
        least,
    )
