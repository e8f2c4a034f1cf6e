"""A test declaration of layer norm: an optional weight and bias, three results, default values."""

from __future__ import annotations

from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import shape_rule
from samebits.spec.language.graph import Branch, Given, Graph, Join, Number, node
from samebits.spec.language.moves import Reshape
from samebits.spec.language.scalars import attribute, count


@shape_rule(
    ["[*S, D]", "[D]", "[D]"],
    "[*S, D]",
    "[*S]",
    "[*S]",
    example=[(2, 3, 5), (5,), (5,)],
    refusals=(),
)
def _rule(op, attributes, inputs):
    return inputs[0], inputs[0][:-1], inputs[0][:-1]


GRAPH = Graph(
    operands=("x", "weight", "bias"),
    nodes=(
        node("c", "cast", "x"),
        node("m", "mean", "c", axes=(-1,), keepdims=True),
        node("d", "sub", "c", "m"),
        node("q", "mul", "d", "d"),
        node("t", "sum", "q", axes=(-1,), keepdims=True),
        Number("n", count("d")),
        node("v", "div", "t", "n"),
        Number("e", attribute("eps")),
        node("ve", "add", "v", "e"),
        node("r", "rsqrt", "ve"),
        node("h", "mul", "d", "r"),
        Branch(
            Given("weight"),
            (node("wc", "cast", "weight"), node("hw", "mul", "h", "wc")),
            (Join("scaled", "hw", "h"),),
        ),
        Branch(
            Given("bias"),
            (node("bc", "cast", "bias"), node("hb", "add", "scaled", "bc")),
            (Join("shifted", "hb", "scaled"),),
        ),
        node("y", "cast", "shifted", to="output"),
        Reshape("mean", "m", "[*S]"),
        Reshape("rstd", "r", "[*S]"),
    ),
    results=("y", "mean", "rstd"),
)

OP = Op(
    name="example_layer_norm",
    op_class="graph",
    summary="((x - mean) * rstd) * weight + bias over the last axis",
    operands=("x", "weight", "bias"),
    optional_from=1,
    signatures=tuple(
        ((f,) * n, (f, "f32", "f32")) for f in ("f32", "bf16", "f16") for n in (1, 2, 3)
    ),
    shape_rule=_rule,
    clauses=("G1",),
    profile="nn",
    results=("y", "mean", "rstd"),
    attributes=(Attribute("eps", "added to the variance", 1e-5, real=True),),
    graph=GRAPH,
)
