"""Bags of table rows, reduced by sum, mean or maximum, and their gradients (clause T8).

A bag is a row of indices. An index equal to `padding_index` is absent. Bags of different lengths
are padded with this index at the end. The tree of T8.1 over the present rows is then the same as
for the bag without padding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import Attributes, Refusal, Shape, fitted, shape_rule
from samebits.spec.language.graph import (
    Branch,
    Equals,
    Given,
    Graph,
    Item,
    Join,
    Number,
    Size,
    Sizes,
    node,
)
from samebits.spec.language.moves import Broadcast, Reshape, Slice
from samebits.spec.language.scalars import attribute, count, literal

FORMATS = ("f32", "f16", "bf16", "f64")

ADDING = ("sum", "mean")
"""The modes in which the rows of a bag are added."""

MODES = (*ADDING, "max")

ATTRIBUTES = (
    Attribute("mode", "how the rows of a bag are reduced", "mean", choices=MODES),
    Attribute(
        "padding_index",
        "places with this index are absent; it may be the number of no row",
        -1,
        kind="integer",
        unbounded=True,
    ),
)

_TABLE, _BAGS, _RESULT = "[V, D]", "[B, L]", "[B, D]"
_EXAMPLE: tuple[Shape, ...] = ((4, 3), (2, 5), (2, 5))
_USUAL: Attributes = {"mode": "sum", "padding_index": -1}
_INDICES = (
    Refusal("S2.3", "an index below 0", index=-2),
    Refusal("S2.3", "an index at the length of its axis", index=4),
)


def _refused(*before: Shape) -> tuple[Refusal, ...]:
    """Return examples of wrong operands.

    `before` has the shapes of the operands that precede the table.
    """
    table, bags = _EXAMPLE[:2]
    return (
        Refusal("T8.10", "weights of another shape than the bags", (*before, table, bags, (2, 4))),
        Refusal("T8.10", "bags without places", (*before, table, (2, 0), (2, 0))),
        Refusal("T8.10", "a table without rows", (*before, (0, 3), bags, bags)),
        Refusal("T8.10", "weights in a mean", attributes={"mode": "mean"}),
        Refusal("T8.10", "weights in a maximum", attributes={"mode": "max"}),
        *_INDICES,
    )


@shape_rule(
    [_TABLE, _BAGS, _BAGS],
    _RESULT,
    example=_EXAMPLE,
    attributes=_USUAL,
    refusals=_refused(),
    indices=(1, "V"),
    besides="padding_index",
)
def embedding_bag(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take weight[V, D] and index[B, L]; in mode sum also an optional weight for each index."""
    return (_checked(op, attributes, inputs, embedding_bag.operands),)


