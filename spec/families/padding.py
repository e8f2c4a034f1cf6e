"""Shape rule of pad, and the widths that each of its modes allows (clause S2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.shapes import Attributes, Shape

MODES = ("constant", "reflect", "replicate", "circular")
"""The modes of padding; the first is the default."""


@shape_rule(
    ["[*S]"],
    "[*P]",
    example=[(2, 3)],
    attributes={"widths": (1, 2, 0, 4), "mode": "constant", "value": 0.0},
    sizes={"P": "before + S + after"},
    refusals=(
        Refusal("S2.pad.2", "widths for another rank", attributes={"widths": (1, 2)}),
        Refusal(
            "S2.pad.2",
            "a width above n - 1 for reflect",
            attributes={"mode": "reflect", "widths": (2, 0, 0, 0)},
        ),
        Refusal(
            "S2.pad.2",
            "a width above n for circular",
            attributes={"mode": "circular", "widths": (0, 0, 0, 4)},
        ),
        *(
            Refusal(
                "S2.pad.2",
                f"an empty axis padded by {mode}",
                ((0, 3),),
                {"mode": mode, "widths": (1, 0, 0, 0)},
            )
            for mode in MODES[1:]
        ),
    ),
)
def pad(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take one operand; the attribute `widths` has 2 * rank integers of at least 0.

    They are the widths before and after each axis, in the order of the axes.
    """
    (shape,) = inputs
    widths = attributes["widths"]
    if not isinstance(widths, tuple) or len(widths) != 2 * len(shape):
        raise SpecError(
            f"{op}: widths={widths!r} must be {2 * len(shape)} integers for shape {shape}: "
            "before and after each axis, from the first axis on"
        )
    for axis, size in enumerate(shape):
        _check_axis(op, str(attributes["mode"]), axis, size, widths[2 * axis : 2 * axis + 2])
    return (tuple(n + sum(widths[2 * i : 2 * i + 2]) for i, n in enumerate(shape)),)


def _check_axis(op: str, mode: str, axis: int, size: int, widths: Sequence[int]) -> None:
    most = {"reflect": size - 1, "circular": size, "replicate": None if size else 0}
    limit = most.get(mode)
    if limit is not None and max(widths) > max(limit, 0):
        raise SpecError(
            f"{op}: mode {mode} can pad axis {axis} of size {size} by at most {max(limit, 0)}, "
            f"got {tuple(widths)}"
        )
