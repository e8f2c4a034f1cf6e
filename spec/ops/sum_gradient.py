"""Gradient of a sum (clause G12): a move that copies the result's gradient to each term."""

from samebits.spec.families.reduction_gradients import SHAPE, of_shape
from samebits.spec.families.reductions import AXES
from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph
from samebits.spec.language.row_moves import Column, FromRows

OP = Op(
    name="sum_gradient",
    op_class="graph",
    summary="the gradient repeated over the axes of a sum",
    operands=("gradient",),
    signatures=same_format(1, *FLOAT_FORMATS),
    shape_rule=of_shape,
    clauses=("S1", "S2", "T2", "G1", "G12"),
    profile="nn",
    attributes=(*AXES, SHAPE),
    graph=Graph(
        operands=("gradient",),
        nodes=(Column("g", "gradient", "[*shape]"), FromRows("dx", "g", "[*shape]")),
        results=("dx",),
    ),
)
