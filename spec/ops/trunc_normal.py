"""Normal numbers between two bounds, as initial weights (clause D3)."""

import math

from samebits.spec.families.initial_values import FORMATS
from samebits.spec.families.truncated import ATTRIBUTES, CONSTRAINTS, graph, truncated
from samebits.spec.language.declare import Op, nan_scalar

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
    nan_scalars=(
        nan_scalar("`a` and `mean` -inf", a=-math.inf, mean=-math.inf),
        nan_scalar("`b` and `mean` inf", b=math.inf, mean=math.inf),
        nan_scalar("`b` and `std` inf", b=math.inf, std=math.inf),
    ),
)
