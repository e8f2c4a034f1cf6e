"""Dot product of two vectors: one contraction (clause T4)."""

from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import dot
from samebits.spec.language.signatures import contraction_signatures, integer_product_signatures

OP = Op(
    name="dot",
    op_class="tree",
    summary="contraction T4 of a[K] and b[K]",
    operands=("a", "b"),
    signatures=contraction_signatures() + integer_product_signatures(),
    shape_rule=dot,
    clauses=("R4", "S1", "T1", "T4"),
    profile="contract",
)
