"""Shape rules of the ops that order elements along an axis (clause S3): sort, argsort, topk."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.indexing import natural, the_axis
from samebits.spec.shapes import Attributes, Shape


def sort(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """One operand of rank 1 or more; the result has its shape."""
    (shape,) = inputs
    the_axis(op, attributes, len(shape))
    return (tuple(shape),)


def topk(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """One operand of rank 1 or more; in both results the axis is k long, k at most its length."""
    (shape,) = inputs
    axis = the_axis(op, attributes, len(shape))
    k = natural(op, "k", attributes["k"])
    if k > shape[axis]:
        raise SpecError(f"{op}: k={k} is more than axis {axis} of shape {shape} holds")
    chosen = (*shape[:axis], k, *shape[axis + 1 :])
    return (chosen, chosen)
