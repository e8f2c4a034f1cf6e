"""Measurements of the growth of time and memory of an op, in one thread of this process.

Times are processor time of the process, and the best of several runs, because the work of other
processes is not a cost of the op. A call takes the path of `samebits.numpy`, results included.
"""

from __future__ import annotations

import gc
import math
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from samebits.backends.protocol import Array
from samebits.benchmarks.growing.beside import Function, numpy_function
from samebits.benchmarks.growing.calls import Grown, grown, operands_of
from samebits.benchmarks.growing.work import shown
from samebits.numpy.parameters import is_elementwise
from samebits.numpy.running import run
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op

TARGETS = tuple(round(10 ** (3 + step / 2)) for step in range(7))
"""The numbers of elements read and written, from 10^3 to 10^6."""

LEAST_TIME = 3e-5
"""The least usable time in seconds: below it, the fixed cost of a call is too large a part."""

DECADES = 1.05
"""The number of last decades of work to which the exponent is fitted."""


@dataclass(frozen=True, slots=True)
class Point:
    """One size: elements read and written, declared work, and seconds of one call."""

    elements: int
    work: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Row:
    """The results of an op.

    `numpy` is its time over NumPy's at the largest size measured with NumPy, or None if NumPy has
    no function for it. `peak` is the maximum of bytes that a call held in addition to its operands,
    over the bytes of operands and results. It does not include scratch memory of the C library.
    """

    op: str
    work: str
    points: tuple[Point, ...]
    kernel: bool
    numpy: float | None
    peak: float

    @property
    def exponent(self) -> float | None:
        """Return the exponent of time over work at the end of the line.

        It is None for fewer than two points.
        """
        return fitted([(p.work, p.seconds) for p in self.points])


def fitted(points: Sequence[tuple[float, float]]) -> float | None:
    """Return the slope of the logarithm of time over the logarithm of work.

    It is fitted in the last decades of work, without points whose time is the cost of a call alone.
    It is None if fewer than two points remain.
    """
    last = max((work for work, _ in points), default=0.0)
    used = [
        (math.log(work), math.log(seconds))
        for work, seconds in points
        if seconds >= LEAST_TIME and work * 10**DECADES >= last
    ]
    if len(used) < 2 or used[0][0] == used[-1][0]:
        return None
    return statistics.linear_regression(*zip(*used, strict=True)).slope


def measured(op: Op, seconds: float, *, has_kernel: bool) -> Row:
    """Measure an op at growing sizes for about `seconds`; a slow op stops at a smaller size.

    NumPy's function stops separately, because its work may grow faster, as in `numpy.einsum` of
    three operands.
    """
    points: list[Point] = []
    share = seconds / len(TARGETS)
    factor = TARGETS[1] / TARGETS[0]
    peak, ratio, peer = 0.0, None, numpy_function(op.name)
    deadline = time.process_time() + seconds
    for target in TARGETS:
        found = _largest(op, target)
        if points and found.elements <= points[-1].elements:
            continue
        operands = operands_of(found, op)
        ours = _call(op, found, operands)
        points.append(Point(found.elements, found.work, best(ours, share / 2)))
        peak = _peak(ours, operands)
        if peer is not None:
            theirs = best(partial(_copied, peer, found.call, operands), share / 2)
            ratio = points[-1].seconds / theirs
            peer = None if factor**3 * theirs > seconds else peer
        if time.process_time() + factor**2 * points[-1].seconds > deadline:
            break
    return Row(op.name, shown(op), tuple(points), has_kernel, ratio, peak)


def _copied(peer: Function, call: Call, operands: Sequence[Array]) -> object:
    """Run NumPy's function, and copy a view that it returns.

    This is fair, because samebits returns new arrays.
    """
    with np.errstate(all="ignore"):
        result = peer(call, operands)
    is_view = isinstance(result, np.ndarray) and result.base is not None
    return np.array(result) if is_view else result


def _largest(op: Op, target: int) -> Grown:
    """Return the call with the largest factor that does not exceed the target, or the least."""
    low, high = 1, 2
    if grown(op, 2).elements == grown(op, 1).elements:
        return grown(op, 1)  # an op on scalars
    while grown(op, high).elements <= target:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if grown(op, middle).elements <= target:
            low = middle
        else:
            high = middle
    return grown(op, low)


def _call(op: Op, found: Grown, operands: Sequence[Array]) -> Callable[[], Sequence[Array]]:
    elementwise = is_elementwise(op) and bool(operands)
    shapes = [operands[0].shape] * len(found.call.outputs) if elementwise else None
    return lambda: run(found.call, operands, None, shapes)


def best(call: Callable[[], object], seconds: float) -> float:
    """Return the least processor time of one run, from three runs or more."""
    call()  # The first call sets up pages, caches and lazy initialisation.
    start = time.process_time()
    call()
    once = max(time.process_time() - start, 1e-7)
    repeats = max(1, int(1e-3 / once))
    least, ends = once, time.process_time() + seconds
    collecting = gc.isenabled()
    gc.disable()
    try:
        for number in range(200):
            if number >= 3 and time.process_time() > ends:
                break
            start = time.process_time()
            for _ in range(repeats):
                call()
            least = min(least, (time.process_time() - start) / repeats)
    finally:
        if collecting:
            gc.enable()
    return least


def _peak(call: Callable[[], Sequence[Array]], operands: Sequence[Array]) -> float:
    """Return the maximum of bytes held by one call, over the bytes of operands and results."""
    tracemalloc.start()
    try:
        results = call()
        (_, most) = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    moved = sum(x.nbytes for x in (*operands, *results))
    return most / max(moved, 1)
