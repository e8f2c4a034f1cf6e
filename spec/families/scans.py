"""Scans along one axis (clause T6): the shape rule and the declaration of a scan."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.formats import INTEGER_FORMATS
from samebits.spec.language.declare import Attribute, Gradient, Op, Signature
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.shapes import AXIS_REFUSED, Attributes, Shape, normalize_axes
from samebits.spec.language.signatures import tree_signatures


@shape_rule(
    ["[*A, n, *B]"],
    "[*A, n, *B]",
    example=[(2, 3, 4)],
    attributes={"axis": 1},
    refusals=(*AXIS_REFUSED, Refusal("A1.3", "an operand of rank 0", ((),), {"axis": 0})),
)
def scan(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take one operand; the result has the same shape, with one element per prefix."""
    (shape,) = inputs
    normalize_axes(op, attributes["axis"], len(shape))
    return (tuple(shape),)


def scan_signatures() -> tuple[Signature, ...]:
    """Return the signatures of a scan.

    Floats have the signatures of a tree. Integers and bool have a result in i64, modulo 2^64.
    """
    return tree_signatures() + tuple(((f,), ("i64",)) for f in INTEGER_FORMATS)


def scan_op(name: str, summary: str, gradients: tuple[Gradient, ...] = ()) -> Op:
    """Return the declaration of a scan, which reduces every prefix by the tree of clause T1."""
    return Op(
        name=name,
        op_class="tree",
        summary=summary,
        operands=("x",),
        signatures=scan_signatures(),
        shape_rule=scan,
        clauses=("R4", "S1", "T1", "T6"),
        profile="reduce",
        attributes=(Attribute("axis", "the axis along which prefixes are taken", -1, kind="axis"),),
        gradients=gradients,
    )
