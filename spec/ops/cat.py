"""Operands joined along an axis (clause S2): a graph with one move."""

from __future__ import annotations

from samebits.spec.families.joins import MOST, NAMES, cat, part_of, together
from samebits.spec.formats import FORMATS
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Op, same_format

OP = Op(
    name="cat",
    op_class="graph",
    summary="the concatenation of operands of one format along one axis",
    operands=NAMES,
    optional_from=1,
    signatures=tuple(s for n in range(1, MOST + 1) for s in same_format(n, *FORMATS)),
    shape_rule=cat,
    clauses=("S2", "G1"),
    profile="nn",
    attributes=(Attribute("axis", "the axis of the concatenation", 0, kind="axis"),),
    graph=together,
    gradients=tuple(part_of(number) for number in range(MOST)),
    notes="To join more operands, use several calls: no bit changes.",
)
