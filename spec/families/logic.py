"""Logical ops on bool: any non-zero byte of an operand is true, and results are 0 or 1 (G9)."""

from __future__ import annotations

from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, Item
from samebits.spec.language.shapes import elementwise


def logical(name: str, summary: str, operands: tuple[str, ...], *items: Item) -> Op:
    """Return an op on bool operands with the bool result `y`."""
    return Op(
        name=name,
        op_class="graph",
        summary=summary,
        operands=operands,
        signatures=((("bool",) * len(operands), ("bool",)),),
        shape_rule=elementwise,
        clauses=("F1", "S3", "G1", "G9"),
        profile="nn",
        graph=Graph(operands=operands, nodes=items, results=("y",)),
    )
