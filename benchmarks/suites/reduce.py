"""Reductions and softmax in binary32 against PyTorch, in cache and beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from samebits.backends.protocol import Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.spec.catalog import get_op

SHAPES = ((4096, 16384), (64, 1024))
"""Beyond cache (256 MiB) and within it (256 KiB)."""


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Sum over the last and the first axis, and softmax rows; work is counted in elements."""
    torch = torch_module(threads)
    for shape in SHAPES:
        x = normal(*shape)
        t = torch.from_numpy(x)
        size = f"{shape[0]}x{shape[1]}"
        for axis in (1, 0):
            call = get_op("sum").call(["f32"], axes=(axis,))
            total = torch.empty(shape[1 - axis])
            yield Pair(
                f"sum f32 {size} axis {axis}",
                runner(session, call, [x]),
                partial(torch.sum, t, dim=axis, out=total),
                float(x.size),
                "element",
            )
        yield Pair(
            f"softmax f32 {size} axis 1",
            runner(session, get_op("softmax").call(["f32"], axis=1), [x]),
            partial(torch.softmax, t, dim=1, out=torch.empty(shape)),
            float(x.size),
            "element",
        )
