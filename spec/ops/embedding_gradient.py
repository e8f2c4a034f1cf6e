"""Gradient of the table of an embedding (clause T7): a sum T1 for each row."""

from samebits.spec.families.indexing import ADDED_FORMATS, embedding_gradient, indexed_signatures
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="embedding_gradient",
    op_class="tree",
    summary="for each row of the table the sum T1 of the gradients at its index",
    operands=("gradient", "index"),
    signatures=indexed_signatures(ADDED_FORMATS, before=1),
    shape_rule=embedding_gradient,
    clauses=("R4", "S1", "T1", "T7"),
    profile="reduce",
    attributes=(
        Attribute("rows", "rows V of the table", required=True, kind="integer", least=0),
        Attribute(
            "padding_index",
            "a row that gets no gradient, and is +0; null means none",
            kind="integer",
            least=0,
            nullable=True,
        ),
    ),
)
