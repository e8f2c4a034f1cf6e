"""Matrix products in binary32 against PyTorch (MKL): squares, transformer shapes, skinny ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from samebits.backends.protocol import Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.spec.catalog import get_op

SHAPES = (
    (512, 512, 512, False),
    (1024, 1024, 1024, False),
    (1024, 1024, 1024, True),
    (2048, 2048, 2048, False),
    (2048, 768, 3072, True),
    (2048, 3072, 768, True),
    (1, 4096, 4096, True),
    (8, 4096, 4096, True),
)
"""(M, N, K, whether b is stored as [N, K], as the weight of a linear layer is)."""


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """One pair a shape; work is counted in floating-point operations (2 M N K)."""
    torch = torch_module(threads)
    for m, n, k, transposed in SHAPES:
        a = normal(m, k, seed=1)
        b = normal(n, k, seed=2) if transposed else normal(k, n, seed=2)
        call = get_op("matmul").call(["f32", "f32"], transpose_b=transposed)
        ta, tb = torch.from_numpy(a), torch.from_numpy(b)
        right = tb.t() if transposed else tb
        out = torch.empty(m, n)
        name = f"matmul f32 {m}x{n}x{k}{' b transposed' if transposed else ''}"
        yield Pair(
            name,
            runner(session, call, [a, b]),
            partial(torch.matmul, ta, right, out=out),
            2.0 * m * n * k,
            "FLOP",
        )
