"""Checks of order: between streams, between threads, and with reused memory.

One stream is kept busy first. If it is the caller's stream, a call that does not wait would run
long before its operand is written. If it is the session's stream, a reader that does not wait would
read long before the call has run.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from samebits.backends.cuda.lab.suspects import Found
from samebits.backends.cuda.lab.suspects.bench import Bench, require_same
from samebits.backends.cuda.lab.suspects.libraries import Library
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op

ADD = get_op("add").call(["f32", "f32"])
MATMUL = get_op("matmul").call(["f32", "f32"])
SUM = get_op("sum").call(["f32"], axes=(1,))

_TOO_LONG = 0.03
"""A call that takes more seconds than this has waited for a stall of a tenth of a second."""


def caller(bench: Bench, library: Library) -> str:
    """Check arrays on a stream of the library, with the session on the default stream."""
    return _ordered(bench, library, library.stream(), None)


def configured(bench: Bench, library: Library) -> str:
    """Check arrays on the default stream, with the session on its own stream."""
    return _ordered(bench, library, None, library.stream())


def both(bench: Bench, library: Library) -> str:
    """Check arrays and session on two streams, neither of them the default stream."""
    return _ordered(bench, library, library.stream(), library.stream())


def _ordered(bench: Bench, library: Library, theirs: Any, ours: Any) -> str:
    count = 1 << 20 if bench.is_gpu else 64
    with bench.stream(library, ours):
        with library.on(theirs):
            x, y = library.full(count, 1), library.full(count, 0)
            # load all kernels now: a load during the stalls would wait until they end
            library.stall()
            library.fill(x, 2)
            bench.session.run(ADD, [x, x], [y])
            library.get(library.copy(y))
        _require_apart(library, theirs, ours, x, 7)
        _require_apart(library, ours, theirs, x, 8)
        took = _late_operand(bench, library, (theirs, ours), x, y)
        took = max(took, _late_call(bench, library, (theirs, ours), x, y))
    if bench.is_gpu and took > _TOO_LONG:
        raise Found(f"the host waited: the call took {1e3 * took:.0f} ms")
    return f"the call took {1e6 * took:.0f} us of the host" if bench.is_gpu else ""


def _require_apart(library: Library, busy: Any, other: Any, x: Any, value: float) -> None:
    """Raise Found if unordered work runs in order: then no check could find a missing order.

    The cause may be blocking launches, a stall that is too short, or streams that share a queue.
    """
    with library.on(busy):
        library.stall()
        library.fill(x, value)
    with library.on(other):
        seen = library.get(x)
    with library.on(busy):
        library.get(x)
    if (seen == value).any():
        raise Found(
            "nothing was checked: two streams are in order here without any wait between them; "
            "unset CUDA_LAUNCH_BLOCKING, and try a longer stall"
        )


def _late_operand(
    bench: Bench, library: Library, streams: tuple[Any, Any], x: Any, y: Any
) -> float:
    """Keep the caller's stream busy, then write the operand. Return the call's time in seconds."""
    theirs, ours = streams
    with library.on(theirs):
        library.stall()
        library.fill(x, 3)
        took = _timed(bench, x, y)
    with library.on(ours):
        got = library.get(y)
    require_same(got, np.full(got.shape, 6, np.float32), "an operand written late")
    return took


def _late_call(bench: Bench, library: Library, streams: tuple[Any, Any], x: Any, y: Any) -> float:
    """Keep the session's stream busy while the caller reads the result and rewrites the operand."""
    theirs, ours = streams
    with library.on(ours):
        library.stall()
    with library.on(theirs):
        library.fill(x, 4)
        took = _timed(bench, x, y)
        z = library.copy(y)
        library.fill(x, 9)
        got = library.get(z)
    require_same(got, np.full(got.shape, 8, np.float32), "a result read early")
    with library.on(ours):
        got = library.get(y)
    require_same(got, np.full(got.shape, 8, np.float32), "an operand written again early")
    return took


def _timed(bench: Bench, x: Any, y: Any) -> float:
    started = time.perf_counter()
    bench.session.run(ADD, [x, x], [y])
    return time.perf_counter() - started


def reuse(bench: Bench, library: Library) -> str:
    """Free operands and results immediately, and allocate again while calls are pending."""
    rounds, count = (64, 1 << 18) if bench.is_gpu else (5, 64)
    x = library.full(count, 0)
    bench.session.run(ADD, [x, x], [x])
    library.get(library.copy(x))
    kept = []
    with library.on(None):
        library.stall()
    with library.on(library.stream()):
        for i in range(rounds):
            x, y = library.full(count, i), library.full(count, -1)
            bench.session.run(ADD, [x, x], [y])
            kept.append(library.copy(y))
            del x, y
        results = [library.get(z) for z in kept]
    for i, got in enumerate(results):
        require_same(got, np.full(count, 2 * i, np.float32), f"round {i}")
    return f"{rounds} rounds"


def threads(bench: Bench, library: Library) -> str:
    """Compare results of threads, each with its own streams, with results on NumPy arrays.

    A product has no temporary memory that other calls could overwrite; sums of long rows have some.
    """
    workers, rounds = (4, 100) if bench.is_gpu else (2, 2)
    rows = 70_000 if bench.is_gpu else 9_000
    rng = np.random.default_rng(5)
    sets = [
        (
            rng.standard_normal((60, 70)).astype(np.float32),
            rng.standard_normal((70, 50)).astype(np.float32),
            rng.standard_normal((3, rows)).astype(np.float32),
        )
        for _ in range(workers)
    ]
    wanted = [(bench.from_host(MATMUL, a, b), bench.from_host(SUM, c)) for a, b, c in sets]

    def work(number: int) -> None:
        ours, theirs = library.stream(), library.stream()
        with bench.stream(library, ours), library.on(ours if number % 2 else theirs):
            there = [library.put(values) for values in sets[number]]
            for turn in range(rounds):
                _both(bench, library, there, wanted[number], f"thread {number}, turn {turn}")

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, range(workers)))
    return f"{workers} threads, {2 * rounds} calls each"


def _both(
    bench: Bench, library: Library, there: list[Any], wanted: tuple[Array, Array], what: str
) -> None:
    a, b, c = there
    product = library.put(np.zeros(wanted[0].shape, np.float32))
    total = library.put(np.zeros(wanted[1].shape, np.float32))
    bench.session.run(MATMUL, [a, b], [product])
    bench.session.run(SUM, [c], [total])
    require_same(library.get(product), wanted[0], f"{what}, matmul")
    require_same(library.get(total), wanted[1], f"{what}, sum")
