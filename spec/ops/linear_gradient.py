"""Gradients of linear (clause T4): a product for x, a contraction over all rows for weight."""

from samebits.spec.families.linear_gradients import linear
from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph, node
from samebits.spec.language.moves import Reshape

OP = Op(
    name="linear_gradient",
    op_class="graph",
    summary="contractions T4 of gradient and weight, and of gradient and x over all rows",
    operands=("gradient", "x", "weight"),
    results=("x_gradient", "weight_gradient"),
    signatures=same_format(3, *FLOAT_FORMATS, results=2),
    shape_rule=linear,
    clauses=("R4", "S1", "T1", "T4", "G1"),
    profile="nn",
    graph=Graph(
        operands=("gradient", "x", "weight"),
        nodes=(
            Reshape("g_rows", "gradient", "[rows, N]"),
            Reshape("x_rows", "x", "[rows, K]"),
            node("dx", "matmul", "g_rows", "weight", to="output"),
            Reshape("x_gradient", "dx", "[*S, K]"),
            node("weight_gradient", "matmul", "g_rows", "x_rows", to="output 1", transpose_a=True),
        ),
        results=("x_gradient", "weight_gradient"),
    ),
)
