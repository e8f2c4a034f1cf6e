"""Normal numbers between two bounds, as initial weights (clause D3)."""

from samebits.spec.declare import Op
from samebits.spec.initial_values import FORMATS
from samebits.spec.truncated import ATTRIBUTES, CONSTRAINTS, graph, truncated

OP = Op(
    name="trunc_normal",
    op_class="graph",
    summary="normal numbers between two bounds",
    operands=(),
    signatures=tuple(((), (f,)) for f in FORMATS),
    shape_rule=truncated,
    clauses=("D1", "D2", "R4", "G1", "G3", "S3", "S4", "D3"),
    profile="nn",
    attributes=ATTRIBUTES,
    constraints=CONSTRAINTS,
    graph=graph,
)
