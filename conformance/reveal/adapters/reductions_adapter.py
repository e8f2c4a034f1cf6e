"""Adapters of sums and means over axes (clauses T1, T2, T3)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from samebits.conformance.reveal.adapter import Adapter, Layout, Question, Shape
from samebits.conformance.reveal.layout import from_reduction_rows, reduction_axes
from samebits.spec.language.call import Call


def plan(question: Question) -> tuple[Mapping[str, Any], list[Shape]]:
    """Return a call on a vector, or on a matrix that is reduced along its last or first axis."""
    n, rows = question.n, question.rows
    if rows == 1:
        return {"axes": None}, [(n,)]
    return {"axes": (question.axis,)}, [(n, rows) if question.axis == 0 else (rows, n)]


def layout(call: Call, shapes: Sequence[Shape], question: Question) -> Layout:
    """Return a layout: terms in row-major order of the reduced axes, one row for each result."""
    shape = shapes[0]
    kept, reduced = reduction_axes(call, len(shape))
    rows = math.prod(shape[i] for i in kept)
    return Layout(
        leaves=math.prod(shape[i] for i in reduced),
        rows=rows,
        columns=1,
        operands=lambda terms, other: [from_reduction_rows(call, terms, shape)],
        results=lambda output: output.reshape(rows, -1),
        divided=call.op == "mean",
    )


ADAPTERS: Mapping[str, Adapter] = {
    "sum": Adapter(plan, layout),
    "sum_exact": Adapter(plan, layout, exact=True),
    "mean": Adapter(plan, layout),
}
