"""Gradients of embedding_bag with respect to the table and to the weights (clauses T7, T8)."""

from samebits.spec.families.bags import (
    ATTRIBUTES,
    EMBEDDING_BAG_GRADIENT,
    FORMATS,
    embedding_bag_gradient,
)
from samebits.spec.families.indexing import INDEX_FORMATS
from samebits.spec.language.declare import Op

OP = Op(
    name="embedding_bag_gradient",
    op_class="graph",
    summary="the gradients of weight and place_weights of `embedding_bag`",
    operands=("gradient", "weight", "index", "place_weights"),
    optional_from=3,
    results=("weight_gradient", "place_weights_gradient"),
    signatures=tuple(
        ((f, f, i, f)[:n], (f,) * (n - 2)) for f in FORMATS for i in INDEX_FORMATS for n in (3, 4)
    ),
    shape_rule=embedding_bag_gradient,
    clauses=("R4", "S1", "S3", "T1", "T4", "T8", "G1"),
    profile="nn",
    attributes=ATTRIBUTES,
    graph=EMBEDDING_BAG_GRADIENT,
)
