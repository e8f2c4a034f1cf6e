"""The shape rule of unfold, which reads all positions of a window on an image (clause S2)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.shapes import Attributes, Shape


@shape_rule(
    ["[N, C, H, W]"],
    "[N, C*K*L, down*across]",
    example=[(2, 3, 5, 6)],
    attributes={
        "kernel_size": (2, 3),
        "stride": (1, 2),
        "padding": (1, 0),
        "dilation": (2, 1),
    },
    sizes={
        "K": "kernel_size[0]",
        "L": "kernel_size[1]",
        "down": "(H + 2*padding[0] - dilation[0]*(K - 1) - 1) // stride[0] + 1",
        "across": "(W + 2*padding[1] - dilation[1]*(L - 1) - 1) // stride[1] + 1",
    },
    refusals=(
        Refusal("S2.unfold.2", "a window that does not fit", attributes={"kernel_size": (2, 7)}),
    ),
)
def unfold(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[N, C, H, W]; the result is [N, C * kernel rows * kernel columns, window positions]."""
    (shape,) = inputs
    if len(shape) != 4:
        raise SpecError(f"{op}: needs an operand [N, C, H, W], got shape {shape}")
    kernel = pair(attributes, "kernel_size")
    rows, columns = places(op, attributes, shape)
    return ((shape[0], shape[1] * kernel[0] * kernel[1], rows * columns),)


def places(op: str, attributes: Attributes, shape: Shape) -> tuple[int, int]:
    """Return the numbers of rows and columns of window positions.

    On each axis, the number is floor((size + 2 p - d (k - 1) - 1) / s) + 1. Raises SpecError if the
    window is larger than the padded image.
    """
    found = []
    kernel = pair(attributes, "kernel_size")
    stride = pair(attributes, "stride")
    padding = pair(attributes, "padding")
    dilation = pair(attributes, "dilation")
    for size, k, s, p, d in zip(shape[2:], kernel, stride, padding, dilation, strict=True):
        room = size + 2 * p - d * (k - 1) - 1
        if room < 0:
            raise SpecError(
                f"{op}: a window of {k} taps, dilation {d}, does not fit into {size} elements "
                f"with padding {p}"
            )
        found.append(room // s + 1)
    return found[0], found[1]


def pair(attributes: Attributes, name: str) -> tuple[int, int]:
    """Return an attribute as two integers. The declaration has already checked it."""
    value = attributes[name]
    assert isinstance(value, tuple)
    first, second = value
    return first, second
