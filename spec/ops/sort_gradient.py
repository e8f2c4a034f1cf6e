"""Gradient of sort (clause G12): each gradient returns to its element's original position."""

from samebits.spec.families.ordering import sort_gradient
from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.graph import Graph, Ref, Sizes, node

OP = Op(
    name="sort_gradient",
    op_class="graph",
    summary="at each place of x the gradient of the place to which the sort moved the element",
    operands=("gradient", "x"),
    signatures=same_format(2, *FLOAT_FORMATS),
    shape_rule=sort_gradient,
    clauses=("R4", "S1", "S3", "G1", "G12"),
    profile="nn",
    attributes=(
        Attribute("axis", "the axis of the sort", -1, kind="axis"),
        Attribute("descending", "the greatest element first", False, choices=(False, True)),
    ),
    graph=Graph(
        operands=("gradient", "x"),
        nodes=(
            node(
                "places", "argsort", "x", to="i64", axis=Ref("axis"), descending=Ref("descending")
            ),
            node(
                "dx",
                "gather_gradient",
                "gradient",
                "places",
                to="output",
                axis=Ref("axis"),
                shape=Sizes("[*A, n, *B]"),
            ),
        ),
        results=("dx",),
    ),
)
