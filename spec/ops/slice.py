"""A part of an operand, with a step along each axis (clause S2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from samebits.spec.families.by_axis import AXES, along, drawn_axes, kept_axes, move
from samebits.spec.families.slices import sliced
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Ref, Sizes
from samebits.spec.language.landmarks import Draws, MoveCase, MoveLandmarks, Situation
from samebits.spec.language.shapes import Shape

OP = move(
    "slice",
    "the elements of x from starts to before stops, steps apart, along axes",
    sliced,
    (
        along("starts", "the first place on each of `axes`", least=0),
        along("stops", "the place behind the last one, at most the size of the axis", least=0),
        along("steps", "from each place to the next", least=1),
        AXES,
    ),
    gradients=(
        Gradient(
            operand="x",
            op="slice_gradient",
            inputs=(OF + "result",),
            attributes={
                "starts": Ref("starts"),
                "steps": Ref("steps"),
                "axes": Ref("axes"),
                "shape": Sizes("[*S]"),
            },
        ),
    ),
)


def part(shape: Shape, axes: tuple[int, ...] | None, *places: tuple[int, int, int]) -> Situation:
    """Return a situation; `places` has (start, stop, step) for each axis."""
    starts, stops, steps = ([], [], []) if not places else zip(*places, strict=True)
    named = {"starts": tuple(starts), "stops": tuple(stops), "steps": tuple(steps)}
    return Situation(shape, {**named, "axes": axes})


def _cases() -> Iterator[MoveCase]:
    yield MoveCase(
        "part/matrix", part((4, 5), None, (1, 3, 1), (0, 5, 2)), everywhere=True, smoke=True
    )
    whole = {
        "part/volume": part((3, 4, 7), (2, 0), (1, 6, 2), (1, 3, 1)),
        "part/inner": part((3, 5), (-1,), (2, 4, 1)),
        "part/outer": part((5, 3), (0,), (1, 5, 3)),
        "part/last": part((9,), (0,), (8, 9, 1)),
        "part/far": part((9,), (0,), (2, 9, (1 << 53) - 1)),
        "part/whole": part((3, 2), None, (0, 3, 1), (0, 2, 1)),
        "part/even": part((8,), (0,), (0, 8, 2)),
        "part/odd": part((8,), (0,), (1, 8, 2)),
        "part/uneven": part((8,), (0,), (0, 8, 3)),
        "shape/scalar": part((), None),
        "shape/empty": part((4, 3), (0,), (2, 2, 1)),
        "shape/behind": part((4,), (0,), (4, 4, 1)),
        "shape/none": part((3, 0), (0,), (1, 3, 1)),
        "shape/nothing": part((2, 3), ()),
    }
    yield from (MoveCase(name, situation) for name, situation in whole.items())


def _drawn(draws: Draws, shape_of: Callable[[int | None], Shape]) -> Situation:
    shape = shape_of(None)
    chosen, axes = drawn_axes(draws, len(shape))
    places = []
    for axis in chosen:
        start = draws.below(2 + shape[axis] // 9) % shape[axis]
        stop = shape[axis] - draws.below(1 + (shape[axis] - start) // 9)
        places.append((start, stop, draws.choice((1, 1, 1, 2, 3))))
    return part(shape, axes, *places)


LANDMARKS = MoveLandmarks(
    flag="moved-places",
    cases=tuple(_cases()),
    payloads=lambda n: part((n,), None, (0, n, 1)),
    bulk=part((257, 521), None, (1, 257, 1), (3, 521, 2)),
    laws=(
        part((7, 11, 5), (2, 0), (0, 5, 2), (1, 6, 1)),
        part((7, 11), (1,), (4, 11, 1)),
    ),
    large=(part((37, 2_053), (1, 0), (3, 2_053, 2), (1, 37, 1)),),
    drawn=_drawn,
    beyond=lambda n: part((n + 5,), None, (2, n + 4, 1)),
    apart=kept_axes("slice"),
)
