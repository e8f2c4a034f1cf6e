"""Reasons why no tree explains a black box, found on random rows.

All tests use the same rows. They check whether the rows give equal bits twice, whether every sum is
exact, and whether the order of the terms matters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from samebits.conformance.reveal.arithmetic import Array, narrow
from samebits.conformance.reveal.fused import exact_sums
from samebits.conformance.reveal.probe import Prober, Summation
from samebits.conformance.reveal.replay import finish, patterns
from samebits.spec.formats import compute_format

ROWS = 24


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reason why no tree explains a black box: a short name and a sentence."""

    name: str
    text: str


def doubt(box: Summation, rows: tuple[Array, Array | None], prober: Prober) -> Doubt | None:
    """Return the first reason that the black box confirms on random `rows`, or None."""
    a, b = rows[0][:ROWS], None if rows[1] is None else rows[1][:ROWS]
    first = _run(box, a, b)
    bits = patterns(first, box)
    if not np.array_equal(bits, patterns(_run(box, a, b), box)):
        return Doubt("unstable", "the same terms give other bits from call to call")
    ratio = int(math.log2(prober.mask.huge / prober.mask.unit))
    kept = f"no unit is lost beside a value 2^{ratio} times as large"
    accumulators = dict.fromkeys((box.result_format, "f32", "f64"))
    exact = [finish(exact_sums(name, a, b), box) for name in accumulators]
    if any(np.array_equal(patterns(sums, box), bits) for sums in exact):
        if prober.lost:
            text = "the sums of random data are exact sums, rounded once"
            return Doubt(
                "wide", f"{text}: the accumulator is too wide to show its order by roundings"
            )
        text = f"every sum is exact, rounded once, and {kept}"
        return Doubt("exact", f"{text}: an exact accumulator, which has no order of additions")
    if prober.spent and not prober.lost and box.leaves > 2:
        return Doubt("compensated", f"{kept}, yet sums are not exact: they are compensated")
    order = np.random.default_rng(len(a)).permutation(a.shape[1])
    moved = _run(box, a[:, order], None if b is None else b[:, order])
    if a.shape[1] > 3 and np.array_equal(bits, patterns(moved, box)):
        text = "the same terms in another order give the same bits"
        return Doubt("data-dependent", f"{text}: the order of additions follows from their values")
    if b is None and np.array_equal(patterns(finish(kahan(a, box), box), box), bits):
        return Doubt("compensated", "the sums are Kahan's, compensated, from left to right")
    return None


def _run(box: Summation, a: Array, b: Array | None) -> Array:
    return box.sums(a) if b is None else box.dots(a, b)


def kahan(terms: Array, box: Summation) -> Array:
    """Return Kahan's compensated sum of each row, left to right, in the compute format (R4)."""
    columns = narrow(terms, compute_format([box.format])).T
    total, lost = np.zeros_like(columns[0]), np.zeros_like(columns[0])
    for column in columns:
        corrected = column - lost
        new = total + corrected
        lost = (new - total) - corrected
        total = new
    return np.asarray(total)
