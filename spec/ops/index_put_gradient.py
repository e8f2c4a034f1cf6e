"""Gradients of index_put with respect to the prior and to the updates (clause T7)."""

from samebits.spec.families.indexing import INDEX_FORMATS
from samebits.spec.families.replacing import INDEX_PUT_GRADIENT, index_put_gradient
from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="index_put_gradient",
    op_class="graph",
    summary="the gradients of prior and updates of `index_put`",
    operands=("gradient", "index"),
    signatures=tuple(((f, i), (f, f)) for f in FLOAT_FORMATS for i in INDEX_FORMATS),
    shape_rule=index_put_gradient,
    clauses=("R4", "S1", "T7", "G1"),
    profile="nn",
    results=("prior_gradient", "updates_gradient"),
    attributes=(
        Attribute(
            "accumulate",
            "whether the updates of `index_put` were added to the prior",
            False,
            choices=(False, True),
        ),
    ),
    graph=INDEX_PUT_GRADIENT,
)
