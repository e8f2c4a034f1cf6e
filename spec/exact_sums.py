"""Shape rules of the exact sum and the exact dot product (clause T10)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.shapes import Attributes, Shape, dot, reduction


def exact_sum(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Attributes `axes` (None = all) and `keepdims`, as in every reduction (T2)."""
    return reduction(op, attributes, inputs)


def exact_dot(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Two vectors [K], [K] to a scalar."""
    return dot(op, attributes, inputs)
