"""Orthogonal initial weights (clause D3)."""

from samebits.spec.declare import Op
from samebits.spec.initial_values import FORMATS
from samebits.spec.orthogonal import ATTRIBUTES, graph, orthogonal

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
