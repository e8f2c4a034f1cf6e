"""Updates that replace elements (clause T7): each place gets its last update.

A place is the position that an update is written to: an element or a row. This module has the shape
rules and graphs of scatter and index_put, and of their gradients. The updates are sorted by their
place. The sort is stable, so the last update of a place comes last among the updates of this place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.indexing import scatter_add
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, shape_rule
from samebits.spec.language.graph import Branch, Equals, Graph, Item, Join, Number, Ref, Sizes, node
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape
from samebits.spec.language.scalars import count, literal
from samebits.spec.language.shapes import AXIS_REFUSED
from samebits.spec.language.taps import Positions

_OUT_OF_RANGE = (
    Refusal("S2.3", "an index below 0", index=-1),
    Refusal("S2.3", "an index at the length of its axis", index=3),
)


def _places(attributes: Attributes, names: Names) -> Names:
    """Return the sizes P, the number of places, and U, the number of updates."""
    if "V" in names:
        return {"P": names["V"], "U": math.prod(names["S"])}
    places = math.prod((*names["A"], names["n"], *names["B"]))
    return {"P": places, "U": math.prod((*names["a"], names["m"], *names["b"]))}


@shape_rule(
    ["[*A, n, *B]", "[*a, m, *b]", "[*a, m, *b]"],
    "[*A, n, *B]",
    example=[(2, 3, 4), (2, 5, 3), (2, 5, 3)],
    attributes={"axis": 1},
    limits=[("a", "A"), ("b", "B")],
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "operands of rank 0", ((), (), ()), {"axis": 0}),
        Refusal("T7.9", "an index larger than prior", ((2, 3, 4), (2, 5, 5), (2, 5, 5))),
        Refusal("T7.9", "updates of another shape than the index", ((2, 3, 4), (2, 5, 3), (2, 5))),
        *_OUT_OF_RANGE,
    ),
    indices=(1, "n"),
    derived=_places,
)
def scatter(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take prior, and index and updates of the same shape; the result has the shape of prior.

    On axes other than `axis`, index and updates must not be larger than prior.
    """
    return scatter_add(op, attributes, inputs)


@shape_rule(
    ["[*A, n, *B]", "[*a, m, *b]"],
    "[*A, n, *B]",
    "[*a, m, *b]",
    example=[(2, 3, 4), (2, 5, 3)],
    attributes={"axis": 1},
    limits=[("a", "A"), ("b", "B")],
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "operands of rank 0", ((), ()), {"axis": 0}),
        Refusal("T7.9", "an index larger than the gradient", ((2, 3, 4), (2, 5, 5))),
        *_OUT_OF_RANGE,
    ),
    indices=(1, "n"),
    derived=_places,
)
def scatter_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the gradient of the result, and the index.

    The results are the gradients of prior and of updates.
    """
    gradient, index = inputs
    scatter_add(op, attributes, [gradient, index, index])
    return (tuple(gradient), tuple(index))


@shape_rule(
    ["[V, D]", "[*S]", "[*S, D]"],
    "[V, D]",
    example=[(3, 4), (2, 5), (2, 5, 4)],
    attributes={"accumulate": False},
    refusals=(
        Refusal("T7.9", "a prior that is no matrix", ((3,), (2, 5), (2, 5))),
        Refusal("T7.9", "updates of another width", ((3, 4), (2, 5), (2, 5, 3))),
        *_OUT_OF_RANGE,
    ),
    indices=(1, "V"),
    derived=_places,
)
def index_put(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take prior[V, D], an index of any shape S, and updates [*S, D]."""
    prior, index, updates = inputs
    if len(prior) != 2 or tuple(updates) != (*index, prior[1]):
        raise SpecError(
            f"{op}: operands must be [V, D], [*S] and [*S, D], got shapes {prior}, {index} and "
            f"{updates}"
        )
    return (tuple(prior),)


