"""Ops that read an index tensor: signatures, shape rules, and the check of indices (S2, T7).

An index tensor has the format i32 or i64, and its indices count from 0. A negative index and an
index beyond the axis are errors. Indices do not wrap around and are not clamped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.spec.errors import SpecError, SpecIndexError
from samebits.spec.formats import FLOAT_FORMATS, FORMATS
from samebits.spec.language.call import AttributeValue
from samebits.spec.language.declare import Signature
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.shapes import AXIS_REFUSED, Attributes, Shape, normalize_axes

Array = np.ndarray[Any, Any]

INDEX_FORMATS = ("i64", "i32")
"""Formats of index tensors."""

ADDED_FORMATS = (*FLOAT_FORMATS, "i64", "i32", "i16", "i8", "u32", "u8")
"""The formats that ops such as scatter_add accept: all formats except bool."""


def indexed_signatures(
    formats: Sequence[str] = tuple(FORMATS), *, before: int = 1, after: int = 0
) -> tuple[Signature, ...]:
    """Return signatures of `before` operands, an index in i64 or i32, and `after` more operands.

    The result and all operands except the index have the same format.
    """
    return tuple(
        (((f,) * before + (i,) + (f,) * after), (f,)) for f in formats for i in INDEX_FORMATS
    )


def check_indices(op: str, index: Array, limit: int, besides: int | None = None) -> Array:
    """Return the index tensor as int64.

    `besides` is a value outside the range that is allowed; it does not refer to an element. Raises
    SpecError for any other value outside 0 .. limit - 1; the message names the first such value.
    """
    whole = np.asarray(index).astype(np.int64)
    bad = (whole < 0) | (whole >= limit)
    outside = np.flatnonzero(bad if besides is None else bad & (whole != besides))
    if outside.size:
        at = int(outside[0])
        raise SpecIndexError(
            f"{op}: index {int(whole.reshape(-1)[at])} at row-major position {at} is out of range "
            f"for size {limit}"
        )
    return whole


def the_axis(op: str, attributes: Attributes, rank: int) -> int:
    """Return the attribute `axis`, counted from 0. Raises SpecError for an array of rank 0."""
    (axis,) = normalize_axes(op, attributes["axis"], rank)
    return axis


def _out_of_range(limit: int) -> tuple[Refusal, ...]:
    """Return refusals of an index below and above its range."""
    return (
        Refusal("S2.3", "an index below 0", index=-1),
        Refusal("S2.3", "an index at the length of its axis", index=limit),
    )


@shape_rule(
    ["[*A, n, *B]", "[*a, m, *b]"],
    "[*a, m, *b]",
    example=[(2, 3, 4), (2, 5, 3)],
    attributes={"axis": 1},
    limits=[("a", "A"), ("b", "B")],
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "operands of rank 0", ((), ()), {"axis": 0}),
        Refusal("S2.gather", "an index larger than x", ((2, 3, 4), (2, 5, 5))),
        *_out_of_range(3),
    ),
    indices=(1, "n"),
)
def gather(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x and index of equal rank; the result has the shape of the index.

    On axes other than `axis`, the index must not be larger than x.
    """
    x, index = inputs
    _check_fits(op, the_axis(op, attributes, len(x)), x, index, "index")
    return (tuple(index),)


