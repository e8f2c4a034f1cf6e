"""Gradient of amax, amin, max and min (clause G12), shared evenly among ties."""

from samebits.spec.families.reduction_gradients import gradient_op, of_result
from samebits.spec.families.ties import shared
from samebits.spec.language.graph import Number
from samebits.spec.language.scalars import literal

OP = gradient_op(
    "amax_gradient",
    "gradient / k at the k places that hold the extreme, else +0",
    of_result,
    Number("zero", literal(0.0)),
    *shared("last", "x_rows", "y", "zero"),
    clauses=("S3",),
)
