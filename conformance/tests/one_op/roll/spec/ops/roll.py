"""Elements moved along axes; those that leave at one end come in at the other (clause S2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from samebits.spec.call import AttributeValue
from samebits.spec.declare import Attribute, Op, same_format
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS
from samebits.spec.geometry import Refusal, shape_rule
from samebits.spec.landmarks import Draws, MoveCase, MoveLandmarks, Situation
from samebits.spec.shapes import AXES_REFUSED, Attributes, Shape, normalize_axes


@shape_rule(
    ["[*S]"],
    "[*S]",
    example=[(2, 3, 4)],
    attributes={"shifts": (3, -1), "axes": (2, 0)},
    refusals=(
        *(
            Refusal(r.rule, r.says, attributes={**r.attributes, "shifts": (1,) * n})
            for r, n in zip(AXES_REFUSED, (1, 1, 2, 2), strict=True)
        ),
        Refusal("S2.roll.2", "shifts for another number of axes", attributes={"shifts": (1,)}),
    ),
)
def roll(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """One operand; as many shifts as axes."""
    (shape,) = inputs
    axes = normalize_axes(op, attributes["axes"], len(shape))
    shifts = attributes["shifts"]
    if not isinstance(shifts, tuple) or len(shifts) != len(axes):
        raise SpecError(f"{op}: shifts={shifts!r} must be {len(axes)} integers, one for each axis")
    return (tuple(shape),)


OP = Op(
    name="roll",
    op_class="move",
    summary="x with its elements moved along axes, from the end to the beginning",
    operands=("x",),
    signatures=same_format(1, *FORMATS),
    shape_rule=roll,
    clauses=("A1", "S2"),
    profile="contract",
    attributes=(
        Attribute(
            "shifts",
            "how far elements move towards the end, one integer for each of `axes`",
            required=True,
            kind="integers",
            length="axes",
        ),
        Attribute("axes", "the axes in the order of `shifts`; None means all", kind="axes"),
    ),
)


def _cases() -> Iterator[MoveCase]:
    scenes: tuple[tuple[str, Shape, tuple[int, ...], tuple[int, ...] | None], ...] = (
        ("matrix", (4, 5), (1, 3), None),
        ("volume", (2, 3, 4), (-1, 5), (2, 0)),
        ("vector", (7,), (2,), (0,)),
    )
    for name, shape, shifts, axes in scenes:
        for mode, factor in (("forward", 1), ("backward", -1), ("around", 9)):
            moved = tuple(factor * s for s in shifts)
            situation = Situation(shape, {"shifts": moved, "axes": axes})
            whole, smoke = name != "vector", name == "matrix"
            yield MoveCase(f"{mode}/{name}", situation, everywhere=whole, smoke=smoke)
    for number, shift in enumerate((0, 7, -7, (1 << 53) - 1, 1 - (1 << 53))):
        situation = Situation((7,), {"shifts": (shift,), "axes": (-1,)})
        yield MoveCase(f"value/{number}", situation, everywhere=number < 2)
    edges: tuple[tuple[str, Shape, tuple[int, ...], tuple[int, ...] | None], ...] = (
        ("scalar", (), (), None),
        ("empty", (0, 3), (5, 1), None),
        ("nothing", (2, 3), (), ()),
        ("far", (1, 4), (3, 100), (0, 1)),
        ("none", (3, 0, 2), (1,), (2,)),
    )
    for name, shape, shifts, axes in edges:
        situation = Situation(shape, {"shifts": shifts, "axes": axes})
        yield MoveCase(f"shape/{name}", situation, everywhere=name == "scalar")


def _drawn(draws: Draws, shape_of: Callable[[int | None], Shape]) -> Situation:
    shape = shape_of(None)
    rank = len(shape)
    chosen = draws.sample(range(rank), draws.between(1, rank))
    shifts = tuple(draws.between(-2 * shape[a], 2 * shape[a]) for a in chosen)
    axes = tuple(a - rank if draws.chance(3) else a for a in chosen)
    return Situation(shape, {"shifts": shifts, "axes": axes})


def _apart(attributes: Attributes, rank: int) -> Iterator[int]:
    """The axes that are not rolled."""
    axes: AttributeValue = attributes["axes"]
    rolled = normalize_axes("roll", axes, rank)
    yield from (axis for axis in range(rank) if axis not in rolled)


LANDMARKS = MoveLandmarks(
    flag="axes",
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
    apart=_apart,
)
