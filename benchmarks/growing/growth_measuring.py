"""Measurement of how the time and memory of an op grow, in one thread of this process.

Times are CPU time of the process. The best of several runs counts, because the work of other
processes is not a cost of the op. A call includes all steps of `samebits.numpy`, with the
allocation of results.
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
"""The targets for the number of elements read and written, from 10^3 to 10^6."""

LEAST_TIME = 3e-5
"""The least usable time in seconds. Below it, the fixed cost of a call dominates."""

DECADES = 1.05
"""The exponent is fitted to the points in this number of last decades of work."""


@dataclass(frozen=True, slots=True)
class Point:
    """The measurement at one size: elements read and written, declared work, and seconds."""

    elements: int
    work: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Row:
    """The results for one op.

    `numpy` is its time divided by NumPy's at the largest size measured with NumPy, or None if NumPy
    has no function for it. `peak` is the largest number of bytes that a call allocated, divided by
    the bytes of operands and results. It does not include scratch memory of the C library.
    """

    op: str
    work: str
    points: tuple[Point, ...]
    kernel: bool
    numpy: float | None
    peak: float

    @property
    def exponent(self) -> float | None:
        """Return the exponent with which time grows with work, at the largest sizes.

        It is None if there are fewer than two usable points.
        """
        return fitted([(p.work, p.seconds) for p in self.points])


def fitted(points: Sequence[tuple[float, float]]) -> float | None:
    """Return the slope of the logarithm of time over the logarithm of work.

    It is fitted in the last decades of work, without points at which the fixed cost of a call
    dominates. It is None if fewer than two points remain.
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

    NumPy's function may stop earlier, because its work may grow faster, as for `numpy.einsum` with
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
    """Run NumPy's function, and copy the result if it is a view.

    The copy makes the comparison fair, because samebits returns new arrays.
    """
    with np.errstate(all="ignore"):
        result = peer(call, operands)
    is_view = isinstance(result, np.ndarray) and result.base is not None
    return np.array(result) if is_view else result


def _largest(op: Op, target: int) -> Grown:
    """Return the largest call with at most `target` elements, or the smallest call."""
    low, high = 1, 2
    if grown(op, 2).elements == grown(op, 1).elements:
        return grown(op, 1)  # the operands are scalars
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
    """Return the least CPU time of one run, from at least three measurements."""
    call()  # the first call sets up pages, caches and lazy objects
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
    """Return the peak memory of one call, divided by the bytes of operands and results."""
    tracemalloc.start()
    try:
        results = call()
        (_, most) = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    moved = sum(x.nbytes for x in (*operands, *results))
    return most / max(moved, 1)
