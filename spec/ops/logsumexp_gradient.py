"""Gradient of logsumexp (clause G12): gradient * exp(x - result)."""

from samebits.spec.families.reduction_gradients import gradient_op, of_result
from samebits.spec.language.graph import node

OP = gradient_op(
    "logsumexp_gradient",
    "gradient * exp(x - result)",
    of_result,
    node("below", "sub", "x_rows", "y"),
    node("p", "exp", "below"),
    node("last", "mul", "g", "p"),
    clauses=("T3",),
)
