"""Aligned products (T11) for every pair of widths, against PyTorch's product in binary32.

Both operands are binary32 numbers, and their alignment is part of our time. Work is counted in
floating-point operations (2 M N K) for both sides. Our product by T4 is listed too, because
PyTorch's library is not equally fast on all processors.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from samebits.backends.protocol import Session
from samebits.benchmarks.measure import Pair, process_clock
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.benchmarks.targets import aligned
from samebits.spec.catalog import get_op
from samebits.spec.families.aligned import PAIRS
from samebits.spec.formats import get_format

NOTE = (
    "the rows `matmul T4` are samebits' own product in binary32; on AMD PyTorch's library does not "
    "use AVX-512"
)
"""A note for the page: on AMD EPYC, PyTorch limited to AVX2 has the same speed."""

SQUARES = (512, 1024, 2048)
LAYER = (2048, 3072, 768)
"""(M, N, K) of a transformer layer of width 768 on 2048 tokens. b is stored as [N, K]."""

NARROW = ("bf16", "f16")

timed = process_clock
"""The timer of this suite: CPU time of the process, which counts the work of all threads."""


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Yield one pair for each shape and pair of widths."""
    torch = torch_module(threads)
    device = getattr(session, "device", "")
    for widths in (*PAIRS, None):
        for n in SQUARES:
            yield _product(torch, session, device, widths, (n, n, n))
        yield _product(torch, session, device, widths, LAYER, turned=True)
    for name in NARROW:
        yield _product(torch, session, device, (16, 16), (1024, 1024, 1024), form=name)


def _product(
    torch: Any,
    session: Session,
    device: str,
    widths: tuple[int, int] | None,
    shape: tuple[int, int, int],
    *,
    turned: bool = False,
    form: str = "f32",
) -> Pair:
    """Return a product in a format against PyTorch in binary32.

    Without widths it is a T4 product.
    """
    m, n, k = shape
    a, b = normal(m, k, seed=1), normal(*((n, k) if turned else (k, n)), seed=2)
    op = "matmul" if widths is None else "matmul_aligned"
    bits = {} if widths is None else {"bits": widths}
    call = get_op(op).call([form] * 2, [form], transpose_b=turned, **bits)
    operands = [x.astype(get_format(form).dtype) for x in (a, b)]
    left, right = torch.from_numpy(a), torch.from_numpy(b)
    right = right.t() if turned else right
    return Pair(
        f"{op} {widths or 'T4'} {form} {m}x{n}x{k}" + ", b transposed" * turned,
        runner(session, call, operands),
        partial(torch.matmul, left, right, out=torch.empty(m, n)),
        2.0 * m * n * k,
        "FLOP",
        aligned(widths, device) if widths and form == "f32" else None,
    )
