"""The elements that a window reads at each of its positions, as columns (clause S2)."""

from __future__ import annotations

from collections.abc import Callable

from samebits.spec.families.unfolding import unfold
from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.landmarks import Draws, MoveCase, MoveLandmarks, Situation
from samebits.spec.language.shapes import Shape

OP = Op(
    name="unfold",
    op_class="move",
    summary="for x[N, C, H, W] the taps of each window place; taps outside the image are +0",
    operands=("x",),
    signatures=same_format(1, *FORMATS),
    shape_rule=unfold,
    clauses=("S2",),
    profile="contract",
    attributes=(
        Attribute(
            "kernel_size",
            "rows and columns of the window",
            required=True,
            kind="integers",
            least=1,
            length=2,
        ),
        Attribute(
            "stride",
            "steps between places, down and across",
            (1, 1),
            kind="integers",
            least=1,
            length=2,
        ),
        Attribute(
            "padding",
            "rows and columns of +0 on every side of the image",
            (0, 0),
            kind="integers",
            least=0,
            length=2,
        ),
        Attribute(
            "dilation",
            "steps between taps, down and across",
            (1, 1),
            kind="integers",
            least=1,
            length=2,
        ),
    ),
)


def _case(
    name: str, shape: Shape, everywhere: bool = False, **windows: tuple[int, int]
) -> MoveCase:
    plain = {"stride": (1, 1), "padding": (0, 0), "dilation": (1, 1)}
    situation = Situation(shape, {**plain, **windows})
    smoke = name == "square"
    return MoveCase(f"window/{name}", situation, everywhere=everywhere, smoke=smoke)


def _drawn(draws: Draws, shape_of: Callable[[int | None], Shape]) -> Situation:
    kernel = (draws.between(1, 3), draws.between(1, 4))
    attributes = {
        name: (draws.between(least, 3), draws.between(least, 3))
        for name, least in (("stride", 1), ("padding", 0), ("dilation", 1))
    }
    n, c, *image = shape_of(4)
    reach = [d * (k - 1) + 1 for d, k in zip(attributes["dilation"], kernel, strict=True)]
    sizes = [max(size, least) for size, least in zip(image, reach, strict=True)]
    return Situation((n, c, *sizes), {"kernel_size": kernel, **attributes})


def _many(count: int) -> Situation:
    """Return a situation with a window of one tap, and at least `count` window positions."""
    side = 521
    return Situation((1, 1, side, -(-count // side) + 6), {"kernel_size": (1, 1)})


LANDMARKS = MoveLandmarks(
    flag="unfolding",
    cases=(
        _case("square", (2, 2, 5, 4), kernel_size=(2, 3), padding=(1, 2)),
        _case("stride", (1, 3, 7, 8), True, kernel_size=(3, 2), stride=(2, 3), padding=(1, 1)),
        _case("dilation", (1, 2, 7, 9), kernel_size=(2, 3), dilation=(3, 2)),
        _case(
            "all",
            (1, 1, 6, 5),
            True,
            kernel_size=(2, 2),
            stride=(3, 2),
            padding=(3, 4),
            dilation=(2, 3),
        ),
        _case("point", (2, 3, 2, 2), kernel_size=(1, 1)),
        _case("empty", (0, 2, 3, 3), kernel_size=(2, 2)),
    ),
    payloads=lambda n: Situation((1, 1, 1, n), {"kernel_size": (1, 2), "padding": (0, 1)}),
    bulk=Situation((1, 2, 65, 57), {"kernel_size": (3, 3), "padding": (1, 1)}),
    laws=(Situation((3, 5, 9, 11), {"kernel_size": (3, 2), "padding": (1, 1), "stride": (2, 1)}),),
    large=(Situation((3, 5, 61, 67), {"kernel_size": (3, 2), "padding": (1, 1)}),),
    drawn=_drawn,
    beyond=_many,
    apart=None,
)
