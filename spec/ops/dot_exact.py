"""Exact dot product (clause T10): the real sum of the exact products, rounded once."""

from samebits.spec.families.exact_sums import exact_dot
from samebits.spec.language.declare import Op
from samebits.spec.language.signatures import contraction_signatures

OP = Op(
    name="dot_exact",
    op_class="tree",
    summary="the exact sum of the exact products of a[K] and b[K], rounded once",
    operands=("a", "b"),
    signatures=contraction_signatures(),
    shape_rule=exact_dot,
    clauses=("R1", "S1", "S4", "T10"),
    profile="contract",
)
