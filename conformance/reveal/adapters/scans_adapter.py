"""Adapter of cumulative sums (clause T6): the tree of one element over the terms up to it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from samebits.conformance.reveal.adapter import Adapter, Layout, Question, Shape
from samebits.conformance.reveal.arithmetic import Array
from samebits.spec.errors import SpecError
from samebits.spec.language.call import Call


def plan(question: Question) -> tuple[Mapping[str, Any], list[Shape]]:
    """Return a call on a vector, or on a matrix that is scanned along its last or first axis.

    Raises SpecError if `index` is outside of the scan.
    """
    n, rows = question.n, question.rows
    if question.index is not None and not 0 <= question.index < n:
        raise SpecError(f"--index {question.index} must be from 0 to {n - 1} in a scan of {n}")
    if rows == 1:
        return {"axis": 0}, [(n,)]
    return {"axis": question.axis}, [(n, rows) if question.axis == 0 else (rows, n)]


def layout(call: Call, shapes: Sequence[Shape], question: Question) -> Layout:
    """Return a layout: terms up to `index` (the last by default), then +0."""
    shape = shapes[0]
    axis = int(str(call.attributes["axis"]))
    last = shape[axis] - 1 if question.index is None else question.index
    rows = math.prod(shape) // max(shape[axis], 1)
    ends = [s for i, s in enumerate(shape) if i != axis % len(shape)]

    def operands(terms: Array, other: Array) -> list[Array]:
        full = np.zeros((rows, shape[axis]), dtype=terms.dtype)
        full[:, : last + 1] = terms
        return [np.ascontiguousarray(np.moveaxis(full.reshape(*ends, -1), -1, axis))]

    def results(output: Array) -> Array:
        return np.moveaxis(output, axis, -1).reshape(rows, -1)[:, last : last + 1]

    return Layout(last + 1, rows, 1, operands, results)


ADAPTERS: Mapping[str, Adapter] = {
    "cumsum": Adapter(plan, layout),
}
