"""Repeat every element several times along axes (clause S2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import AttributeValue
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.landmarks import Draws, MoveCase, MoveLandmarks, Situation
from samebits.spec.language.shapes import AXES_REFUSED, Attributes, Shape, normalize_axes


@shape_rule(
    ["[*S]"],
    "[*P]",
    example=[(2, 3, 4)],
    attributes={"factors": (3, 2), "axes": (2, 0)},
    refusals=(
        *(
            Refusal(r.rule, r.says, attributes={**r.attributes, "factors": (1,) * n})
            for r, n in zip(AXES_REFUSED, (1, 1, 2, 2), strict=True)
        ),
        Refusal("S2.stretch.2", "factors for another number of axes", attributes={"factors": (1,)}),
    ),
)
def stretch(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Return the shape of the result. The op has one operand and one factor for each named axis."""
    (shape,) = inputs
    axes, factors = attributes["axes"], attributes["factors"]
    normalize_axes(op, axes, len(shape))
    named = axes if isinstance(axes, tuple) else tuple(range(len(shape)))
    if not isinstance(factors, tuple) or len(factors) != len(named):
        raise SpecError(
            f"{op}: factors={factors!r} must be {len(named)} integers, one for each axis"
        )
    sizes = list(shape)
    for axis, factor in zip(named, factors, strict=True):
        sizes[axis] *= factor
    return (tuple(sizes),)


OP = Op(
    name="stretch",
    op_class="move",
    summary="x with every element so many times behind itself along axes",
    operands=("x",),
    signatures=same_format(1, *FORMATS),
    shape_rule=stretch,
    clauses=("A1", "S2"),
    profile="nn",
    attributes=(
        Attribute(
            "factors",
            "how many times, one integer for each of `axes`",
            required=True,
            kind="integers",
            least=1,
            length="axes",
        ),
        Attribute("axes", "the axes in the order of `factors`; None means all", kind="axes"),
    ),
)


def _cases() -> Iterator[MoveCase]:
    scenes: tuple[tuple[str, Shape, tuple[int, ...], tuple[int, ...] | None], ...] = (
        ("matrix", (2, 3), (2, 3), None),
        ("volume", (2, 3, 2), (3, 2), (2, 0)),
        ("vector", (7,), (2,), (0,)),
    )
    for name, shape, factors, axes in scenes:
        for mode, more in (("once", 0), ("twice", 1)):
            given = tuple(factor + more for factor in factors)
            situation = Situation(shape, {"factors": given, "axes": axes})
            whole, smoke = name != "vector", name == "matrix"
            yield MoveCase(f"{mode}/{name}", situation, everywhere=whole, smoke=smoke)
    for number, factor in enumerate((1, 2, 9)):
        situation = Situation((5,), {"factors": (factor,), "axes": (-1,)})
        yield MoveCase(f"value/{number}", situation, everywhere=number < 2)
    edges: tuple[tuple[str, Shape, tuple[int, ...], tuple[int, ...] | None], ...] = (
        ("scalar", (), (), None),
        ("empty", (0, 3), (5, 1), None),
        ("nothing", (2, 3), (), ()),
        ("far", (1, 4), (3, 20), (0, 1)),
        ("none", (3, 0, 2), (2,), (2,)),
    )
    for name, shape, factors, axes in edges:
        situation = Situation(shape, {"factors": factors, "axes": axes})
        yield MoveCase(f"shape/{name}", situation, everywhere=name == "scalar")


def _drawn(draws: Draws, shape_of: Callable[[int | None], Shape]) -> Situation:
    shape = shape_of(None)
    rank = len(shape)
    chosen = draws.sample(range(rank), draws.between(1, min(rank, 2)))
    factors = tuple(draws.between(1, 2) for _ in chosen)
    axes = tuple(a - rank if draws.chance(3) else a for a in chosen)
    return Situation(shape, {"factors": factors, "axes": axes})


def _apart(attributes: Attributes, rank: int) -> Iterator[int]:
    """Yield the axes that are not stretched."""
    axes: AttributeValue = attributes["axes"]
    stretched = normalize_axes("stretch", axes, rank)
    yield from (axis for axis in range(rank) if axis not in stretched)


LANDMARKS = MoveLandmarks(
    flag="axes",
    cases=tuple(_cases()),
    payloads=lambda n: Situation((n,), {"factors": (2,)}),
    bulk=Situation((129, 131), {"factors": (2, 2)}),
    laws=(
        Situation((7, 5, 4), {"factors": (3, 2), "axes": (2, 0)}),
        Situation((7, 11), {"factors": (4,), "axes": (1,)}),
    ),
    large=(Situation((37, 1_031), {"factors": (2, 1), "axes": (1, 0)}),),
    drawn=_drawn,
    beyond=lambda n: Situation((n,), {"factors": (1,)}),
    apart=_apart,
)
