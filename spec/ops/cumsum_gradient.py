"""Gradient of cumsum (clause G12): a cumulative sum from the last element to the first."""

from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.moves import Broadcast, Reshape, Transpose
from samebits.spec.language.scalars import literal
from samebits.spec.language.shapes import same_as_input
from samebits.spec.language.taps import Positions, Taps

_LAST = "[*A, *B, n]"

OP = Op(
    name="cumsum_gradient",
    op_class="graph",
    summary="the sum T1 of the gradients at a place and behind it, the last first",
    operands=("gradient",),
    signatures=same_format(1, *FLOAT_FORMATS),
    shape_rule=same_as_input,
    clauses=("R4", "S1", "T1", "T6", "G1", "G12"),
    profile="nn",
    attributes=(Attribute("axis", "the axis of the cumsum", -1, kind="axis"),),
    graph=Graph(
        operands=("gradient",),
        nodes=(
            Transpose("lines", "gradient", "[*A, n, *B]", _LAST),
            Positions("numbers", "[n]"),
            Number("none", literal(0.0), to="i64"),
            Taps("backwards", ("numbers", "none"), "[n]", "1", "n - 1 - place"),
            Reshape("back", "backwards", "[n]"),
            Broadcast("index", "back", _LAST),
            node("reversed", "gather", "lines", "index", axis=-1, to="like gradient"),
            node("sums", "cumsum", "reversed", to="output"),
            node("in_order", "gather", "sums", "index", axis=-1, to="output"),
            Transpose("dx", "in_order", _LAST, "[*A, n, *B]"),
        ),
        results=("dx",),
    ),
)
