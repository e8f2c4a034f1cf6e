"""A GPU against PyTorch's CUDA kernels and libraries, with TF32 off, timed by CUDA events.

The targets: elementwise ops, sum and softmax on 2^28 elements take at most 1.15 times PyTorch's
time; matmul f32 reaches 0.8 of cuBLAS, conv2d of ResNet-50's layers 0.6 of cuDNN; scatter_add takes
at most three times as long as PyTorch's, whose bits depend on scheduling. Arrays lie on the GPU.
Those that fit its caches take turns in sets that together do not.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from samebits.backends.protocol import ConfigurableSession, Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import BenchmarkError, torch_module
from samebits.spec.call import Call
from samebits.spec.catalog import get_op

LARGE = 1 << 28
ROWS = (1 << 14, 1 << 14)
NEAR_MEMORY, MATRIX, WINDOWS, SCATTER = 1 / 1.15, 0.8, 0.6, 1 / 3
CACHE = 256 << 20
"""Bytes that no GPU's caches hold."""

UNARY = ("exp", "log", "tanh", "sigmoid", "erf", "gelu", "silu", "relu")
CONVOLUTIONS = (  # channels, size, outputs, kernel, stride: the layers of ResNet-50
    (3, 224, 64, 7, 2),
    (64, 56, 64, 1, 1),
    (64, 56, 64, 3, 1),
    (64, 56, 256, 1, 1),
    (256, 56, 128, 1, 1),
    (128, 28, 128, 3, 1),
    (256, 14, 256, 3, 1),
    (1024, 14, 256, 1, 1),
    (512, 7, 512, 3, 1),
    (512, 7, 2048, 1, 1),
)
BATCH = 256
"""So many images that a layer takes the GPU longer than the host takes to ask for it."""

