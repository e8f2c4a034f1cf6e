"""Rows of zeros with a one at the position that an index names (clause S2)."""

from samebits.spec.families.indexing import INDEX_FORMATS, one_hot
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="one_hot",
    op_class="move",
    summary="for each index a row of `classes` integers: 1 at the index, 0 elsewhere",
    operands=("index",),
    signatures=tuple(((i,), ("i64",)) for i in INDEX_FORMATS),
    shape_rule=one_hot,
    clauses=("S2",),
    profile="reduce",
    attributes=(Attribute("classes", "length of a row", required=True, kind="integer", least=0),),
)
