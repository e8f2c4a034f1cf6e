"""One row of a table for each index: bits are copied (clause S2)."""

from samebits.spec.families.indexing import embedding, indexed_signatures
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.graph import Size

OP = Op(
    name="embedding",
    op_class="move",
    summary="the rows of weight[V, D] at index, of any shape",
    operands=("weight", "index"),
    signatures=indexed_signatures(),
    shape_rule=embedding,
    clauses=("S2",),
    profile="reduce",
    gradients=(
        Gradient(
            operand="weight",
            op="embedding_gradient",
            inputs=("gradient of result", "index"),
            attributes={"rows": Size("V")},
        ),
    ),
)