Run = Callable[[], object]


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Every comparison; `threads` has no meaning here."""
    torch = torch_module(1)
    if not torch.cuda.is_available():
        raise BenchmarkError("the suite cuda needs a GPU and a PyTorch with CUDA")
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    torch.manual_seed(0)
    if isinstance(session, ConfigurableSession):
        session.configure(stream=torch.cuda.current_stream().cuda_stream)
    yield from _elementwise(session, torch)
    yield from _rows(session, torch)
    yield from _matrices(session, torch)
    yield from _windows(session, torch)
    yield from _scatter(session, torch)


def timed(run: Run, repeats: int) -> float:
    """Seconds of one run on the GPU, by events around `repeats` of them."""
    torch = torch_module(1)
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    for _ in range(repeats):
        run()
    end.record()
    end.synchronize()
    return float(start.elapsed_time(end)) / 1e3 / repeats


def _turns(make: Callable[[], Run], size: int) -> Run:
    """Runs on several sets of arrays in turn, so that none finds its own in a cache."""
    runs = itertools.cycle([make() for _ in range(max(1, min(-(-CACHE // size), 64)))])
    return lambda: next(runs)()


def _ours(session: Session, call: Call, operands: Sequence[Any], out: Any) -> Run:
    session.run(call, operands, [out])
    return lambda: session.run(call, operands, [out])


def _elementwise(session: Session, torch: Any) -> Iterator[Pair]:
    x, y = (torch.rand(LARGE, device="cuda") + 0.5 for _ in range(2))
    out, theirs = torch.empty_like(x), torch.empty_like(x)
    peers = {"silu": torch._C._nn.silu, "gelu": torch._C._nn.gelu}
    for op in ("add", "mul"):
        call, peer = get_op(op).call(["f32", "f32"]), getattr(torch, op)
        run = _ours(session, call, [x, y], out)
        yield _pair(f"{op} f32 2^28", run, partial(peer, x, y, out=theirs), x, NEAR_MEMORY)
    for op in UNARY:
        call = get_op(op).call(["f32"])
        peer = peers.get(op) or getattr(torch, op)
        there = partial(torch.clamp_min, x, 0.0) if op == "relu" else partial(peer, x)
        run = _ours(session, call, [x], out)
        yield _pair(f"{op} f32 2^28", run, partial(there, out=theirs), x, NEAR_MEMORY)


def _rows(session: Session, torch: Any) -> Iterator[Pair]:
    x = torch.randn(ROWS, device="cuda")
    for op, peer in (("sum", torch.sum), ("var", torch.var), ("max", torch.amax)):
        for axis in (1, 0):
            out, theirs = torch.empty(ROWS[0], device="cuda"), torch.empty(ROWS[0], device="cuda")
            call = get_op(op).call(["f32"], axes=(axis,))
            yield _pair(
                f"{op} f32 2^14 x 2^14, axis {axis}",
                _ours(session, call, [x], out),
                partial(peer, x, dim=axis, out=theirs),
                x,
                NEAR_MEMORY if op == "sum" else None,
            )
    whole, theirs = torch.empty((), device="cuda"), torch.empty((), device="cuda")
    call = get_op("sum").call(["f32"])
    run = _ours(session, call, [x], whole)
    yield _pair(
        "sum f32 of all 2^28", run, lambda: torch.sum(x, (0, 1), out=theirs), x, NEAR_MEMORY
    )
    y, z = torch.empty_like(x), torch.empty_like(x)
    call = get_op("softmax").call(["f32"], axis=1)
    run = _ours(session, call, [x], y)
    yield _pair("softmax f32 2^14 x 2^14", run, lambda: torch.softmax(x, 1, out=z), x, NEAR_MEMORY)


def _matrices(session: Session, torch: Any) -> Iterator[Pair]:
    for n in (1024, 2048, 4096, 8192):
        for transposed in (False, True):
            call = get_op("matmul").call(["f32", "f32"], transpose_b=transposed)

            def sets(n: int = n) -> list[Any]:
                return [torch.randn(n, n, device="cuda") for _ in range(3)]

            def ours(c: Call = call) -> Run:
                a, b, out = sets()
                return _ours(session, c, [a, b], out)

            def peer(t: bool = transposed) -> Run:
                a, b, out = sets()
                return lambda: torch.mm(a, b.T if t else b, out=out)

            size = 12 * n * n
            yield Pair(
                f"matmul f32 {n}" + (", b transposed" if transposed else ""),
                _turns(ours, size),
                _turns(peer, size),
                2.0 * n**3,
                "FLOP",
                MATRIX if n >= 2048 else None,
            )


def _windows(session: Session, torch: Any) -> Iterator[Pair]:
    for channels, size, outputs, kernel, stride in CONVOLUTIONS:
        pad = kernel // 2
        x = torch.randn(BATCH, channels, size, size, device="cuda")
        w = torch.randn(outputs, channels, kernel, kernel, device="cuda")
        out = torch.nn.functional.conv2d(x, w, stride=stride, padding=pad)
        call = get_op("conv2d").call(["f32", "f32"], stride=(stride,) * 2, padding=(pad,) * 2)
        yield Pair(
            f"conv2d f32 {BATCH}x{channels}x{size}x{size} to {outputs}, {kernel}x{kernel}/{stride}",
            _ours(session, call, [x, w], out),
            partial(torch.nn.functional.conv2d, x, w, stride=stride, padding=pad),
            2.0 * out.numel() * channels * kernel * kernel,
            "FLOP",
            WINDOWS,
        )


def _scatter(session: Session, torch: Any) -> Iterator[Pair]:
    rows, updates = 1 << 20, 1 << 24
    prior = torch.zeros(rows, device="cuda")
    index = torch.randint(rows, (updates,), device="cuda")
    values, out = torch.randn(updates, device="cuda"), torch.empty_like(prior)
    call = get_op("scatter_add").call(["f32", "i64", "f32"], axis=0)
    yield _pair(
        "scatter_add f32, 2^24 values to 2^20",
        _ours(session, call, [prior, index, values], out),
        lambda: torch.scatter_add(prior, 0, index, values),
        values,
        SCATTER,
    )


def _pair(name: str, ours: Run, peer: Run, x: Any, least: float | None) -> Pair:
    return Pair(name, ours, peer, float(x.numel()), "element", least)
