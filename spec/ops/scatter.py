"""Updates written to positions that an index names; the last update of a position counts (T7)."""

from samebits.spec.families.indexing import indexed_signatures
from samebits.spec.families.replacing import SCATTER, scatter
from samebits.spec.language.declare import Attribute, Op
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Ref

OP = Op(
    name="scatter",
    op_class="graph",
    summary="prior, with the last update at each index along one axis in place of the element",
    operands=("prior", "index", "updates"),
    signatures=indexed_signatures(before=1, after=1),
    shape_rule=scatter,
    clauses=("S1", "S2", "T7", "G1"),
    profile="nn",
    attributes=(Attribute("axis", "the axis that the index counts along", 0, kind="axis"),),
    graph=SCATTER,
    gradients=tuple(
        Gradient(
            operand=operand,
            op="scatter_gradient",
            inputs=(OF + "result", "index"),
            result=f"{operand}_gradient",
            attributes={"axis": Ref("axis")},
        )
        for operand in ("prior", "updates")
    ),
    notes="index and updates have one shape, and may be smaller than prior on the other axes.",
)
