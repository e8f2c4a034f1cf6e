"""A test declaration whose nodes are graph ops: softmax of a layer norm with a scale.

The default scale depends on the size of an axis.
"""

from __future__ import annotations

from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import shape_rule
from samebits.spec.language.graph import Branch, Equals, Graph, Join, Number, Ref, node
from samebits.spec.language.scalars import attribute, count, literal, sqrt


@shape_rule(["[*S, D]", "[D]"], "[*S, D]", "[*S]", example=[(2, 3, 5), (5,)], refusals=())
def _rule(op, attributes, inputs):
    return inputs[0], inputs[0][:-1]


GRAPH = Graph(
    operands=("x", "weight"),
    nodes=(
        node("xc", "cast", "x"),
        node("wc", "cast", "weight"),
        node(
            ("n", "", "rstd"),
            "example_layer_norm",
            "xc",
            "wc",
            to=("compute", "compute", "compute"),
            eps=Ref("eps"),
        ),
        Branch(
            Equals("scale", None),
            (Number("by_size", literal(1.0) / sqrt(count("d"))),),
            (Join("factor", "by_size", "by_attribute"),),
            others=(Number("by_attribute", attribute("scale")),),
        ),
        node("s", "mul", "n", "factor"),
        node("p", "softmax", "s", axis=-1),
        node("y", "cast", "p", to="output"),
    ),
    results=("y", "rstd"),
)

OP = Op(
    name="example_attention_row",
    op_class="graph",
    summary="softmax(scale * layer_norm(x)) over the last axis",
    operands=("x", "weight"),
    signatures=tuple(((f, f), (f, "f32")) for f in ("f32", "bf16")),
    shape_rule=_rule,
    clauses=("G1",),
    profile="nn",
    results=("y", "rstd"),
    attributes=(
        Attribute("eps", "added to the variance", 1e-5, real=True),
        Attribute("scale", "null is 1 / sqrt(D)", None, kind="real", nullable=True),
    ),
    graph=GRAPH,
)
