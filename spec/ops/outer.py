"""Outer product: every element is a contraction of one term (clause T4), rounded once."""

from samebits.spec.families.products import outer
from samebits.spec.language.declare import Op
from samebits.spec.language.signatures import contraction_signatures

OP = Op(
    name="outer",
    op_class="tree",
    summary="a[M] times b[N] for every pair, a contraction T4 of one term",
    operands=("a", "b"),
    signatures=contraction_signatures(),
    shape_rule=outer,
    clauses=("R4", "S1", "T4"),
    profile="contract",
)
