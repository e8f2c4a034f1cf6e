"""Gradient of a mean (clause G12): a true division by the number of terms."""

from samebits.spec.graph import Number, node
from samebits.spec.reduction_gradients import gradient_op, of_shape
from samebits.spec.scalars import count

OP = gradient_op(
    "mean_gradient",
    "gradient / n, repeated over the axes of a mean",
    of_shape,
    Number("terms", count("n")),
    node("last", "div", "g", "terms"),
    clauses=("T3",),
)
