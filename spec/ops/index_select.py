"""Whole slices of an axis, in the order of an index: bits are copied (clause S2)."""

from samebits.spec.families.indexing import index_select, indexed_signatures
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="index_select",
    op_class="move",
    summary="the slices of x at index[n] along one axis",
    operands=("x", "index"),
    signatures=indexed_signatures(),
    shape_rule=index_select,
    clauses=("S2",),
    profile="reduce",
    attributes=(Attribute("axis", "the axis whose slices are taken", 0, kind="axis"),),
)
