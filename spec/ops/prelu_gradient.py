"""Gradients of prelu with respect to x and to the slopes (clauses G5, G9)."""

from samebits.spec.families.channel_slopes import PRELU_GRADIENT, prelu_gradient
from samebits.spec.families.elementwise_graphs import FORMATS
from samebits.spec.language.declare import Op

OP = Op(
    name="prelu_gradient",
    op_class="graph",
    summary="the gradients of x and weight of `prelu`",
    operands=("gradient", "x", "weight"),
    signatures=tuple(((f,) * 3, (f,) * 2) for f in FORMATS),
    shape_rule=prelu_gradient,
    clauses=("R4", "S1", "S3", "T1", "G1", "G5", "G9"),
    profile="nn",
    results=("x_gradient", "weight_gradient"),
    graph=PRELU_GRADIENT,
)
