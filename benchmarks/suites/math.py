"""Elementary functions in binary32, correctly rounded, against PyTorch's, which are not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from samebits.backends.protocol import Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.spec.catalog import get_op

FUNCTIONS = ("exp", "log", "tanh", "erf", "sigmoid", "rsqrt", "silu", "gelu")
SIZES = ((1 << 16, "in cache"), (1 << 24, "beyond cache"))


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """One pair a function and size; arguments are normal (for log and rsqrt: their magnitudes)."""
    torch = torch_module(threads)
    for size, where in SIZES:
        x = normal(size)
        positive = np.abs(x) + np.float32(1e-3)
        for name in FUNCTIONS:
            argument = positive if name in ("log", "rsqrt") else x
            peer = getattr(torch.ops.aten, name).out  # into an output that exists, as ours
            t, out = torch.from_numpy(argument), torch.empty(size)
            yield Pair(
                f"{name} f32 {where}",
                runner(session, get_op(name).call(["f32"]), [argument]),
                partial(peer, t, out=out),
                float(size),
                "element",
            )
