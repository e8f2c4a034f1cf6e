"""Matrix product: every element is a contraction (clause T4); then a bias may be added."""

from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import TRANSPOSES, matmul
from samebits.spec.language.signatures import contraction_signatures, integer_product_signatures

OP = Op(
    name="matmul",
    op_class="tree",
    summary="contraction T4 of a[M, K] and b[K, N], plus bias[N]",
    operands=("a", "b", "bias"),
    optional_from=2,
    signatures=contraction_signatures(bias=True) + integer_product_signatures(),
    shape_rule=matmul,
    clauses=("R4", "S1", "T1", "T4"),
    profile="contract",
    drawn_at_smoke=True,
    attributes=TRANSPOSES,
)
