"""Gradient of a standard deviation (clause G12); it is 0 where the deviation is 0."""

from samebits.spec.families.moments import deviations, divisor
from samebits.spec.families.reduction_gradients import gradient_op, of_result
from samebits.spec.families.reductions import CORRECTION
from samebits.spec.language.graph import Number, node
from samebits.spec.language.scalars import literal

OP = gradient_op(
    "std_gradient",
    "((gradient / result) / max(0, n - correction)) * (x - mean); 0 where the result is 0",
    of_result,
    *deviations(),
    *divisor(),
    node("over", "div", "g", "y"),
    node("share", "div", "over", "divisor"),
    node("slope", "mul", "share", "d"),
    Number("zero", literal(0.0)),
    node("is_flat", "eq", "y", "zero", to="bool"),
    node("last", "where", "is_flat", "zero", "slope"),
    attributes=(CORRECTION,),
    clauses=("T1", "T3"),
)
