"""Rows of ResNet-50's convolutions in binary32."""

from __future__ import annotations

from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.rows import Row, Sizes

LAYERS = (  # channels, size, outputs, kernel, stride
    (64, 56, 64, 3, 1),
    (3, 224, 64, 7, 2),
    (128, 28, 128, 3, 1),
    (256, 14, 256, 3, 1),
    (512, 7, 512, 3, 1),
    (64, 56, 256, 1, 1),
    (64, 56, 64, 1, 1),
    (256, 56, 128, 1, 1),
    (1024, 14, 256, 1, 1),
    (512, 7, 2048, 1, 1),
)
BATCH = 256
"""The number of images. It is so large that a layer takes the GPU longer than the CPU."""

WINDOWS = 0.6
"""The target: 0.6 times the speed of cuDNN."""


def rows(sizes: Sizes) -> list[Row]:
    """Return one row for each layer.

    On the emulated device, images are smaller and layers have fewer channels.
    """
    return [_layer(sizes, *layer) for layer in LAYERS]


def _layer(sizes: Sizes, channels: int, size: int, outputs: int, kernel: int, stride: int) -> Row:
    batch = BATCH
    if not sizes.is_full:
        batch, size = 1, max(kernel, size // 8)
        channels, outputs = max(3, channels // 32), max(2, outputs // 32)
    padding = kernel // 2
    side = (size + 2 * padding - kernel) // stride + 1
    return Row(
        "convolutions",
        "conv2d",
        (Operand((batch, channels, size, size)), Operand((outputs, channels, kernel, kernel))),
        {"stride": (stride,) * 2, "padding": (padding,) * 2},
        flops=2.0 * batch * outputs * side * side * channels * kernel * kernel,
        least=WINDOWS,
    )
