"""Rows written to, or added at, the row numbers in an index of any shape (clause T7)."""

from samebits.spec.families.indexing import ADDED_FORMATS, indexed_signatures
from samebits.spec.families.replacing import INDEX_PUT, index_put
from samebits.spec.language.declare import Attribute, Op
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Ref

OP = Op(
    name="index_put",
    op_class="graph",
    summary="prior, with the last update of each row that index names, or with all updates added",
    operands=("prior", "index", "updates"),
    signatures=indexed_signatures(ADDED_FORMATS, before=1, after=1),
    shape_rule=index_put,
    clauses=("R4", "S1", "S2", "T1", "T7", "G1"),
    profile="nn",
    attributes=(
        Attribute(
            "accumulate", "whether updates are added to the prior", False, choices=(False, True)
        ),
    ),
    graph=INDEX_PUT,
    gradients=tuple(
        Gradient(
            operand=operand,
            op="index_put_gradient",
            inputs=(OF + "result", "index"),
            result=f"{operand}_gradient",
            attributes={"accumulate": Ref("accumulate")},
        )
        for operand in ("prior", "updates")
    ),
    notes="To index several axes, merge them into one axis, whose index is the row-major number of "
    "a place in them. Merge the axes behind them into one axis too.",
)
