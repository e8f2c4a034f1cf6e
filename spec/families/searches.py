"""The search for the positions of values among sorted boundaries: shape rule and graph (S3)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.graph import Branch, Equals, Graph, Join, Number, node
from samebits.spec.language.moves import Reshape
from samebits.spec.language.scalars import count
from samebits.spec.language.shapes import Attributes, Shape


@shape_rule(
    ["[*B, S]", "[*B, V]"],
    "[*B, V]",
    example=[(2, 5), (2, 3)],
    attributes={"right": False},
    refusals=(
        Refusal("S3.9", "boundaries of rank 0", ((), ())),
        Refusal("S3.9", "values of another rank", ((2, 5), (3,))),
        Refusal("S3.9", "values with another axis before the last", ((2, 5), (1, 3))),
    ),
)
def searchsorted(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take boundaries and values whose axes before the last one have equal sizes."""
    boundaries, values = inputs
    if not boundaries or not values or boundaries[:-1] != values[:-1]:
        raise SpecError(
            f"{op}: boundaries {boundaries} and values {values} must have the same axes before the"
            " last one"
        )
    return (values,)


SEARCH = Graph(
    operands=("boundaries", "values"),
    nodes=(
        Reshape("row", "boundaries", "[*B, 1, S]"),
        Reshape("column", "values", "[*B, V, 1]"),
        Branch(
            Equals("right", True),
            (node("is_above", "gt", "row", "column", to="bool"),),
            (Join("is_behind", "is_above", "is_not_below"),),
            (node("is_not_below", "ge", "row", "column", to="bool"),),
        ),
        node("behind", "count_nonzero", "is_behind", axes=(-1,), keepdims=False, to="i64"),
        Number("all", count("s"), to="i64"),
        node("place", "sub", "all", "behind", to="output"),
    ),
    results=("place",),
)
"""The graph that counts, for each value, the boundaries before it.

If `right` is true, boundaries equal to the value are also counted.
"""
