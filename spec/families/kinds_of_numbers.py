"""Ops that test the kind of a number, with results in bool (clause G9)."""

from __future__ import annotations

from samebits.spec.families.elementwise_graphs import FORMATS, widened
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, Item, Node, Number, node
from samebits.spec.language.scalars import literal
from samebits.spec.language.shapes import elementwise

MAGNITUDE = (*widened("x"), node("magnitude", "abs", "x_wide"))
INFINITY = Number("infinity", literal(float("inf")))


def question(name: str, summary: str, *items: Item, last: Node) -> Op:
    """Return an op with a result in bool, which the node `last` computes."""
    return Op(
        name=name,
        op_class="graph",
        summary=summary,
        operands=("x",),
        signatures=tuple(((form,), ("bool",)) for form in FORMATS),
        shape_rule=elementwise,
        clauses=("S3", "G1", "G9"),
        profile="nn",
        graph=Graph(operands=("x",), nodes=(*items, last), results=last.names),
    )
