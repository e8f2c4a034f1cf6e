"""Gradient of logsumexp (clause G12): gradient * exp(x - result)."""

from samebits.spec.graph import node
from samebits.spec.reduction_gradients import gradient_op, of_result

OP = gradient_op(
    "logsumexp_gradient",
    "gradient * exp(x - result)",
    of_result,
    node("below", "sub", "x_rows", "y"),
    node("p", "exp", "below"),
    node("last", "mul", "g", "p"),
    clauses=("T3",),
)
