"""Shape rules of the exact sum and the exact dot product (clause T10)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.language.geometry import shape_rule
from samebits.spec.language.shapes import AXES_REFUSED, REDUCED, Attributes, Shape, dot, reduction


@shape_rule(["[*S]"], "[*R]", example=[(2, 3, 4)], attributes=REDUCED, refusals=AXES_REFUSED)
def exact_sum(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take an operand and the attributes `axes` (None means all) and `keepdims` (T2)."""
    return reduction(op, attributes, inputs)


@shape_rule(["[K]", "[K]"], "[]", example=[(3,), (3,)], refusals=())
def exact_dot(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take two vectors of the same length; the result has rank 0."""
    return dot(op, attributes, inputs)
