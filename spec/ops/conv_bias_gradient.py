"""Gradient of the bias of a convolution (clause G5): sums T1 over positions, then over samples."""

from samebits.spec.families.linear_gradients import conv_bias
from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph, node
from samebits.spec.language.moves import Reshape

OP = Op(
    name="conv_bias_gradient",
    op_class="graph",
    summary="for each channel the sum T1 over samples of the sums T1 over their places",
    operands=("gradient",),
    signatures=same_format(1, *FLOAT_FORMATS),
    shape_rule=conv_bias,
    clauses=("R4", "S1", "T1", "G1", "G5"),
    profile="nn",
    graph=Graph(
        operands=("gradient",),
        nodes=(
            Reshape("flat", "gradient", "[N, C, places]"),
            node("samples", "sum", "flat", axes=(2,), keepdims=False),
            node("channels", "sum", "samples", axes=(0,), keepdims=False),
            node("db", "cast", "channels", to="output"),
        ),
        results=("db",),
    ),
)