@shape_rule(
    ["[*A, n, *B]", "[m]"],
    "[*A, m, *B]",
    example=[(2, 3, 4), (5,)],
    attributes={"axis": 1},
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "an operand of rank 0", ((), (5,)), {"axis": 0}),
        *_out_of_range(3),
    ),
    indices=(1, "n"),
)
def index_select(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x and a vector of indices; along the axis, the result has one slice per index."""
    x, index = inputs
    axis = the_axis(op, attributes, len(x))
    _check_vector(op, index)
    return ((*x[:axis], index[0], *x[axis + 1 :]),)


@shape_rule(
    ["[V, D]", "[*S]"],
    "[*S, D]",
    example=[(3, 4), (2, 5)],
    refusals=_out_of_range(3),
    indices=(1, "V"),
)
def embedding(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take weight[V, D] and an index of any shape S; the result is [*S, D]."""
    weight, index = inputs
    if len(weight) != 2:
        raise SpecError(f"{op}: the weight must be a matrix [rows, width], got shape {weight}")
    return ((*index, weight[1]),)


@shape_rule(
    ["[*S]"],
    "[*S, classes]",
    example=[(2, 5)],
    attributes={"classes": 3},
    refusals=_out_of_range(3),
    indices=(0, "classes"),
)
def one_hot(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take an index of any shape S; the result is [*S, classes]."""
    (index,) = inputs
    return ((*index, natural(attributes["classes"])),)


@shape_rule(
    ["[*A, n, *B]", "[*a, m, *b]", "[*a, m, *b]"],
    "[*A, n, *B]",
    example=[(2, 3, 4), (2, 5, 3), (2, 5, 3)],
    attributes={"axis": 1},
    limits=[("a", "A"), ("b", "B")],
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "operands of rank 0", ((), (), ()), {"axis": 0}),
        Refusal("T7.4", "an index larger than prior", ((2, 3, 4), (2, 5, 5), (2, 5, 5))),
        *_out_of_range(3),
    ),
    indices=(1, "n"),
)
def scatter_add(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take prior, and index and updates of the same shape; the result has the shape of prior.

    On axes other than `axis`, index and updates must not be larger than prior.
    """
    prior, index, updates = inputs
    _check_fits(op, the_axis(op, attributes, len(prior)), prior, index, "index")
    _check_alike(op, index, updates, "updates")
    return (tuple(prior),)


@shape_rule(
    ["[*A, n, *B]", "[m]", "[*A, m, *B]"],
    "[*A, n, *B]",
    example=[(2, 3, 4), (5,), (2, 5, 4)],
    attributes={"axis": 1},
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "operands of rank 0", ((), (5,), ()), {"axis": 0}),
        *_out_of_range(3),
    ),
    indices=(1, "n"),
)
def index_add(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take prior, index[n], and updates with the shape of prior, but size n along the axis."""
    prior, index, updates = inputs
    axis = the_axis(op, attributes, len(prior))
    _check_vector(op, index)
    wanted = (*prior[:axis], index[0], *prior[axis + 1 :])
    if tuple(updates) != wanted:
        raise SpecError(
            f"{op}: updates must have shape {wanted} for prior {prior}, axis {axis} and "
            f"{index[0]} indices, got {updates}"
        )
    return (tuple(prior),)


@shape_rule(
    ["[*S, D]", "[*S]"],
    "[rows, D]",
    example=[(2, 5, 4), (2, 5)],
    attributes={"rows": 3, "padding_index": None},
    refusals=(
        Refusal("T7.6", "a padding_index at rows", attributes={"padding_index": 3}),
        *_out_of_range(3),
    ),
    indices=(1, "rows"),
)
def embedding_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take gradient[*S, D] and an index of shape S; the result is [rows, D]."""
    gradient, index = inputs
    if len(gradient) != len(index) + 1 or tuple(gradient[:-1]) != tuple(index):
        raise SpecError(
            f"{op}: the gradient must have the shape {index} of the index and one more axis, "
            f"got {gradient}"
        )
    rows = natural(attributes["rows"])
    padding = attributes["padding_index"]
    if padding is not None and natural(padding) >= rows:
        raise SpecError(f"{op}: padding_index={padding} is out of range for {rows} rows")
    return ((rows, gradient[-1]),)


@shape_rule(
    ["[*a, m, *b]", "[*a, m, *b]"],
    "[*A, n, *B]",
    example=[(2, 5, 3), (2, 5, 3)],
    attributes={"axis": 1, "shape": (2, 3, 4)},
    limits=[("a", "A"), ("b", "B")],
    refusals=(
        *AXIS_REFUSED,
        Refusal("T7.5", "an index larger than shape", ((2, 5, 5), (2, 5, 5))),
        Refusal("T7.5", "a shape of another rank", attributes={"shape": (2, 3)}),
        *_out_of_range(3),
    ),
    indices=(1, "shape[axis]"),
)
def gather_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take gradient and index of the same shape; the result has the shape `shape`.

    On axes other than `axis`, the operands must not be larger than `shape`.
    """
    gradient, index = inputs
    shape = full_shape(attributes)
    _check_fits(op, the_axis(op, attributes, len(shape)), shape, index, "index")
    _check_alike(op, index, gradient, "gradient")
    return (shape,)


def full_shape(attributes: Attributes) -> Shape:
    """Return the attribute `shape` as a tuple. The declaration has already checked its type."""
    shape = attributes["shape"]
    assert isinstance(shape, tuple)
    return shape


def natural(value: AttributeValue) -> int:
    """Return an attribute as an integer of at least 0. The declaration has already checked it."""
    assert isinstance(value, int)
    return value


def _check_vector(op: str, index: Shape) -> None:
    if len(index) != 1:
        raise SpecError(f"{op}: the index must be a vector, got shape {index}")


def _check_alike(op: str, index: Shape, other: Shape, name: str) -> None:
    if tuple(index) != tuple(other):
        raise SpecError(f"{op}: the {name} must have the shape {index} of the index, got {other}")


def _check_fits(op: str, axis: int, x: Shape, index: Shape, name: str) -> None:
    fits = len(index) == len(x) and all(
        n <= m for d, (n, m) in enumerate(zip(index, x, strict=True)) if d != axis
    )
    if not fits:
        raise SpecError(
            f"{op}: the {name} must have rank {len(x)}, and must not be larger than {x} on axes "
            f"other than {axis}, got shape {index}"
        )
