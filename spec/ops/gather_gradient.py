"""Gradient of gather (clause T7): scatter_add without a prior operand."""

from samebits.spec.families.indexing import ADDED_FORMATS, gather_gradient, indexed_signatures
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="gather_gradient",
    version=2,
    op_class="tree",
    summary="for each place along one axis the sum T1 of the gradients at its index",
    operands=("gradient", "index"),
    signatures=indexed_signatures(ADDED_FORMATS, before=1),
    shape_rule=gather_gradient,
    clauses=("R4", "S1", "T1", "T7"),
    profile="reduce",
    attributes=(
        Attribute("axis", "the axis that the index counts along", 0, kind="axis"),
        Attribute(
            "shape",
            "shape [*A, n, *B] of the operand of gather, and so of the result",
            required=True,
            kind="integers",
            least=0,
            length="rank",
        ),
    ),
)
