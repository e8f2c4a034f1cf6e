"""Bags of rows of a table: their sum, mean or maximum (clause T8)."""

from samebits.spec.families.bags import ATTRIBUTES, EMBEDDING_BAG, FORMATS, embedding_bag
from samebits.spec.families.indexing import INDEX_FORMATS
from samebits.spec.language.declare import Op
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Ref

OP = Op(
    name="embedding_bag",
    op_class="graph",
    summary="for each row of index the sum, the mean or the maximum of the rows that it names",
    operands=("weight", "index", "place_weights"),
    optional_from=2,
    signatures=tuple(((f, i, f)[:n], (f,)) for f in FORMATS for i in INDEX_FORMATS for n in (2, 3)),
    shape_rule=embedding_bag,
    clauses=("R4", "S1", "S3", "T1", "T8", "G1"),
    profile="nn",
    attributes=ATTRIBUTES,
    graph=EMBEDDING_BAG,
    gradients=tuple(
        Gradient(
            operand=operand,
            op="embedding_bag_gradient",
            inputs=(OF + "result", "weight", "index", "place_weights"),
            result=f"{operand}_gradient",
            attributes={each.name: Ref(each.name) for each in ATTRIBUTES},
        )
        for operand in ("weight", "place_weights")
    ),
    notes="A shorter bag is filled up with padding_index, which does not change its bits.",
)
