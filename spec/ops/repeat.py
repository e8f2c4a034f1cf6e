"""An operand repeated several times along every axis (clause S2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.by_axis import move
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.landmarks import Draws, MoveCase, MoveLandmarks, Situation
from samebits.spec.language.shapes import Attributes, Shape


def _counts(op: str, attributes: Attributes, rank: int) -> tuple[int, ...]:
    """Return the attribute `repeats`. Raises SpecError unless it has one integer per axis."""
    repeats = attributes["repeats"]
    if not isinstance(repeats, tuple) or len(repeats) != rank:
        raise SpecError(f"{op}: repeats={repeats!r} must be {rank} integers, one for each axis")
    return repeats


@shape_rule(
    ["[*S]"],
    "[*R]",
    example=[(2, 3)],
    attributes={"repeats": (3, 1)},
    sizes={"R": "S*repeats"},
    refusals=(
        Refusal("S2.repeat", "repeats for fewer axes", attributes={"repeats": (2,)}),
        Refusal("S2.repeat", "repeats for more axes", attributes={"repeats": (2, 1, 1)}),
    ),
)
def repeat(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take one operand; the size of each axis is multiplied by its integer in `repeats`."""
    (shape,) = inputs
    counts = _counts(op, attributes, len(shape))
    return (tuple(n * count for n, count in zip(shape, counts, strict=True)),)


OP = move(
    "repeat",
    "x repeated along every axis",
    repeat,
    (
        Attribute(
            "repeats",
            "number of repetitions, for each axis from the first on",
            required=True,
            kind="integers",
            least=0,
            length="rank",
        ),
    ),
)


def _cases() -> Iterator[MoveCase]:
    scenes: tuple[tuple[str, Shape, tuple[int, ...]], ...] = (
        ("both/matrix", (2, 3), (2, 2)),
        ("inner/matrix", (2, 3), (1, 3)),
        ("outer/matrix", (2, 3), (3, 1)),
        ("both/volume", (2, 1, 3), (2, 5, 3)),
        ("once/matrix", (4, 5), (1, 1)),
        ("shape/scalar", (), ()),
        ("shape/never", (2, 3), (1, 0)),
        ("shape/empty", (0, 3), (4, 2)),
        ("shape/one", (1,), (9,)),
    )
    for name, shape, counts in scenes:
        first = name == "both/matrix"
        yield MoveCase(name, Situation(shape, {"repeats": counts}), everywhere=first, smoke=first)


def _drawn(draws: Draws, shape_of: Callable[[int | None], Shape]) -> Situation:
    shape, counts, most = shape_of(None), [], 6  # bounds how many times larger the result is
    for _ in shape:
        count = draws.between(1, min(most, 3))
        most //= count
        counts.append(count)
    return Situation(shape, {"repeats": tuple(counts)})


LANDMARKS = MoveLandmarks(
    flag="moved-places",
    cases=tuple(_cases()),
    payloads=lambda n: Situation((n,), {"repeats": (2,)}),
    bulk=Situation((127, 89), {"repeats": (2, 3)}),
    laws=(Situation((7, 3, 5), {"repeats": (2, 1, 3)}), Situation((7, 11), {"repeats": (1, 4)})),
    large=(Situation((37, 1_031), {"repeats": (1, 3)}),),
    drawn=_drawn,
    beyond=lambda n: Situation((n,), {"repeats": (1,)}),
    apart=None,
)
