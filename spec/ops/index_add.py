"""Slices added at the positions that an index names (clause T7): their sum T1, then the prior."""

from samebits.spec.families.indexing import ADDED_FORMATS, index_add, indexed_signatures
from samebits.spec.language.declare import Attribute, Op

OP = Op(
    name="index_add",
    op_class="tree",
    summary="prior plus, at each slice that index[n] names, the sum T1 of its updates",
    operands=("prior", "index", "updates"),
    signatures=indexed_signatures(ADDED_FORMATS, before=1, after=1),
    shape_rule=index_add,
    clauses=("R4", "S1", "T1", "T7"),
    profile="reduce",
    attributes=(Attribute("axis", "the axis that the index counts along", 0, kind="axis"),),
)
