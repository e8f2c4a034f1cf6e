"""Test declarations with selection by flags, and with draws.

The ops are: the mean and the largest of the elements that a mask selects; an update that is skipped
for infinities or NaN; a draw; and a graph op in which this draw is a node.
"""

from __future__ import annotations

from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import shape_rule
from samebits.spec.language.graph import Graph, Number, Ref, Sizes, node
from samebits.spec.language.scalars import literal


@shape_rule(
    ["[B, D]", "[B, D]"],
    "[B]",
    "[B]",
    "[B, k]",
    "[B, k]",
    example=[(3, 5), (3, 5)],
    attributes={"k": 2},
    refusals=(),
)
def _rule(op, attributes, inputs):
    b = inputs[0][0]
    return (b,), (b,), (b, attributes["k"]), (b, attributes["k"])


GRAPH = Graph(
    operands=("x", "mask"),
    nodes=(
        node("xc", "cast", "x"),
        Number("zero", literal(0.0)),
        node("kept", "where", "mask", "xc", "zero"),
        node("total", "sum", "kept", axes=(1,), keepdims=False),
        node("count", "count_nonzero", "mask", to="i64", axes=(1,), keepdims=False),
        node("n", "cast", "count"),
        node("mean", "div", "total", "n"),
        node("y", "cast", "mean", to="output"),
        Number("low", literal(-3e38)),
        node("shown", "where", "mask", "xc", "low"),
        node(("values", "indices"), "topk", "shown", to=("compute", "i64"), k=Ref("k"), axis=-1),
        node("top", "cast", "values", to="output 2"),
    ),
    results=("y", "count", "top", "indices"),
)

MASKED = Op(
    name="example_masked_mean",
    op_class="graph",
    summary="mean, count and largest of the elements that a mask keeps",
    operands=("x", "mask"),
    signatures=tuple(((f, "bool"), (f, "i64", f, "i64")) for f in ("f32", "bf16")),
    shape_rule=_rule,
    clauses=("G1",),
    profile="nn",
    results=("y", "count", "top", "indices"),
    attributes=(Attribute("k", "how many of the largest", required=True, kind="integer", least=0),),
    graph=GRAPH,
)


@shape_rule(["[*S]", "[*S]"], "[*S]", "[]", example=[(2, 3), (2, 3)], attributes={}, refusals=())
def _guarded(op, attributes, inputs):
    return inputs[0], ()


GUARDED = Op(
    name="example_guarded_update",
    op_class="graph",
    summary="p - g, or p where any element of g is no finite number; and whether one is",
    operands=("p", "g"),
    signatures=((("f32", "f32"), ("f32", "bool")),),
    shape_rule=_guarded,
    clauses=("G1",),
    profile="nn",
    results=("p2", "found"),
    graph=Graph(
        operands=("p", "g"),
        nodes=(
            node("rest", "sub", "g", "g"),
            node("bad", "ne", "rest", "rest", to="bool"),
            node("found", "any", "bad", to="bool", axes=None, keepdims=False),
            node("next", "sub", "p", "g"),
            node("p2", "where", "found", "p", "next"),
        ),
        results=("p2", "found"),
    ),
    state=(("p", "p2"),),
)

DRAW = Op(
    name="example_draw",
    op_class="draw",
    summary="numbers drawn from a seed and a stream",
    operands=(),
    signatures=(((), ("f32",)),),
    shape_rule=shape_rule(
        [], "[*shape]", example=[], attributes={"shape": (2, 3), "seed": 1}, refusals=()
    )(lambda op, attributes, inputs: (attributes["shape"],)),
    clauses=("D1",),
    profile="nn",
    attributes=(
        Attribute("shape", "of the result", required=True, kind="integers", length="any", least=0),
        Attribute("seed", "of the draws", required=True, kind="integer", least=0),
        Attribute("stream", "of the draws", 0, kind="integer", least=0),
    ),
)

NOISE = Op(
    name="example_noise",
    op_class="graph",
    summary="x and a number drawn for each of its elements",
    operands=("x",),
    signatures=((("f32",), ("f32",)),),
    shape_rule=shape_rule(["[*S]"], "[*S]", example=[(2, 3)], attributes={"seed": 7}, refusals=())(
        lambda op, attributes, inputs: (inputs[0],)
    ),
    clauses=("G1", "D1"),
    profile="nn",
    attributes=(Attribute("seed", "of the draws", required=True, kind="integer", least=0),),
    graph=Graph(
        operands=("x",),
        nodes=(
            node("u", "example_draw", shape=Sizes("[*S]"), seed=Ref("seed"), stream=1),
            node("y", "add", "x", "u"),
        ),
        results=("y",),
    ),
)
