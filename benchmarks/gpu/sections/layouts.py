"""Rows of elementwise ops on operands that are not contiguous, including the bias of a layer."""

from __future__ import annotations

from samebits.benchmarks.gpu.operands import (
    CHANNELS,
    COLUMN,
    ROW,
    SECOND_COLUMNS,
    TRANSPOSED,
    Operand,
)
from samebits.benchmarks.gpu.rows import Row, Sizes


def rows(sizes: Sizes) -> list[Row]:
    """Return rows of add with strided, transposed and broadcast operands.

    There are rows of exp with strided and with transposed operands.
    """
    shape = sizes.square
    plain = Operand(shape)
    spread, turned = Operand(shape, layout=SECOND_COLUMNS), Operand(shape, layout=TRANSPOSED)
    images = (4, *_images(sizes))
    return [
        Row("layouts", "add", (plain, Operand(shape, layout=ROW)), remark="the bias of a layer"),
        Row("layouts", "add", (plain, Operand(shape, layout=COLUMN))),
        Row(
            "layouts",
            "add",
            (Operand(images), Operand(images, layout=CHANNELS)),
            remark="the bias of a convolution",
        ),
        Row("layouts", "add", (plain, turned)),
        Row("layouts", "add", (spread, spread)),
        Row("layouts", "exp", (turned,)),
        Row("layouts", "exp", (spread,)),
    ]


def _images(sizes: Sizes) -> tuple[int, int, int]:
    """Return the channels, height and width of four images that contain all elements."""
    if sizes.is_full:
        return sizes.elements >> 20, 512, 512
    return max(1, sizes.elements >> 8), 8, 8
