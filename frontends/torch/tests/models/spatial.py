"""A vision transformer, and a U-Net that classifies all pixels of an image."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from samebits.torch.tests.models.whole import CLASSES, Whole, classified, images


class Encoder(nn.Module):
    """Attention and two linear layers, with a norm before each (pre-norm)."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.norm, self.last = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, heads, dropout=0.1, batch_first=True)
        steps = nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(0.1), nn.Linear(2 * width, width)
        self.steps = nn.Sequential(*steps)

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        return x + self.steps(self.last(x))


class VisionTransformer(nn.Module):
    """A ViT (Dosovitskiy et al. 2020): patches of 8 x 8 pixels are words, with a class token."""

    def __init__(self, side: int, width: int) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, width, 8, 8)
        self.first = nn.Parameter(torch.zeros(1, 1, width))
        self.places = nn.Parameter(torch.empty(1, (side // 8) ** 2 + 1, width))
        nn.init.trunc_normal_(self.places, std=0.02)
        self.blocks = nn.Sequential(Encoder(width, 4), Encoder(width, 4))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.first.expand(len(x), -1, -1), x], 1) + self.places
        return self.head(self.norm(self.blocks(x))[:, 0])


def pair(inner: int, out: int) -> nn.Sequential:
    """Make two convolutions with group norm."""
    steps = nn.Conv2d(inner, out, 3, padding=1), nn.GroupNorm(2, out), nn.SiLU()
    return nn.Sequential(*steps, nn.Conv2d(out, out, 3, padding=1), nn.LeakyReLU(0.1))


class UNet(nn.Module):
    """A U-Net: pooling, a transposed convolution, an interpolation, and skip connections."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second, self.deep = pair(3, 6), pair(6, 8), pair(8, 12)
        self.up = nn.ConvTranspose2d(12, 8, 2, stride=2)
        self.back, self.last = pair(16, 8), pair(14, 6)
        self.head = nn.Conv2d(6, CLASSES, 1)

    def forward(self, x: Tensor) -> Tensor:
        first = self.first(x)
        second = self.second(functional.max_pool2d(first, 2))
        deep = self.deep(functional.avg_pool2d(second, 2))
        y = self.back(torch.cat([second, self.up(deep)], 1))
        y = functional.interpolate(y, scale_factor=2, mode="bilinear", align_corners=False)
        return self.head(self.last(torch.cat([first, y], 1)))


def places(side: int) -> tuple[Tensor, Tensor]:
    """Return images, and a class for each pixel."""
    return torch.randn(2, 3, side, side), torch.randint(0, CLASSES, (2, side, side))


MODELS = {
    "ViT": Whole(lambda: VisionTransformer(24, 16), images(24), classified, (Encoder,)),
    "U-Net": Whole(UNet, lambda: places(16), classified, (nn.Sequential,)),
}