@shape_rule(
    ["[V, D]", "[*S]"],
    "[V, D]",
    "[*S, D]",
    example=[(3, 4), (2, 5)],
    attributes={"accumulate": False},
    refusals=(
        Refusal("T7.9", "a gradient that is no matrix", ((3,), (2, 5))),
        *_OUT_OF_RANGE,
    ),
    indices=(1, "V"),
    derived=_places,
)
def index_put_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of the result [V, D], and the index.

    The results are the gradients of prior and of updates.
    """
    gradient, index = inputs
    if len(gradient) != 2:
        raise SpecError(f"{op}: the gradient must be a matrix [rows, width], got {gradient}")
    return (tuple(gradient), (*index, gradient[1]))


def _latest() -> tuple[Item, ...]:
    """Return nodes for `taken` and `latest`, with one value for each of the P places.

    `goal` has the place of each of the U updates. `taken` is true if a place has an update, and
    `latest` is the index of its last update. If the updates are sorted by place and counted from 1,
    the position of a place's last update is the number of updates of all places up to this place.
    """
    return (
        Number("one", literal(1.0), to="i64"),
        Broadcast("ones", "one", "[U]"),
        node("terms", "gather_gradient", "ones", "goal", to="i64", axis=0, shape=Sizes("[P]")),
        Number("none", literal(0.0), to="i64"),
        node("taken", "gt", "terms", "none", to="bool"),
        node("ends", "cumsum", "terms", to="i64"),
        node("order", "argsort", "goal", to="i64"),
        Reshape("before_all", "none", "[1]"),
        Concatenate("from_one", ("before_all", "order"), 0),
        node("latest", "gather", "from_one", "ends", to="i64", axis=0),
    )


def _source() -> tuple[Item, ...]:
    """Return nodes for `source`: for each place, the index of its last update.

    For a place without an update it is U plus the index of the place.
    """
    return (
        *_latest(),
        Positions("place", "[P]"),
        Number("updates_in_all", count("u"), to="i64"),
        node("own", "add", "place", "updates_in_all", to="i64"),
        node("source", "where", "taken", "latest", "own", to="i64"),
    )


def _goals() -> tuple[Item, ...]:
    """Return nodes for `goal`: for each update, the row-major index of its place."""
    return (
        Positions("numbers", "[*A, n, *B]"),
        node("goals", "gather", "numbers", "index", to="i64", axis=Ref("axis")),
        Reshape("goal", "goals", "[U]"),
    )


_ROWS = Reshape("goal", "index", "[U]")
"""The node for `goal` if updates are rows: for each update, the index of its row."""

SCATTER = Graph(
    operands=("prior", "index", "updates"),
    nodes=(
        *_goals(),
        *_source(),
        Reshape("updates_flat", "updates", "[U]"),
        Reshape("prior_flat", "prior", "[P]"),
        Concatenate("both", ("updates_flat", "prior_flat"), 0),
        node("found", "gather", "both", "source", to="output", axis=0),
        Reshape("y", "found", "[*A, n, *B]"),
    ),
    results=("y",),
)

INDEX_PUT = Graph(
    operands=("prior", "index", "updates"),
    nodes=(
        _ROWS,
        Branch(
            Equals("accumulate", True),
            (
                Reshape("terms_added", "updates", "[U, D]"),
                node("sums", "index_add", "prior", "goal", "terms_added", to="output", axis=0),
            ),
            (Join("y", "sums", "found"),),
            (
                *_source(),
                Reshape("rows", "updates", "[U, D]"),
                Concatenate("both", ("rows", "prior"), 0),
                node("found", "index_select", "both", "source", to="output", axis=0),
            ),
        ),
    ),
    results=("y",),
)


def _stayed() -> tuple[Item, ...]:
    """Return nodes for `stayed`: for each update, whether it is the last update of its place."""
    return (
        node("of_goal", "gather", "latest", "goal", to="i64", axis=0),
        Positions("update", "[U]"),
        node("stayed", "eq", "of_goal", "update", to="bool"),
        Number("zero", literal(0.0)),
    )


SCATTER_GRADIENT = Graph(
    operands=("gradient", "index"),
    nodes=(
        *_goals(),
        *_latest(),
        *_stayed(),
        node("g", "cast", "gradient"),
        Reshape("flat", "g", "[P]"),
        node("kept", "where", "taken", "zero", "flat"),
        Reshape("kept_places", "kept", "[*A, n, *B]"),
        node("prior_gradient", "cast", "kept_places", to="output"),
        node("there", "gather", "flat", "goal", axis=0),
        node("passed", "where", "stayed", "there", "zero"),
        Reshape("passed_places", "passed", "[*a, m, *b]"),
        node("updates_gradient", "cast", "passed_places", to="output 1"),
    ),
    results=("prior_gradient", "updates_gradient"),
)

INDEX_PUT_GRADIENT = Graph(
    operands=("gradient", "index"),
    nodes=(
        _ROWS,
        node("g", "cast", "gradient"),
        node("there", "index_select", "g", "goal", axis=0),
        Branch(
            Equals("accumulate", True),
            (),
            (Join("of_prior", "g", "kept_rows"), Join("of_updates", "there", "passed_rows")),
            (
                *_latest(),
                *_stayed(),
                Reshape("taken_row", "taken", "[V, 1]"),
                node("kept_rows", "where", "taken_row", "zero", "g"),
                Reshape("stayed_row", "stayed", "[U, 1]"),
                node("passed_rows", "where", "stayed_row", "there", "zero"),
            ),
        ),
        node("prior_gradient", "cast", "of_prior", to="output"),
        Reshape("updates_places", "of_updates", "[*S, D]"),
        node("updates_gradient", "cast", "updates_places", to="output 1"),
    ),
    results=("prior_gradient", "updates_gradient"),
)

SHAPE_RULES = (scatter, scatter_gradient, index_put, index_put_gradient)
"""The shape rules of this module."""
