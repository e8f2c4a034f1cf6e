"""Elements in reverse order along axes (clause S2); the op is its own gradient."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from samebits.spec.families.by_axis import AXES, drawn_axes, kept_axes, move, numbers, refused
from samebits.spec.language.geometry import shape_rule
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Ref
from samebits.spec.language.landmarks import Draws, MoveCase, MoveLandmarks, Situation
from samebits.spec.language.shapes import Attributes, Shape


@shape_rule(["[*S]"], "[*S]", example=[(2, 3, 4)], attributes={"axes": (2, 0)}, refusals=refused())
def flip(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take one operand of any shape."""
    (shape,) = inputs
    numbers(op, attributes, len(shape))
    return (tuple(shape),)


OP = move(
    "flip",
    "x with the order of its elements reversed along axes",
    flip,
    (AXES,),
    gradients=(
        Gradient(
            operand="x",
            op="flip",
            inputs=(OF + "result",),
            attributes={"axes": Ref("axes")},
        ),
    ),
)


def _cases() -> Iterator[MoveCase]:
    scenes: tuple[tuple[str, Shape, tuple[int, ...] | None], ...] = (
        ("all/matrix", (4, 5), None),
        ("last/matrix", (4, 5), (-1,)),
        ("first/matrix", (4, 5), (0,)),
        ("some/volume", (2, 3, 4), (2, 0)),
        ("middle/volume", (2, 3, 4), (1,)),
        ("all/vector", (7,), None),
        ("shape/scalar", (), None),
        ("shape/empty", (0, 3), None),
        ("shape/nothing", (2, 3), ()),
        ("shape/one", (1, 4), (0,)),
        ("shape/none", (3, 0, 2), (2,)),
    )
    for name, shape, axes in scenes:
        first = name == "all/matrix"
        yield MoveCase(name, Situation(shape, {"axes": axes}), everywhere=first, smoke=first)


def _drawn(draws: Draws, shape_of: Callable[[int | None], Shape]) -> Situation:
    shape = shape_of(None)
    return Situation(shape, {"axes": drawn_axes(draws, len(shape))[1]})


LANDMARKS = MoveLandmarks(
    flag="moved-places",
    cases=tuple(_cases()),
    payloads=lambda n: Situation((n,)),
    bulk=Situation((257, 263)),
    laws=(Situation((7, 11, 5), {"axes": (2, 0)}), Situation((7, 11), {"axes": (1,)})),
    large=(Situation((37, 1_031), {"axes": (1, 0)}),),
    drawn=_drawn,
    beyond=lambda n: Situation((n,)),
    apart=kept_axes("flip"),
)
