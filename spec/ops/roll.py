"""Elements shifted along axes, wrapping around at the ends (clause S2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from samebits.spec.families.by_axis import (
    AXES,
    along,
    drawn_axes,
    kept_axes,
    move,
    numbers,
    refused,
)
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.landmarks import Draws, MoveCase, MoveLandmarks, Situation
from samebits.spec.language.shapes import Attributes, Shape


@shape_rule(
    ["[*S]"],
    "[*S]",
    example=[(2, 3, 4)],
    attributes={"shifts": (3, -1), "axes": (2, 0)},
    refusals=(
        *refused(shifts=1),
        Refusal("S2.roll.2", "shifts for another number of axes", attributes={"shifts": (1,)}),
    ),
)
def roll(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take one operand; the attribute `shifts` has one integer for each axis in `axes`."""
    (shape,) = inputs
    numbers(op, attributes, len(shape), "shifts")
    return (tuple(shape),)


OP = move(
    "roll",
    "x with its elements moved along axes, from the end to the beginning",
    roll,
    (
        along("shifts", "how far elements move towards the end, one for each of `axes`", None),
        AXES,
    ),
)


def _cases() -> Iterator[MoveCase]:
    scenes: tuple[tuple[str, Shape, tuple[int, ...], tuple[int, ...] | None], ...] = (
        ("matrix", (4, 5), (1, 3), None),
        ("volume", (2, 3, 4), (-1, 5), (2, 0)),
    )
    for name, shape, shifts, axes in scenes:
        for mode, factor in (("forward", 1), ("backward", -1), ("around", 9)):
            moved = tuple(factor * s for s in shifts)
            situation = Situation(shape, {"shifts": moved, "axes": axes})
            whole = name == "matrix" and factor == 1
            yield MoveCase(f"{mode}/{name}", situation, everywhere=whole, smoke=whole)
    for number, shift in enumerate((0, 7, -7, (1 << 53) - 1, 1 - (1 << 53))):
        situation = Situation((7,), {"shifts": (shift,), "axes": (-1,)})
        yield MoveCase(f"value/{number}", situation)
    edges: tuple[tuple[str, Shape, tuple[int, ...], tuple[int, ...] | None], ...] = (
        ("scalar", (), (), None),
        ("empty", (0, 3), (5, 1), None),
        ("nothing", (2, 3), (), ()),
        ("far", (1, 4), (3, 100), (0, 1)),
        ("none", (3, 0, 2), (1,), (2,)),
    )
    for name, shape, shifts, axes in edges:
        yield MoveCase(f"shape/{name}", Situation(shape, {"shifts": shifts, "axes": axes}))


def _drawn(draws: Draws, shape_of: Callable[[int | None], Shape]) -> Situation:
    shape = shape_of(None)
    chosen, axes = drawn_axes(draws, len(shape))
    shifts = tuple(draws.between(-2 * shape[a], 2 * shape[a]) for a in chosen)
    return Situation(shape, {"shifts": shifts, "axes": axes})


LANDMARKS = MoveLandmarks(
    flag="moved-places",
    cases=tuple(_cases()),
    payloads=lambda n: Situation((n,), {"shifts": (3,)}),
    bulk=Situation((257, 263), {"shifts": (-5, 100)}),
    laws=(
        Situation((7, 11, 5), {"shifts": (3, -1), "axes": (2, 0)}),
        Situation((7, 11), {"shifts": (4,), "axes": (1,)}),
    ),
    large=(Situation((37, 1_031), {"shifts": (300, 5), "axes": (1, 0)}),),
    drawn=_drawn,
    beyond=lambda n: Situation((n,), {"shifts": (-3,)}),
    apart=kept_axes("roll"),
)
