"""Exact sum (clause T10): the real sum of all terms, rounded once to the format of the result."""

from samebits.spec.families.exact_sums import exact_sum
from samebits.spec.families.reductions import AXES
from samebits.spec.language.declare import Op
from samebits.spec.language.signatures import tree_signatures

OP = Op(
    name="sum_exact",
    op_class="tree",
    summary="the exact sum over axes, rounded once; no order of the terms matters",
    operands=("x",),
    signatures=tree_signatures(),
    shape_rule=exact_sum,
    clauses=("R1", "S1", "T2", "T10"),
    profile="reduce",
    attributes=AXES,
)
