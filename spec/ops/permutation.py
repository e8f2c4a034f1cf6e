"""The integers below n in a random order (clause D3)."""

from samebits.spec.families.drawing_graphs import permuted
from samebits.spec.families.draws import SOURCE
from samebits.spec.language.declare import Attribute, Op
from samebits.spec.language.graph import Graph, Ref, Sizes, node

OP = Op(
    name="permutation",
    op_class="graph",
    summary="the order that sorts 64-bit draws, read as two's complement",
    operands=(),
    signatures=(((), ("i64",)),),
    shape_rule=permuted,
    clauses=("D1", "D2", "G1", "D3"),
    profile="nn",
    attributes=(
        Attribute("n", "number of integers", required=True, kind="integer", least=0),
        *SOURCE,
    ),
    graph=Graph(
        operands=(),
        nodes=(
            node(
                "draw",
                "draw_bits",
                to="i64",
                shape=Sizes("[n]"),
                seed=Ref("seed"),
                stream=Ref("stream"),
            ),
            node("order", "argsort", "draw", to="i64", axis=0, descending=False),
        ),
        results=("order",),
    ),
)
