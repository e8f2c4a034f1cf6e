"""Sizes of layers of well-known networks, in one table for all ops.

Kernels are tuned for these sizes: 64 channels, kernels of 7, heads of 80 numbers, 1,000 classes.
Images and batches are small, so that a layer has about a million multiplications. Sizes that decide
which code path a kernel takes are as large as in the network.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Convolution:
    """A convolution whose window has `taps` elements along each axis.

    `image` is the length of the image along each axis. `inside` and `outside` are the input and
    output channels of one group.
    """

    network: str
    groups: int
    inside: int
    outside: int
    taps: int
    image: int
    stride: int = 1
    padding: int = 0
    dilation: int = 1


CONVOLUTIONS = (
    Convolution("ResNet, first layer", 1, 3, 64, 7, 17, stride=2, padding=3),
    Convolution("ResNet, 3 x 3 of a block", 1, 64, 64, 3, 8, padding=1),
    Convolution("ResNet, 1 x 1 of a block", 1, 64, 128, 1, 16),
    Convolution("ResNeXt, 32 groups of 4", 32, 4, 4, 3, 8, padding=1),
    Convolution("MobileNet, depthwise", 64, 1, 1, 3, 16, stride=2, padding=1),
    Convolution("EfficientNet, depthwise", 48, 1, 1, 5, 16, padding=2),
    Convolution("ConvNeXt, depthwise", 96, 1, 1, 7, 14, padding=3),
    Convolution("DeepLab, dilation 6", 1, 16, 8, 3, 17, padding=6, dilation=6),
    Convolution("DeepLab, dilation 12", 1, 8, 16, 3, 27, padding=12, dilation=12),
    Convolution("ViT, patches", 1, 3, 24, 16, 32, stride=16),
    Convolution("U-Net, up by 2", 1, 32, 64, 2, 16, stride=2),
)


FEW_GROUPS = 64
"""Above this number of groups, a convolution of three axes gets only half of its groups."""


@dataclass(frozen=True, slots=True)
class Product:
    """`batch` products of a matrix [`rows`, `terms`] with a matrix [`terms`, `columns`].

    In ops without a batch, one such product.
    """

    network: str
    batch: int
    rows: int
    terms: int
    columns: int


PRODUCTS = (
    Product("a tile of every library", 2, 64, 64, 64),
    Product("Transformer, scores of heads", 8, 64, 32, 96),
    Product("BERT, feed-forward", 1, 96, 256, 384),
    Product("GPT, projection", 1, 256, 320, 256),
    Product("ViT, projection of 257 tokens", 1, 257, 192, 258),
)


@dataclass(frozen=True, slots=True)
class Heads:
    """Sizes of attention.

    `heads` is the number of key heads, `shared` the number of query heads for each key head, and
    `width` the number of elements of a head.
    """

    network: str
    samples: int
    heads: int
    shared: int
    queries: int
    keys: int
    width: int
    is_causal: bool


HEADS = (
    Heads("BERT, heads of 64", 1, 2, 1, 24, 40, 64, False),
    Heads("ViT, heads of 32", 1, 2, 1, 25, 25, 32, False),
    Heads("GPT, heads of 64", 1, 2, 1, 40, 40, 64, True),
    Heads("GPT-2.7B, heads of 80", 1, 1, 1, 12, 48, 80, True),
    Heads("Llama, heads of 128 that share keys", 1, 1, 4, 9, 36, 128, True),
    Heads("Llama, one new token", 1, 1, 2, 1, 270, 128, False),
)

ROWS = ((512, 512), (768, 256))
"""The shapes of activations of transformers: tokens and features."""

TALLEST = 768
"""The largest number of rows or features of a drawn activation; the smallest is 256."""

MATRIX = (64, 64)
"""The shape of parameters and activations if only their contents matter."""

NORMS = ((32, 8, 10), (64, 32, 6), (96, 1, 7))
"""Channels, number of groups, and image size along each axis, of norms."""

POOLS = ((64, 3, 2, 1, 16), (16, 2, 2, 0, 17), (8, 7, 7, 0, 14))
"""Channels, taps, stride, padding and image size of pools.

They are from ResNet, U-Net, and the end of a ResNet.
"""

CLASSES = ((16, 1000), (5, 2048))
"""Numbers of samples and classes: ImageNet, and a small vocabulary."""

VOCABULARY = (1000, 64, 96)
"""The number of rows of an embedding table, the elements of a row, and the number of tokens."""

CELLS = ((3, 4, 64, 64), (2, 16, 48, 96))
"""Numbers of steps, samples, features and hidden elements of recurrent layers."""

IMAGES = ((8, 16, 32), (16, 24, 12))
"""Channels, input size and output size along each axis, for resampling."""
