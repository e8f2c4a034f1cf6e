"""Gradient of a mean (clause G12): a true division by the number of terms."""

from samebits.spec.families.reduction_gradients import gradient_op, of_shape
from samebits.spec.language.graph import Number, node
from samebits.spec.language.scalars import count

OP = gradient_op(
    "mean_gradient",
    "gradient / n, repeated over the axes of a mean",
    of_shape,
    Number("terms", count("n")),
    node("last", "div", "g", "terms"),
    clauses=("T3",),
)
