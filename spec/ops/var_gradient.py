"""Gradient of a variance (clause G12), which reads the operand again."""

from samebits.spec.families.moments import deviations, divisor
from samebits.spec.families.reduction_gradients import gradient_op, of_operand
from samebits.spec.families.reductions import CORRECTION
from samebits.spec.language.graph import node

OP = gradient_op(
    "var_gradient",
    "((2 * gradient) / max(0, n - correction)) * (x - mean)",
    of_operand,
    *deviations(),
    *divisor(),
    node("twice", "add", "g", "g"),
    node("share", "div", "twice", "divisor"),
    node("last", "mul", "share", "d"),
    attributes=(CORRECTION,),
    clauses=("T1", "T3"),
)
