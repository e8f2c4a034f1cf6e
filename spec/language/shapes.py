"""Shape rules: functions from input shapes and attributes to output shapes.

Their errors name the op.
"""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError, SpecIndexError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import AttributeValue
from samebits.spec.language.geometry import (
    Attributes as Attributes,
    Refusal,
    Shape as Shape,
    ShapeRule as ShapeRule,
    shape_rule,
)


@shape_rule(["[*S]"], "[*S]", example=[(2, 3)], refusals=())
def elementwise(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take operands of the same shape.

    Callers broadcast operands first, as views with stride 0.
    """
    if len(set(inputs)) != 1:
        raise SpecError(
            f"{op}: operands must have one shape, got {list(inputs)}; broadcast them first"
        )
    return (tuple(inputs[0]),)


def normalize_axes(op: str, axes: AttributeValue, rank: int) -> tuple[int, ...]:
    """Return axes as sorted non-negative integers; None means all axes.

    Raises SpecError if an axis does not exist or occurs twice; the message names the op.
    """
    if axes is None:
        return tuple(range(rank))
    listed = axes if isinstance(axes, tuple) else (axes,)
    normal = []
    for axis in listed:
        if not isinstance(axis, int) or isinstance(axis, bool) or not -rank <= axis < rank:
            raise SpecIndexError(f"{op}: axis {axis!r} is out of range for an array of rank {rank}")
        normal.append(axis % rank)
    if len(set(normal)) != len(normal):
        raise SpecError(f"{op}: axes {listed} contain the same axis twice")
    return tuple(sorted(normal))


REDUCED: dict[str, AttributeValue] = {"axes": (1,), "keepdims": False}
"""The attributes in the examples of reductions."""

AXES_REFUSED = (
    Refusal("A1.4", "an axis beyond the rank", attributes={"axes": (3,)}),
    Refusal("A1.4", "an axis below minus the rank", attributes={"axes": (-4,)}),
    Refusal("A1.4", "an axis named twice", attributes={"axes": (1, 1)}),
    Refusal("A1.4", "an axis named from both ends", attributes={"axes": (0, -3)}),
)

AXIS_REFUSED = (
    Refusal("A1.3", "an axis beyond the rank", attributes={"axis": 3}),
    Refusal("A1.3", "an axis below minus the rank", attributes={"axis": -4}),
)


@shape_rule(["[*S]"], "[*R]", example=[(2, 3, 4)], attributes=REDUCED, refusals=AXES_REFUSED)
def reduction(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take an operand and the attributes `axes` (None means all axes) and `keepdims` (T2).

    A reduced axis disappears, or becomes 1 with `keepdims`.
    """
    (shape,) = inputs
    axes = normalize_axes(op, attributes["axes"], len(shape))
    if attributes["keepdims"]:
        return (tuple(1 if i in axes else n for i, n in enumerate(shape)),)
    return (tuple(n for i, n in enumerate(shape) if i not in axes),)


@shape_rule(
    ["[*S]"],
    "[*R]",
    example=[(2, 3, 4)],
    attributes=REDUCED,
    refusals=(
        *AXES_REFUSED,
        Refusal("T3.2", "a reduced axis of size 0", ((2, 0, 4),)),
        Refusal("T3.2", "a reduced axis of size 0 and no results", ((0, 0, 4),)),
        Refusal("T3.2", "all of an empty operand", ((2, 0, 4),), {"axes": None}),
    ),
)
def nonempty_reduction(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the operand of a reduction that has no value for zero elements (clause T3).

    A reduced axis must not be empty.
    """
    (shape,) = inputs
    if any(shape[i] == 0 for i in normalize_axes(op, attributes["axes"], len(shape))):
        raise SpecError(
            f"{op}: a reduction over an empty axis has no value, got shape {shape}; reduce only"
            " axes of size 1 or more"
        )
    return reduction(op, attributes, inputs)


@shape_rule(
    ["[*S]", "[*S]"],
    "[*R]",
    example=[(2, 3, 4), (2, 3, 4)],
    attributes=REDUCED,
    refusals=(
        *AXES_REFUSED,
        Refusal("T8.1", "a mask of another shape", ((2, 3, 4), (2, 1, 4))),
    ),
)
def masked_reduction(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x and a mask with the shape of x."""
    x, mask = inputs
    if x != mask:
        raise SpecError(f"{op}: the mask must have the shape {x} of x, got {mask}")
    return reduction(op, attributes, [x])


@shape_rule(
    ["[*A, n, *B]"],
    "[*A, n, *B]",
    example=[(2, 3, 4)],
    attributes={"axis": 1},
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "an operand of rank 0", ((),), {"axis": 0}),
        Refusal("G2.2", "an axis of size 0", ((2, 0, 4),)),
    ),
)
def same_as_input(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take an operand whose axis `axis` has size 1 or more; the result has the same shape."""
    (shape,) = inputs
    (axis,) = normalize_axes(op, attributes["axis"], len(shape))
    if shape[axis] == 0:
        raise SpecError(
            f"{op}: axis {axis} of shape {shape} is empty: the maximum of no elements is undefined;"
            " pass another axis"
        )
    return (tuple(shape),)


@shape_rule(
    ["[*A, n, *B]", "[*A, n, *B]"],
    "[*A, n, *B]",
    example=[(2, 3, 4), (2, 3, 4)],
    attributes={"axis": 1},
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "operands of rank 0", ((), ()), {"axis": 0}),
        Refusal("G7.1", "operands of two shapes", ((2, 3, 4), (2, 3, 1))),
        Refusal("G2.2", "an axis of size 0", ((2, 0, 4), (2, 0, 4))),
    ),
)
def gradient_along_axis(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take a gradient and a result of the same shape; the axis `axis` has size 1 or more."""
    gradient, result = inputs
    if gradient != result:
        raise SpecError(f"{op}: both operands must have one shape, got {gradient} and {result}")
    return same_as_input(op, attributes, [result])


@shape_rule(["[K]", "[K]"], "[]", example=[(3,), (3,)], refusals=())
def dot(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take two vectors of the same length; the result has rank 0."""
    a, b = inputs
    if len(a) != 1 or a != b:
        raise SpecError(f"{op}: needs two vectors of one length, got {a} and {b}")
    return ((),)


TRANSPOSES = tuple(
    Attribute(
        f"transpose_{name}",
        f"{name} is stored with its last two axes swapped",
        False,
        choices=(False, True),
    )
    for name in ("a", "b")
)
"""The attributes of matrix products: whether an operand is stored transposed."""

PLAIN = {attribute.name: False for attribute in TRANSPOSES}
"""The attributes in the examples of products."""


@shape_rule(
    ["[M, K]", "[K, N]", "[N]"],
    "[M, N]",
    example=[(2, 3), (3, 4), (4,)],
    attributes=PLAIN,
    refusals=(),
)
def matmul(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take a[M, K], b[K, N] and an optional bias[N].

    `transpose_a` and `transpose_b` state that the axes are stored in the opposite order.
    """
    return _matrix_product(op, attributes, inputs, rank=2)


@shape_rule(
    ["[B, M, K]", "[B, K, N]", "[N]"],
    "[B, M, N]",
    example=[(5, 2, 3), (5, 3, 4), (4,)],
    attributes=PLAIN,
    refusals=(),
)
def bmm(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take a[B, M, K], b[B, K, N] and an optional bias[N].

    `transpose_a` and `transpose_b` state that the last two axes are stored in the opposite order.
    """
    return _matrix_product(op, attributes, inputs, rank=3)


def _matrix_product(
    op: str, attributes: Attributes, inputs: Sequence[Shape], rank: int
) -> tuple[Shape, ...]:
    a, b = inputs[0], inputs[1]
    if len(a) != rank or len(b) != rank:
        raise SpecError(f"{op}: needs operands of rank {rank}, got shapes {a} and {b}")
    m, k = (a[-1], a[-2]) if attributes["transpose_a"] else (a[-2], a[-1])
    k2, n = (b[-1], b[-2]) if attributes["transpose_b"] else (b[-2], b[-1])
    if k != k2 or a[:-2] != b[:-2]:
        raise SpecError(
            f"{op}: inner or batch sizes differ: shapes {a} and {b} with {dict(attributes)}"
        )
    if len(inputs) == 3 and inputs[2] != (n,):
        raise SpecError(f"{op}: bias must have shape ({n},), got {inputs[2]}")
    return ((*a[:-2], m, n),)
