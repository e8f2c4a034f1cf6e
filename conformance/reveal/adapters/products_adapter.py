"""Adapters of dot and matrix products (clause T4).

Rows of `a` are terms, and one vector of second factors fills `b`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from samebits.conformance.reveal.adapter import Adapter, Layout, Plan, Question, Shape
from samebits.conformance.reveal.arithmetic import Array
from samebits.spec.language.call import Call


def vectors(question: Question) -> tuple[Mapping[str, Any], list[Shape]]:
    """Return no attributes, and the shapes of two vectors."""
    return {}, [(question.n,), (question.n,)]


def weighted(question: Question) -> tuple[Mapping[str, Any], list[Shape]]:
    """Return no attributes, and the shapes of a matrix and of a weight.

    The weight has a row for each column of the result.
    """
    return {}, [(question.rows, question.n), (question.columns, question.n)]


def matrices(*batch: int) -> Plan:
    """Return the plan for two matrices, or for batches of them."""

    def plan(question: Question) -> tuple[Mapping[str, Any], list[Shape]]:
        a = (*batch, question.rows, question.n)
        return {}, [a, (*batch, question.n, question.columns)]

    return plan


def layout(call: Call, shapes: Sequence[Shape], question: Question) -> Layout:
    """Return a layout: rows of `a` are terms, columns of `b` are second factors, a bias is +0."""
    if len(shapes[0]) == 1:
        return Layout(
            leaves=shapes[0][0],
            rows=1,
            columns=1,
            operands=lambda terms, other: [np.ascontiguousarray(terms[0]), other],
            results=lambda output: output.reshape(1, 1),
            products=True,
        )
    a_shape, b_shape = shapes[0], shapes[1]
    swap_a = bool(call.attributes.get("transpose_a"))
    swap_b = call.op == "linear" or bool(call.attributes.get("transpose_b"))
    leaves = a_shape[-2 if swap_a else -1]
    rows = math.prod(a_shape) // max(leaves, 1)

    def operands(terms: Array, other: Array) -> list[Array]:
        a = terms.reshape(*a_shape[:-2], -1, leaves)
        column = other if swap_b else other[:, None]
        found = [
            np.ascontiguousarray(np.swapaxes(a, -1, -2) if swap_a else a),
            np.ascontiguousarray(np.broadcast_to(column, b_shape)),
        ]
        return found + [np.zeros(s, dtype=terms.dtype) for s in shapes[2:]]

    columns = b_shape[-2 if swap_b else -1]
    return Layout(
        leaves, rows, columns, operands, lambda y: y.reshape(rows, columns), products=True
    )


ADAPTERS: Mapping[str, Adapter] = {
    "dot": Adapter(vectors, layout),
    "dot_exact": Adapter(vectors, layout, exact=True),
    "matmul": Adapter(matrices(), layout),
    "bmm": Adapter(matrices(2), layout),
    "linear": Adapter(weighted, layout),
}
