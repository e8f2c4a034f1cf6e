"""Calls of microseconds with several threads, against one thread and against PyTorch.

Sleeping threads may wake up too late for such short work, so the suite measures whether they help.
The target is that several threads are never slower than one. Both sides are prepared calls on
tensors, with existing outputs. Each turn makes several calls in direct succession, like the layers
of a network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from samebits.backends.prepared import prepare
from samebits.backends.protocol import ConfigurableSession, Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, torch_module
from samebits.benchmarks.ranges import operands
from samebits.benchmarks.rivals import torch_function
from samebits.benchmarks.suites.math import IN_CACHE, call_of, functions
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

CALLS = 20
"""The number of calls in one run."""

NEVER_SLOWER = 1 / 1.05

PRODUCTS = ((64, 64, 64), (128, 128, 128), (256, 256, 256), (512, 512, 512), (128, 768, 768))


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Yield products, sums, softmax, and every function of the profile math.

    Work is in elements.
    """
    torch = torch_module(threads)
    if not isinstance(session, ConfigurableSession):
        return
    for name, call, inputs, peer in _work(torch, session):
        shapes = get_op(call.op).output_shapes(call, [tuple(x.shape) for x in inputs])
        outputs = [torch.empty(shape) for shape in shapes]
        run = partial(prepare(session, call), *inputs, *outputs)
        elements = float(CALLS * max(x.numel() for x in (*inputs, *outputs)))
        ours = _calls(session, threads, run)
        if threads > 1:
            alone = _calls(session, 1, run)
            yield Pair(f"{name} over one thread", ours, alone, elements, "element", NEVER_SLOWER)
        yield Pair(
            name, ours, _calls(session, threads, partial(peer, *inputs)), elements, "element"
        )


def _calls(
    session: ConfigurableSession, threads: int, run: Callable[[], object]
) -> Callable[[], None]:
    def calls() -> None:
        session.configure(threads=threads)
        for _ in range(CALLS):
            run()

    return calls


def _work(torch: Any, session: Session) -> Iterator[tuple[str, Call, list[Any], Any]]:
    """Yield the name, the call, the operands, and PyTorch's function for these operands."""
    for m, k, n in PRODUCTS:
        x, y = (torch.from_numpy(normal(*shape)) for shape in ((m, k), (k, n)))
        into = partial(torch.matmul, out=torch.empty(m, n))
        yield f"matmul {m}x{k}x{n}", get_op("matmul").call(["f32", "f32"]), [x, y], into
    x = torch.from_numpy(normal(512, 768))
    for axes in (None, (0,), (1,)):
        call = get_op("sum").call(["f32"], axes=axes)
        yield f"sum 512x768 axes {axes}", call, [x], partial(torch.sum, dim=axes)
    x = torch.from_numpy(normal(1024, 197))
    call = get_op("softmax").call(["f32"], axis=1)
    yield "softmax 1024x197", call, [x], partial(torch.softmax, dim=1)
    for op in functions():
        peer, call = torch_function(torch, op), call_of(op)
        if peer is None or not session.supports(call):
            continue
        arrays = operands(op, len(call.inputs), IN_CACHE)
        into = partial(peer, out=torch.empty(IN_CACHE))
        yield f"{op} {IN_CACHE}", call, [torch.from_numpy(x) for x in arrays], into
