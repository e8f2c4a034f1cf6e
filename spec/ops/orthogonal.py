"""Orthogonal initial weights (clause D3)."""

from samebits.spec.families.initial_values import FORMATS
from samebits.spec.families.orthogonal import ATTRIBUTES, graph, orthogonal
from samebits.spec.language.declare import Op

OP = Op(
    name="orthogonal",
    op_class="graph",
    summary="gain times a random matrix of orthogonal rows or columns",
    operands=(),
    signatures=tuple(((), (f,)) for f in FORMATS),
    shape_rule=orthogonal,
    clauses=("D1", "D2", "R4", "G1", "G3", "G14", "D3"),
    profile="nn",
    attributes=ATTRIBUTES,
    graph=graph,
)
