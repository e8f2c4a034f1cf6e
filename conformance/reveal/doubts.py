"""Why no tree explains a black box: what random rows tell where probes do not agree with a tree.

Each doubt is put to the same rows: whether they give the same bits twice, whether every sum is the
exact one, whether the order of the terms matters at all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from samebits.conformance.reveal.arithmetic import Array
from samebits.conformance.reveal.fused import exact_sums
from samebits.conformance.reveal.probe import Prober, Summation
from samebits.conformance.reveal.replay import finish, patterns

ROWS = 24


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why there is no tree: a short name, and words that stand as a sentence of their own."""

    name: str
    text: str


def doubt(box: Summation, rows: tuple[Array, Array | None], prober: Prober) -> Doubt | None:
    """The first reason that the black box itself confirms on random `rows`, or None."""
    a, b = rows[0][:ROWS], None if rows[1] is None else rows[1][:ROWS]
    first = _run(box, a, b)
    if not np.array_equal(first, _run(box, a, b)):
        return Doubt("unstable", "the same terms give other bits from call to call")
    if _is_exact(box, a, b, first):
        text = "every sum is the exact one, rounded once, as by an exact accumulator"
        return Doubt("exact", f"{text}: no order of additions shows")
    if prober.spent and not prober.lost and box.leaves > 2:
        bits = int(math.log2(prober.mask.huge / prober.mask.unit))
        text = f"no unit is lost beside a value 2^{bits} times as large, yet sums are not exact"
        return Doubt("compensated", f"{text}: a compensated sum or a wider accumulator")
    order = np.random.default_rng(len(a)).permutation(a.shape[1])
    moved = _run(box, a[:, order], None if b is None else b[:, order])
    if a.shape[1] > 3 and np.array_equal(first, moved):
        text = "the same terms in another order give the same bits"
        return Doubt("data-dependent", f"{text}: the order of additions follows from their values")
    return None


def _run(box: Summation, a: Array, b: Array | None) -> Array:
    return patterns(box.sums(a) if b is None else box.dots(a, b), box)


def _is_exact(box: Summation, a: Array, b: Array | None, observed: Array) -> bool:
    accumulators = dict.fromkeys((box.result_format, "f32", "f64"))
    return any(
        np.array_equal(patterns(finish(exact_sums(name, a, b), box), box), observed)
        for name in accumulators
    )
