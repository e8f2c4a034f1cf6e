"""Matrix products against PyTorch, other formats against our binary32, and cost against work."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from samebits.backends.protocol import Array, Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

SQUARES = ((512, 0.85), (1024, 0.9), (2048, 0.9))
"""Side lengths of square matrices, with the target ratio for each."""

LAYER = ((2048, 768, 3072), (2048, 3072, 768), (2048, 768, 768), (2048, 2304, 768))
"""(M, N, K) of the layers in a transformer of width 768 on 2048 tokens. b is stored as [N, K]."""

SKINNY = (2, 3, 4, 6, 7, 8, 13)
SKINNY_SIZE = 2048
VECTOR_SIZE = 4096
NARROW = ("bf16", "f16", "f8e4m3fn", "f8e5m2")
BATCHES = (16, 32, 64, 128, 256)
"""The batch sizes in the plot of cost against work."""


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Yield one pair for each shape. Work is counted in floating-point operations (2 M N K)."""
    torch = torch_module(threads)
    for n, least in SQUARES:
        for ta, tb in ((False, False), (False, True), (True, False)):
            if n != 512 or not ta:
                yield _matmul(torch, session, (n, n, n), least, ta, tb)
    for shape in LAYER:
        yield _matmul(torch, session, shape, 0.9, False, True)
    for m in SKINNY:
        for tb in (False, True):
            yield _matmul(torch, session, (m, SKINNY_SIZE, SKINNY_SIZE), 0.7, False, tb)
    for shape in ((1, VECTOR_SIZE, VECTOR_SIZE), (VECTOR_SIZE, 1, VECTOR_SIZE)):
        for stored in (False, True):
            ta, tb = (stored, False) if shape[1] == 1 else (False, stored)
            yield _matmul(torch, session, shape, 0.9, ta, tb)
    yield from _others(torch, session)
    yield from _narrow(session)


def _matmul(
    torch: Any, session: Session, shape: tuple[int, int, int], least: float, ta: bool, tb: bool
) -> Pair:
    m, n, k = shape
    a = normal(*((k, m) if ta else (m, k)), seed=1)
    b = normal(*((n, k) if tb else (k, n)), seed=2)
    call = get_op("matmul").call(["f32", "f32"], transpose_a=ta, transpose_b=tb)
    left, right = torch.from_numpy(a), torch.from_numpy(b)
    left, right = left.t() if ta else left, right.t() if tb else right
    stored = "".join(f", {x} transposed" for x, on in (("a", ta), ("b", tb)) if on)
    return Pair(
        f"matmul f32 {m}x{n}x{k}{stored}",
        runner(session, call, [a, b]),
        partial(torch.matmul, left, right, out=torch.empty(m, n)),
        2.0 * m * n * k,
        "FLOP",
        least,
    )


def _others(torch: Any, session: Session) -> Iterator[Pair]:
    """Yield pairs for small batches, einsum, linear with a bias, and outer products."""
    yield _same(torch, session, "bmm", "bmm", (64, 32, 32), (64, 32, 32), work=64 * 32**3)
    yield _same(
        torch, session, "bmm", "bmm", (16, 128, 64), (16, 64, 128), work=16 * 128 * 128 * 64
    )
    x, weight, bias = (1024, 768), (768, 768), (768,)
    linear = torch.nn.functional.linear
    yield _same(torch, session, "linear", linear, x, weight, bias, work=1024 * 768 * 768, least=0.9)
    yield _same(torch, session, "outer", "outer", (4096,), (1024,), work=4096 * 1024)
    equation = "bqhd,bkhd->bhqk"
    yield _same(
        torch, session, "einsum", partial(torch.einsum, equation), (2, 128, 8, 64),
        (2, 128, 8, 64), work=2 * 8 * 128 * 128 * 64, equation=equation,
    )  # fmt: skip


def _same(
    torch: Any,
    session: Session,
    op: str,
    function: Any,
    *shapes: tuple[int, ...],
    work: float,
    least: float | None = None,
    **attributes: str,
) -> Pair:
    operands = [normal(*shape, seed=i) for i, shape in enumerate(shapes)]
    call = get_op(op).call(["f32"] * len(shapes), ["f32"], **attributes)
    run = getattr(torch, function) if isinstance(function, str) else function
    shown = " by ".join("x".join(map(str, shape)) for shape in shapes)
    return Pair(
        f"{op} f32 {shown}",
        runner(session, call, operands),
        partial(run, *map(torch.from_numpy, operands)),
        2.0 * work,
        "FLOP",
        least,
    )


def _narrow(session: Session) -> Iterator[Pair]:
    """Yield pairs of our product in a narrow format and our product in binary32."""
    n = 1024
    plain = _call_of("f32", "f32")
    peer = runner(session, plain, [normal(n, n, seed=1), normal(n, n, seed=2)])
    for name in NARROW:
        x, y = (_as(name, normal(n, n, seed=i)) for i in (1, 2))
        ours = runner(session, _call_of(name, name), [x, y])
        least = 1.0 if get_format(name).bits == 16 else None
        yield Pair(f"matmul {name} {n}, against our f32", ours, peer, 2.0 * n**3, "FLOP", least)
    x, y = (np.random.default_rng(i).integers(-128, 128, (n, n), np.int8) for i in (1, 2))
    ours = runner(session, _call_of("i8", "i32"), [x, y])
    yield Pair(f"matmul i8 {n}, against our f32", ours, peer, 2.0 * n**3, "OP")


def _call_of(operands: str, result: str) -> Call:
    return get_op("matmul").call([operands] * 2, [result])


def _as(name: str, x: Array) -> Array:
    return x.astype(get_format(name).dtype)


def growth(session: Session) -> Iterator[tuple[str, list[Pair]]]:
    """Yield the lines of the plot of cost against work: a title, and one pair per batch size."""
    n = 192
    for op, rank in (("bmm", 3), ("linear", 2)):
        line = []
        for batch in BATCHES:
            x = normal(batch, n, n, seed=1) if rank == 3 else normal(batch * n, n, seed=1)
            y = normal(batch, n, n, seed=2) if rank == 3 else normal(n, n, seed=2)
            run = runner(session, get_op(op).call(["f32"] * 2, ["f32"]), [x, y])
            line.append(Pair(f"{op} f32, batch {batch} of {n}x{n}x{n}", run, run, batch, "product"))
        yield f"{op} f32, {n}x{n}x{n}", line
