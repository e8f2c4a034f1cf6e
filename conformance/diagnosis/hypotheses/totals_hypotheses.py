"""Hypotheses about integer sum and prod: saturated, or accumulated in 32 bits (clause T3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.layout import reduction_rows
from samebits.spec.formats import bits_of, get_format

MOST_TERMS = 1 << 16
"""The largest number of terms for which totals are computed with Python integers."""


def totals(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by exact totals that saturate, or that wrap at 32 bits."""
    (name,) = evidence.call.inputs[:1]
    if evidence.call.op not in ("sum", "prod") or get_format(name).is_float:
        return
    rows = reduction_rows(evidence.call, evidence.inputs[0])[evidence.chosen]
    if rows.size > MOST_TERMS:
        return
    whole = (bits_of(rows) != 0).astype(np.int64) if name == "bool" else rows
    join: Callable[[list[int]], int] = sum if evidence.call.op == "sum" else math.prod
    exact = [join(row) for row in whole.tolist()]
    ways = (
        ("saturated", "saturates at the ends of i64; integers wrap (T3)", _saturated),
        ("accumulator:i32", "accumulates in 32 bits; the accumulator is i64 (T3)", _in_32_bits),
    )
    for label, text, rule in ways:
        found = np.array([rule(total) for total in exact], np.int64)

        def predict(positions: Array, found: Array = found) -> Array:
            return found[positions]

        yield from by_prediction(evidence, label, text, predict)


def _saturated(total: int) -> int:
    return max(-(1 << 63), min(total, (1 << 63) - 1))


def _in_32_bits(total: int) -> int:
    return (total + (1 << 31)) % (1 << 32) - (1 << 31)
