"""Padding of an array with constant, mirrored, repeated or wrapped elements (clause S2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from samebits.spec.families.padding import MODES, pad
from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.landmarks import Draws, MoveCase, MoveLandmarks, Situation
from samebits.spec.language.shapes import Shape

OP = Op(
    name="pad",
    op_class="move",
    summary="x with elements added before and after each axis",
    operands=("x",),
    signatures=same_format(1, *FORMATS),
    shape_rule=pad,
    clauses=("R5", "S2"),
    profile="contract",
    attributes=(
        Attribute(
            "widths",
            "elements before and after each axis, from the first axis on",
            required=True,
            kind="integers",
            least=0,
            length="2 * rank",
        ),
        Attribute("mode", "where the new elements come from (S2.pad.1)", MODES[0], choices=MODES),
        Attribute(
            "value",
            "the new elements of mode constant: a binary64 number, cast to the format of x (R5)",
            0.0,
            kind="real",
        ),
    ),
)

_MOST_GROWTH = 6.0
_SCENES: tuple[tuple[str, Shape, tuple[int, ...]], ...] = (
    ("matrix", (4, 5), (1, 3, 2, 0)),
    ("volume", (2, 3, 4), (0, 1, 2, 0, 3, 3)),
    ("vector", (7,), (6, 6)),
)
_EDGES: tuple[tuple[str, str, Shape, tuple[int, ...]], ...] = (
    ("scalar", "constant", (), ()),
    ("empty", "constant", (0,), (2, 1)),
    ("nothing", "replicate", (2, 3), (0, 0, 0, 0)),
    ("far", "replicate", (1,), (5, 4)),
    ("none", "circular", (0, 2), (0, 0, 1, 1)),
)


def _cases() -> Iterator[MoveCase]:
    for mode in MODES:
        for name, shape, widths in _SCENES:
            situation = Situation(shape, {"mode": mode, "widths": widths, "value": 1.5})
            whole, smoke = name != "vector", name == "matrix"
            yield MoveCase(f"{mode}/{name}", situation, everywhere=whole, smoke=smoke)
    for number, value in enumerate((-0.0, float("inf"), -1e300, 3.0000001, 2.0**-140, -200.75)):
        situation = Situation((1,), {"widths": (1, 0), "value": value})
        yield MoveCase(f"value/{number}", situation, everywhere=number < 4, zeros=True)
    for name, mode, shape, widths in _EDGES:
        situation = Situation(shape, {"mode": mode, "widths": widths})
        yield MoveCase(f"shape/{name}", situation, everywhere=name == "scalar")


def _drawn(draws: Draws, shape_of: Callable[[int | None], Shape]) -> Situation:
    shape = shape_of(None)
    mode = draws.choice(MODES)
    most = {"reflect": -1, "circular": 0}
    widths: list[int] = []
    grown = 1.0
    for n in shape:
        limit = min(3, n + most[mode]) if mode in most else 3
        pair = [draws.between(0, limit), draws.between(0, limit)]
        growth = (n + sum(pair)) / n
        if grown * growth > _MOST_GROWTH:  # many short axes, all padded, make a huge result
            pair, growth = [0, 0], 1.0
        widths += pair
        grown *= growth
    value = draws.between(-900, 900) / draws.between(7, 97)
    return Situation(shape, {"widths": tuple(widths), "mode": mode, "value": value})


LANDMARKS = MoveLandmarks(
    flag="padding-mode",
    cases=tuple(_cases()),
    payloads=lambda n: Situation((n,), {"widths": (2, 3), "mode": "replicate"}),
    bulk=Situation((251, 257), {"widths": (2, 1, 3, 0), "mode": "reflect", "value": 0.0}),
    laws=(
        Situation((7, 11, 5), {"widths": (0, 0, 2, 3, 4, 1), "mode": "reflect"}),
        Situation((7, 11), {"widths": (3, 2, 1, 9), "value": -1.5}),
    ),
    large=(Situation((37, 1_031), {"widths": (5, 7, 300, 1_001), "mode": "reflect"}),),
    drawn=_drawn,
    beyond=lambda n: Situation((n,), {"widths": (2, 3)}),
    apart=None,
)
