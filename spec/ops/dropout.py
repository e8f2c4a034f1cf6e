"""Dropout: elements are set to zero at random, and the others are scaled (clause D3)."""

from dataclasses import replace

from samebits.spec.families.drawing_graphs import drawn, dropping
from samebits.spec.families.draws import PLACED, PROBABILITY
from samebits.spec.families.elementwise_graphs import FORMATS, OUTGOING
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Graph, Number, Ref, node
from samebits.spec.language.scalars import attribute, literal

ATTRIBUTES = (
    *PLACED,
    replace(PROBABILITY, doc="probability of +0, from 0 to 1; not rounded"),
)

OP = Op(
    name="dropout",
    op_class="graph",
    summary="+0 with the probability p, else x * (1 / (1 - p))",
    operands=("x",),
    signatures=same_format(1, *FORMATS),
    shape_rule=dropping,
    clauses=("D1", "D2", "R4", "S1", "G1", "G3", "D3"),
    profile="nn",
    attributes=ATTRIBUTES,
    graph=Graph(
        operands=("x",),
        nodes=(
            drawn("is_dropped", "bernoulli", "[*S]", to="bool", p=Ref("p")),
            node("x_wide", "cast", "x"),
            Number("scale", 1 / (1 - attribute("p"))),
            node("kept", "mul", "x_wide", "scale"),
            Number("nothing", literal(0.0)),
            node("chosen", "where", "is_dropped", "nothing", "kept"),
            node("y", "cast", "chosen", to="output"),
        ),
        results=("y",),
    ),
    # the gradient drops the same elements and has the same factor
    gradients=(
        Gradient(
            operand="x",
            op="dropout",
            inputs=(OUTGOING,),
            attributes={each.name: Ref(each.name) for each in ATTRIBUTES},
        ),
    ),
)
