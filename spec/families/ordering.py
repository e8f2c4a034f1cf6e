"""Shape rules of the ops that order elements along an axis (clause S3): sort, argsort, topk."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.indexing import natural, the_axis
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.shapes import AXIS_REFUSED, Attributes, Shape

NO_AXIS = Refusal("A1.3", "an operand of rank 0", ((),), {"axis": 0})


@shape_rule(
    ["[*A, n, *B]"],
    "[*A, n, *B]",
    example=[(2, 3, 4)],
    attributes={"axis": 1, "descending": False},
    refusals=(*AXIS_REFUSED, NO_AXIS),
)
def sort(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take one operand of rank 1 or more; the result has its shape."""
    (shape,) = inputs
    the_axis(op, attributes, len(shape))
    return (tuple(shape),)


@shape_rule(
    ["[*A, n, *B]"],
    "[*A, k, *B]",
    "[*A, k, *B]",
    example=[(2, 3, 4)],
    attributes={"axis": 1, "k": 2, "largest": True},
    refusals=(
        *AXIS_REFUSED,
        NO_AXIS,
        Refusal("S3.8", "a k above the length of the axis", attributes={"k": 4}),
    ),
)
def topk(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take one operand of rank 1 or more; in both results the axis has the size k.

    k must not be greater than the size of the axis.
    """
    (shape,) = inputs
    axis = the_axis(op, attributes, len(shape))
    k = natural(attributes["k"])
    if k > shape[axis]:
        raise SpecError(f"{op}: k={k} is greater than the size of axis {axis} of shape {shape}")
    chosen = (*shape[:axis], k, *shape[axis + 1 :])
    return (chosen, chosen)


@shape_rule(
    ["[*A, n, *B]", "[*A, n, *B]"],
    "[*A, n, *B]",
    example=[(2, 3, 4), (2, 3, 4)],
    attributes={"axis": 1, "descending": False},
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "operands of rank 0", ((), ()), {"axis": 0}),
        Refusal("G12.1", "operands of two shapes", ((2, 3, 4), (2, 3, 1))),
    ),
)
def sort_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the gradient of the result of sort, and the operand of sort, of equal shape."""
    gradient, x = inputs
    if tuple(gradient) != tuple(x):
        raise SpecError(f"{op}: both operands must have one shape, got {gradient} and {x}")
    return sort(op, attributes, [x])
