"""Shape rule of unfold: the places of a window on an image (clause S2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.call import AttributeValue
from samebits.spec.errors import SpecError
from samebits.spec.shapes import Attributes, Shape


def unfold(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """x[N, C, H, W] to [N, C * kernel rows * kernel columns, places of the window]."""
    (shape,) = inputs
    if len(shape) != 4:
        raise SpecError(f"{op}: needs an operand [N, C, H, W], got shape {shape}")
    kernel = pair(op, "kernel_size", attributes["kernel_size"], 1)
    rows, columns = places(op, attributes, shape)
    return ((shape[0], shape[1] * kernel[0] * kernel[1], rows * columns),)


def places(op: str, attributes: Attributes, shape: Shape) -> tuple[int, int]:
    """Rows and columns of places: floor((size + 2 p - d (k - 1) - 1) / s) + 1 on each axis.

    Raises SpecError where the window is larger than the padded image.
    """
    found = []
    kernel = pair(op, "kernel_size", attributes["kernel_size"], 1)
    stride = pair(op, "stride", attributes["stride"], 1)
    padding = pair(op, "padding", attributes["padding"], 0)
    dilation = pair(op, "dilation", attributes["dilation"], 1)
    for size, k, s, p, d in zip(shape[2:], kernel, stride, padding, dilation, strict=True):
        room = size + 2 * p - d * (k - 1) - 1
        if room < 0:
            raise SpecError(
                f"{op}: a window of {k} taps, dilation {d}, does not fit {size} elements padded "
                f"by {p}"
            )
        found.append(room // s + 1)
    return found[0], found[1]


def pair(op: str, name: str, value: AttributeValue, least: int) -> tuple[int, int]:
    """An attribute of two integers, for rows and columns. Raises SpecError."""
    if isinstance(value, tuple) and len(value) == 2:
        first, second = value
        if all(not isinstance(v, bool) and v >= least for v in value):
            return first, second
    raise SpecError(f"{op}: {name}={value!r} must be two integers of at least {least}")
