"""Slices along axes and their gradient: shape rules (clause S2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.by_axis import numbers, refused, with_sizes
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.shapes import Attributes, Shape


@shape_rule(
    ["[*S]"],
    "[*P]",
    example=[(2, 3, 7)],
    attributes={"starts": (1, 0), "stops": (6, 2), "steps": (2, 1), "axes": (2, 0)},
    refusals=(
        *refused(starts=0, stops=1, steps=1),
        Refusal("S2.slice.2", "starts for another number of axes", attributes={"starts": (1,)}),
        Refusal("S2.slice.2", "stops for another number of axes", attributes={"stops": (6,)}),
        Refusal("S2.slice.2", "steps for another number of axes", attributes={"steps": (1,)}),
        Refusal("S2.slice.2", "a stop before the start", attributes={"stops": (0, 2)}),
        Refusal("S2.slice.2", "a stop behind the axis", attributes={"stops": (8, 2)}),
    ),
)
def sliced(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take one operand; the result has the indices start, start + step, ... of each axis."""
    (shape,) = inputs
    named = numbers(op, attributes, len(shape), "starts", "stops", "steps")
    for axis, (start, stop, _) in named.items():
        if not start <= stop <= shape[axis]:
            raise SpecError(
                f"{op}: {start} to {stop} is out of bounds for axis {axis} of size {shape[axis]}"
            )
    sizes = {axis: len(range(*places)) for axis, places in named.items()}
    return (with_sizes(shape, sizes),)


@shape_rule(
    ["[*P]"],
    "[*shape]",
    example=[(2, 3, 3)],
    attributes={"starts": (1, 0), "steps": (2, 1), "axes": (2, 0), "shape": (2, 3, 7)},
    refusals=(
        *refused(starts=0, steps=1),
        Refusal(
            "S2.slice_gradient.2", "starts for another number of axes", attributes={"starts": (1,)}
        ),
        Refusal(
            "S2.slice_gradient.2", "steps for another number of axes", attributes={"steps": (1,)}
        ),
        Refusal("S2.slice_gradient.2", "a shape of another rank", attributes={"shape": (2, 3)}),
        Refusal(
            "S2.slice_gradient.2", "a shape with another size", attributes={"shape": (2, 4, 7)}
        ),
        Refusal("S2.slice_gradient.2", "a shape without the last", attributes={"shape": (2, 3, 5)}),
        Refusal(
            "S2.slice_gradient.2", "a shape without the start", ((2, 3, 0),), {"starts": (8, 0)}
        ),
    ),
)
def slice_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take a gradient; the result has the shape `shape`, which has an index for each element."""
    (given,), shape = inputs, attributes["shape"]
    if not isinstance(shape, tuple) or len(shape) != len(given):
        raise SpecError(f"{op}: shape={shape!r} must be {len(given)} integers")
    named = numbers(op, attributes, len(given), "starts", "steps")
    for axis, (n, size) in enumerate(zip(given, shape, strict=True)):
        if axis in named:
            start, step = named[axis]
            if start > size or (n and start + (n - 1) * step >= size):
                raise SpecError(
                    f"{op}: {n} places from {start} on with step {step} are out of bounds for "
                    f"axis {axis} of size {size}"
                )
        elif n != size:
            raise SpecError(f"{op}: axis {axis} has the size {size} in {shape}, got {given}")
    return (shape,)