@shape_rule(
    [_RESULT, _TABLE, _BAGS, _BAGS],
    _TABLE,
    _BAGS,
    example=((2, 3), *_EXAMPLE),
    attributes=_USUAL,
    refusals=(
        *_refused((2, 3)),
        Refusal("T8.10", "a gradient of another shape", ((2, 4), *_EXAMPLE)),
    ),
    indices=(2, "V"),
    besides="padding_index",
)
def embedding_bag_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of the result, and the operands of the forward op.

    The results are the gradients of the table and of the weights of the indices.
    """
    _checked(op, attributes, inputs, embedding_bag_gradient.operands)
    return tuple(tuple(inputs[i]) for i in (1, 3) if i < len(inputs))


def _checked(
    op: str, attributes: Attributes, inputs: Sequence[Shape], patterns: Sequence[str]
) -> Shape:
    """Return the shape [B, D]. Raises SpecError for invalid shapes or attributes."""
    names = fitted(op, attributes, inputs, patterns)
    if not names["L"] or not names["V"]:
        raise SpecError(
            f"{op}: a bag needs at least one place, and the table at least one row, got"
            f" {list(inputs)}"
        )
    if len(inputs) == len(patterns) and attributes["mode"] != "sum":
        raise SpecError(
            f"{op}: weights of places are only allowed in mode sum, not in {attributes['mode']}"
        )
    return (names["B"], names["D"])


_OVER_PLACES: dict[str, Any] = {"axes": (1,), "keepdims": False}
_OVER_BAG: dict[str, Any] = {"axes": (-1,), "keepdims": True}


def _rows() -> tuple[Item, ...]:
    """Return nodes for the `rows` [B, L, D] of the table in the compute format.

    The nodes also compute `present_rows`, which is true for rows that are present.
    """
    return (
        Number("absent", attribute("padding_index"), to="like index"),
        node("present", "ne", "index", "absent", to="bool"),
        Number("first", literal(0.0), to="like index"),
        node("known", "where", "present", "index", "first", to="like index"),
        node("table", "cast", "weight"),
        node("rows", "embedding", "table", "known"),
        Reshape("present_rows", "present", "[B, L, 1]"),
    )


def _shown() -> tuple[Item, ...]:
    """Return nodes for `shown`: the rows, with -inf instead of each absent row."""
    return (
        Number("low", literal(float("-inf"))),
        node("shown", "where", "present_rows", "rows", "low"),
    )


def _number_of_rows() -> tuple[Item, ...]:
    """Return nodes for `many`: the number of present rows of each bag, as [B, 1]."""
    return (
        node("counted", "count_nonzero", "present", to="i64", **_OVER_BAG),
        node("many", "cast", "counted"),
    )


EMBEDDING_BAG = Graph(
    operands=("weight", "index", "place_weights"),
    nodes=(
        *_rows(),
        Branch(
            Given("place_weights"),
            (
                node("factors", "cast", "place_weights"),
                Reshape("factor", "factors", "[B, L, 1]"),
                node("weighted", "mul", "rows", "factor"),
            ),
            (Join("terms", "weighted", "rows"),),
        ),
        Number("zero", literal(0.0)),
        node("some", "any", "present", to="bool", **_OVER_BAG),
        Branch(
            Equals("mode", "max"),
            (
                *_shown(),
                node("greatest", "max", "shown", **_OVER_PLACES),
                node("found", "where", "some", "greatest", "zero"),
            ),
            (Join("last", "found", "of_sum"),),
            (
                Broadcast("there", "present_rows", "[B, L, D]"),
                node("total", "masked_sum", "terms", "there", **_OVER_PLACES),
                Branch(
                    Equals("mode", "mean"),
                    (
                        *_number_of_rows(),
                        node("mean", "div", "total", "many"),
                        node("mean_of_some", "where", "some", "mean", "zero"),
                    ),
                    (Join("of_sum", "mean_of_some", "total"),),
                ),
            ),
        ),
        node("y", "cast", "last", to="output"),
    ),
    results=("y",),
)


def _to_the_greatest() -> tuple[Item, ...]:
    """Return nodes for `of_greatest`: each gradient is added to the first present maximum.

    If the maximum is -inf, the first row with -inf may be absent. Then the gradient is added to the
    first present row.
    """
    return (
        *_shown(),
        node("first_greatest", "argmax", "shown", to="i64", **_OVER_PLACES),
        node("is_there", "gather", "present", "first_greatest", to="bool", axis=1),
        node("first_there", "argmax", "present", to="i64", **_OVER_BAG),
        node("place", "where", "is_there", "first_greatest", "first_there", to="i64"),
        node("row", "gather", "goal", "place", to="like index", axis=1),
        node("of_greatest", "gather_gradient", "g", "row", axis=0, shape=Sizes("[V + 1, D]")),
    )


def _to_every_row() -> tuple[Item, ...]:
    """Return nodes for `of_all`: the gradient of a bag is added to all its present rows.

    It is multiplied by the weight of the index; for a mean it is divided by the number of rows.
    """
    return (
        Branch(
            Equals("mode", "mean"),
            (*_number_of_rows(), node("part", "div", "g", "many")),
            (Join("of_bag", "part", "g"),),
        ),
        Reshape("of_place", "of_bag", "[B, 1, D]"),
        Branch(
            Given("place_weights"),
            (
                node("factors", "cast", "place_weights"),
                Reshape("factor", "factors", "[B, L, 1]"),
                node("weighted", "mul", "of_place", "factor"),
            ),
            (Join("contributions", "weighted", "repeated"),),
            (Broadcast("repeated", "of_place", "[B, L, D]"),),
        ),
        node("of_all", "embedding_gradient", "contributions", "goal", rows=Size("V + 1")),
    )


def _of_place_weights() -> Branch:
    """Return a branch for the gradient of the weights of the indices: row times gradient."""
    return Branch(
        Given("place_weights"),
        (
            Reshape("column", "g", "[B, D, 1]"),
            node("products", "bmm", "rows", "column"),
            Reshape("product", "products", "[B, L]"),
            Number("zero", literal(0.0)),
            node("chosen", "where", "present", "product", "zero"),
            node("of_places", "cast", "chosen", to="output 1"),
        ),
        (Join("place_weights_gradient", "of_places", None),),
    )


EMBEDDING_BAG_GRADIENT = Graph(
    operands=("gradient", "weight", "index", "place_weights"),
    nodes=(
        *_rows(),
        node("g", "cast", "gradient"),
        Number("behind", count("v"), to="like index"),
        node("goal", "where", "present", "index", "behind", to="like index"),
        Branch(
            Equals("mode", "max"),
            _to_the_greatest(),
            (Join("sums", "of_greatest", "of_all"),),
            _to_every_row(),
        ),
        Slice("of_rows", "sums", 0, 0, "V"),
        node("weight_gradient", "cast", "of_rows", to="output"),
        _of_place_weights(),
    ),
    results=("weight_gradient", "place_weights_gradient"),
)
"""The graph of both gradients. Gradients of absent rows go to an extra row, which is cut off."""
