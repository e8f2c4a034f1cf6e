"""Gradients of scatter (clause T7) with respect to the prior and to the updates."""

from samebits.spec.families.indexing import INDEX_FORMATS
from samebits.spec.families.replacing import SCATTER_GRADIENT, scatter_gradient
from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="scatter_gradient",
    op_class="graph",
    summary="the gradients of prior and updates of `scatter`",
    operands=("gradient", "index"),
    signatures=tuple(((f, i), (f, f)) for f in FLOAT_FORMATS for i in INDEX_FORMATS),
    shape_rule=scatter_gradient,
    clauses=("R4", "S1", "T7", "G1"),
    profile="nn",
    results=("prior_gradient", "updates_gradient"),
    attributes=(Attribute("axis", "the axis that the index counts along", 0, kind="axis"),),
    graph=SCATTER_GRADIENT,
)
