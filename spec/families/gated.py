"""Gated linear units and their gradient: shape rules and graphs (clause G9)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.indexing import the_axis
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.graph import Graph, Item, Number, node
from samebits.spec.language.moves import Concatenate, Slice
from samebits.spec.language.scalars import literal
from samebits.spec.language.shapes import AXIS_REFUSED, Attributes, Shape

_UNIT, _HALF = "[*A, n, *B]", "[*A, n//2, *B]"
_ODD = Refusal("G9.7", "an odd size of the axis", ((2, 5, 3),))
_NO_AXIS = Refusal("A1.3", "an operand of rank 0", ((),), {"axis": 0})


def _halved(op: str, attributes: Attributes, shape: Shape) -> Shape:
    axis = the_axis(op, attributes, len(shape))
    if shape[axis] % 2:
        raise SpecError(f"{op}: axis {axis} of shape {shape} must have an even size")
    return (*shape[:axis], shape[axis] // 2, *shape[axis + 1 :])


@shape_rule(
    [_UNIT],
    _HALF,
    example=[(2, 6, 3)],
    attributes={"axis": 1},
    refusals=(*AXIS_REFUSED, _NO_AXIS, _ODD),
)
def glu(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x, whose size along the attribute `axis` is even; the result has half that size."""
    return (_halved(op, attributes, inputs[0]),)


@shape_rule(
    [_UNIT, "[*A, h, *B]"],
    _UNIT,
    example=[(2, 6, 3), (2, 3, 3)],
    attributes={"axis": 1},
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "operands of rank 0", ((), ()), {"axis": 0}),
        Refusal("G9.7", "an odd size of the axis", ((2, 5, 3), (2, 2, 3))),
        Refusal("G9.7", "a gradient of another shape", ((2, 6, 3), (2, 6, 3))),
    ),
)
def glu_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x and the gradient, whose size along the axis is half of x's size."""
    x, gradient = inputs
    if _halved(op, attributes, x) != gradient:
        raise SpecError(
            f"{op}: for x of shape {x} the gradient must have the shape"
            f" {_halved(op, attributes, x)}, got {gradient}"
        )
    return (x,)


_HALVES: tuple[Item, ...] = (
    node("wide", "cast", "x"),
    Slice("value", "wide", "axis", 0, "n//2"),
    Slice("gate", "wide", "axis", "n//2", "n"),
    node("opened", "sigmoid", "gate"),
)

GLU = Graph(
    operands=("x",),
    nodes=(
        *_HALVES,
        node("last", "mul", "value", "opened"),
        node("result", "cast", "last", to="output"),
    ),
    results=("result",),
)

GLU_GRADIENT = Graph(
    operands=("x", "gradient"),
    nodes=(
        *_HALVES,
        node("g", "cast", "gradient"),
        node("of_value", "mul", "g", "opened"),
        Number("one", literal(1.0)),
        node("rest", "sub", "one", "opened"),
        node("slope", "mul", "opened", "rest"),
        node("weighted", "mul", "g", "value"),
        node("of_gate", "mul", "weighted", "slope"),
        Concatenate("last", ("of_value", "of_gate"), "axis"),
        node("result", "cast", "last", to="output"),
    ),
    results=("result",),
)
