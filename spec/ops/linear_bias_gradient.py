"""Gradient of the bias of linear (clause G5): one sum T1 over all rows."""

from samebits.spec.families.linear_gradients import linear_bias
from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph, node
from samebits.spec.language.moves import Reshape

OP = Op(
    name="linear_bias_gradient",
    op_class="graph",
    summary="one sum T1 over the leading axes, flattened in row-major order",
    operands=("gradient",),
    signatures=same_format(1, *FLOAT_FORMATS),
    shape_rule=linear_bias,
    clauses=("R4", "S1", "T1", "G1", "G5"),
    profile="nn",
    graph=Graph(
        operands=("gradient",),
        nodes=(
            Reshape("rows", "gradient", "[rows, N]"),
            node("db", "sum", "rows", to="output", axes=(0,), keepdims=False),
        ),
        results=("db",),
    ),
)
