"""Zeros, with the elements of a slice at the positions from which slice copied them (clause S2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from samebits.spec.families.by_axis import AXES, along, drawn_axes, kept_axes, move, with_sizes
from samebits.spec.families.slices import slice_gradient
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.landmarks import Draws, MoveCase, MoveLandmarks, Situation
from samebits.spec.language.shapes import Shape

OP = move(
    "slice_gradient",
    "the elements of gradient from starts on, steps apart, along axes; +0 elsewhere",
    slice_gradient,
    (
        along("starts", "the first place on each of `axes`", least=0),
        along("steps", "from each place to the next", least=1),
        Attribute(
            "shape",
            "shape of the operand of slice, and so of the result",
            required=True,
            kind="integers",
            least=0,
            length="rank",
        ),
        AXES,
    ),
    operand="gradient",
)


def spread(
    given: Shape, shape: Shape, axes: tuple[int, ...] | None, *places: tuple[int, int]
) -> Situation:
    """Return a situation; `places` has (start, step) for each axis."""
    starts, steps = ([], []) if not places else zip(*places, strict=True)
    named = {"starts": tuple(starts), "steps": tuple(steps)}
    return Situation(given, {**named, "axes": axes, "shape": shape})


def _cases() -> Iterator[MoveCase]:
    first = spread((2, 3), (4, 5), None, (1, 1), (0, 2))
    yield MoveCase("part/matrix", first, everywhere=True, smoke=True)
    others = {
        "part/volume": spread((2, 4, 3), (3, 4, 7), (2, 0), (1, 2), (1, 1)),
        "part/inner": spread((3, 2), (3, 5), (-1,), (2, 1)),
        "part/outer": spread((2, 3), (5, 3), (0,), (1, 3)),
        "part/last": spread((1,), (9,), (0,), (8, 1)),
        "part/far": spread((1,), (9,), (0,), (2, (1 << 53) - 1)),
        "part/whole": spread((3, 2), (3, 2), None, (0, 1), (0, 1)),
        "part/odd": spread((4,), (8,), (0,), (1, 2)),
        "part/uneven": spread((3,), (8,), (0,), (0, 3)),
        "shape/scalar": spread((), (), None),
        "shape/empty": spread((0, 3), (4, 3), (0,), (2, 1)),
        "shape/behind": spread((0,), (4,), (0,), (4, 1)),
        "shape/none": spread((2, 0), (3, 0), (0,), (1, 1)),
        "shape/nothing": spread((2, 3), (2, 3), ()),
    }
    yield from (MoveCase(name, situation) for name, situation in others.items())


def _drawn(draws: Draws, shape_of: Callable[[int | None], Shape]) -> Situation:
    given = shape_of(None)
    chosen, axes = drawn_axes(draws, len(given))
    places, sizes, most = [], {}, 4  # bounds how many times larger the result is
    for axis in chosen:
        step = draws.between(1, min(most, 3))
        most //= step
        start = draws.below(2 + given[axis] // 9)
        places.append((start, step))
        sizes[axis] = start + (given[axis] - 1) * step + 1 + draws.below(2)
    return spread(given, with_sizes(given, sizes), axes, *places)


LANDMARKS = MoveLandmarks(
    flag="moved-places",
    cases=tuple(_cases()),
    payloads=lambda n: spread((n,), (n + 3,), None, (2, 1)),
    bulk=spread((256, 131), (257, 263), None, (1, 1), (1, 2)),
    laws=(
        spread((5, 11, 3), (7, 11, 5), (2, 0), (0, 2), (1, 1)),
        spread((7, 7), (7, 11), (1,), (4, 1)),
    ),
    large=(spread((36, 1_025), (37, 2_053), (1, 0), (3, 2), (1, 1)),),
    drawn=_drawn,
    beyond=lambda n: spread((n,), (n + 4,), None, (2, 1)),
    apart=kept_axes("slice_gradient"),
)
