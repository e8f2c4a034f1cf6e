"""Operands joined along an axis: shape rule, graph and gradients (clause S2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.indexing import the_axis
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import Names, Refusal, shape_rule
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Graph, Ref, Sizes
from samebits.spec.language.moves import Concatenate
from samebits.spec.language.shapes import AXIS_REFUSED, Attributes, Shape

NAMES = ("a", "b", "c", "d")
"""The names of the operands."""

MOST = len(NAMES)
"""The maximal number of operands of a call."""

_SIZES = tuple(f"n{number}" for number in range(MOST))
"""The names of the operands' sizes along the axis."""


@shape_rule(
    [f"[*A, {size}, *B]" for size in _SIZES],
    "[*P]",
    example=[(2, 3, 4), (2, 1, 4), (2, 5, 4), (2, 2, 4)],
    attributes={"axis": 1},
    refusals=(
        *AXIS_REFUSED,
        Refusal("A1.3", "operands of rank 0", ((),) * MOST, {"axis": 0}),
        Refusal("S2.cat", "another size before the axis", ((2, 3, 4), (1, 1, 4)) * 2),
        Refusal("S2.cat", "another size behind the axis", ((2, 3, 4), (2, 1, 1)) * 2),
        Refusal("S2.cat", "another rank", ((2, 3, 4), (2, 3)) * 2),
    ),
)
def cat(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take operands whose shapes differ only along the attribute `axis`."""
    axis = the_axis(op, attributes, len(inputs[0]))
    beside = {(len(shape), shape[:axis], shape[axis + 1 :]) for shape in inputs}
    if len(beside) > 1:
        raise SpecError(f"{op}: shapes {list(inputs)} must only differ on axis {axis}")
    first = inputs[0]
    return ((*first[:axis], sum(shape[axis] for shape in inputs), *first[axis + 1 :]),)


def together(call: Call, sizes: Names) -> Graph:
    """Return a graph that joins the operands of a call in one move."""
    given = NAMES[: len(call.inputs)]
    return Graph(operands=given, nodes=(Concatenate("result", given, "axis"),), results=("result",))


def part_of(number: int) -> Gradient:
    """Return the gradient of an operand: the part of the result's gradient that belongs to it."""
    return Gradient(
        operand=NAMES[number],
        op="slice",
        inputs=(OF + "result",),
        attributes={
            "starts": Sizes(f"[{' + '.join(_SIZES[:number]) or '0'}]"),
            "stops": Sizes(f"[{' + '.join(_SIZES[: number + 1])}]"),
            "steps": (1,),
            "axes": Ref("axis"),
        },
    )
