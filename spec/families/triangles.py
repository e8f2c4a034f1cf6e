"""Triangles of matrices: the elements on one side of a diagonal (clause S2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Graph, Number, Ref, node
from samebits.spec.language.moves import Reshape, Slice
from samebits.spec.language.scalars import literal
from samebits.spec.language.shapes import Attributes, Shape
from samebits.spec.language.taps import Positions


@shape_rule(
    ["[*B, M, N]"],
    "[*B, M, N]",
    example=[(2, 3, 4)],
    attributes={"diagonal": 1},
    sizes={
        "R": "min(max(diagonal, 0), N)",
        "L": "min(max(0 - diagonal, 0), M)",
    },
    refusals=(Refusal("S2.tril", "an operand of rank 1", ((4,),)),),
)
def triangle(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take one operand of rank 2 or more."""
    (shape,) = inputs
    if len(shape) < 2:
        raise SpecError(f"{op}: needs an operand of rank 2 or more, got shape {shape}")
    return (tuple(shape),)


def triangular(name: str, sign: str, holds: str) -> Op:
    """Return the op that copies the elements for which `holds`(column, row + diagonal) is true.

    The other elements become +0. To compare with the diagonal, the graph numbers rows from R and
    columns from L. R is the distance of the diagonal to the right of the main diagonal, and L is
    the distance to the left. Both are at most the size of the matrix.
    """
    graph = Graph(
        operands=("x",),
        nodes=(
            Positions("from_right", "[M + R]"),
            Slice("rows", "from_right", 0, "R", "M + R"),
            Reshape("row", "rows", "[M, 1]"),
            Positions("from_left", "[N + L]"),
            Slice("column", "from_left", 0, "L", "N + L"),
            node("is_kept", holds, "column", "row", to="bool"),
            Number("zero", literal(0.0)),
            node("nothing", "cast", "zero", to="like x"),
            node("result", "where", "is_kept", "x", "nothing", to="output"),
        ),
        results=("result",),
    )
    return Op(
        name=name,
        op_class="graph",
        summary=f"x at column {sign} row + diagonal of each matrix, +0 elsewhere",
        operands=("x",),
        signatures=same_format(1, *FORMATS),
        shape_rule=triangle,
        clauses=("S1", "S2", "G1"),
        profile="nn",
        attributes=(
            Attribute(
                "diagonal",
                "number of the diagonal, counted to the right from the main diagonal",
                0,
                kind="integer",
                unbounded=True,
            ),
        ),
        graph=graph,
        gradients=(
            Gradient(
                operand="x",
                op=name,
                inputs=(OF + "result",),
                attributes={"diagonal": Ref("diagonal")},
            ),
        ),
    )
