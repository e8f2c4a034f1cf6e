"""Gradients of linear_aligned (clause T11): aligned products of matrices."""

from samebits.spec.families.aligned import BITS, linear_gradient
from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph, Ref, Sizes, node
from samebits.spec.language.moves import Reshape

_EXCHANGED = Sizes("[bits[1], bits[0]]")

OP = Op(
    name="linear_aligned_gradient",
    op_class="graph",
    summary="aligned contractions T11 of gradient and weight, and of gradient and x over all rows",
    operands=("gradient", "x", "weight"),
    results=("x_gradient", "weight_gradient"),
    signatures=same_format(3, *(f for f in FLOAT_FORMATS if f != "f64"), results=2),
    shape_rule=linear_gradient,
    clauses=("R4", "S1", "T1", "T11", "G1"),
    profile="aligned",
    attributes=(BITS,),
    graph=Graph(
        operands=("gradient", "x", "weight"),
        nodes=(
            Reshape("g_rows", "gradient", "[rows, N]"),
            Reshape("x_rows", "x", "[rows, K]"),
            node("dx", "matmul_aligned", "g_rows", "weight", to="output", bits=Ref("bits")),
            Reshape("x_gradient", "dx", "[*S, K]"),
            node(
                "weight_gradient", "matmul_aligned", "g_rows", "x_rows",
                to="output 1", transpose_a=True, bits=_EXCHANGED,
            ),
        ),
        results=("x_gradient", "weight_gradient"),
    ),
)  # fmt: skip
