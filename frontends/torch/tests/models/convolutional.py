"""Convolutional networks for image classification: ResNet, VGG, MobileNetV3, ConvNeXt."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from samebits.torch.tests.models.whole import CLASSES, Whole, classified, images


def conv(inner: int, out: int, size: int, stride: int = 1, groups: int = 1) -> nn.Sequential:
    """Make a convolution without bias that keeps the image size at stride 1, and a batch norm."""
    layer = nn.Conv2d(inner, out, size, stride, size // 2, groups=groups, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(out))


class Residual(nn.Module):
    """A residual block: convolutions with ReLU in between, added to a shortcut (He et al. 2015)."""

    def __init__(self, inner: int, out: int, stride: int, bottleneck: bool) -> None:
        super().__init__()
        if bottleneck:
            narrow = out // 4
            steps = [conv(inner, narrow, 1), conv(narrow, narrow, 3, stride), conv(narrow, out, 1)]
        else:
            steps = [conv(inner, out, 3, stride), conv(out, out, 3)]
        self.steps = nn.ModuleList(steps)
        same = stride == 1 and inner == out
        self.short = nn.Identity() if same else conv(inner, out, 1, stride)

    def forward(self, x: Tensor) -> Tensor:
        y = x
        for step in self.steps[:-1]:
            y = functional.relu(step(y), inplace=True)
        y = self.steps[-1](y)
        y += self.short(x)
        return functional.relu(y, inplace=True)


def resnet(depths: Sequence[int], width: int, bottleneck: bool) -> nn.Sequential:
    """Make a ResNet: a stem, four stages of residual blocks, average pooling, a linear layer."""
    layers = [conv(3, width, 7, 2), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1)]
    inner = width
    for stage, depth in enumerate(depths):
        out = (width << stage) * (4 if bottleneck else 1)
        for number in range(depth):
            stride = 2 if stage and not number else 1
            layers.append(Residual(inner, out, stride, bottleneck))
            inner = out
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inner, CLASSES)]
    return nn.Sequential(*layers)


def vgg() -> nn.Sequential:
    """Make a VGG-11 (2014): 3 x 3 convolutions, pooling, and three linear layers with dropout."""
    layers: list[nn.Module] = []
    inner = 3
    for out, pooled in ((8, 1), (12, 1), (16, 0), (16, 1), (24, 0), (24, 1), (24, 0), (24, 1)):
        layers += [nn.Conv2d(inner, out, 3, padding=1), nn.ReLU(inplace=True)]
        layers += [nn.MaxPool2d(2, 2)] * pooled
        inner = out
    layers += [nn.AdaptiveAvgPool2d(2), nn.Flatten()]
    layers += [nn.Linear(4 * inner, 32), nn.ReLU(True), nn.Dropout(), nn.Linear(32, 32)]
    return nn.Sequential(*layers, nn.ReLU(True), nn.Dropout(), nn.Linear(32, CLASSES))


class Squeeze(nn.Module):
    """Squeeze and excitation: scale each channel by a function of the means of all channels."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.down, self.up = (nn.Conv2d(*c, 1) for c in ((channels, 8), (8, channels)))

    def forward(self, x: Tensor) -> Tensor:
        scale = functional.adaptive_avg_pool2d(x, 1)
        return x * functional.hardsigmoid(self.up(functional.relu(self.down(scale))))


class Inverted(nn.Module):
    """An inverted residual block: widen, depthwise, squeeze, narrow (MobileNetV3, 2019)."""

    def __init__(self, inner: int, wide: int, out: int, stride: int, hard: bool) -> None:
        super().__init__()
        active = nn.Hardswish if hard else nn.ReLU
        steps = [conv(inner, wide, 1), active(), conv(wide, wide, 5 if hard else 3, stride, wide)]
        self.steps = nn.Sequential(*steps, active(), Squeeze(wide), conv(wide, out, 1))
        self.added = stride == 1 and inner == out

    def forward(self, x: Tensor) -> Tensor:
        return x + self.steps(x) if self.added else self.steps(x)


def mobilenet() -> nn.Sequential:
    """Make a MobileNetV3 that has both kinds of blocks, with and without a stride."""
    return nn.Sequential(
        *(conv(3, 8, 3, 2), nn.Hardswish(), Inverted(8, 16, 8, 1, hard=False)),
        *(Inverted(8, 24, 12, 2, hard=False), Inverted(12, 24, 12, 1, hard=True)),
        *(conv(12, 24, 1), nn.Hardswish(), nn.AdaptiveAvgPool2d(1), nn.Flatten()),
        *(nn.Linear(24, 32), nn.Hardswish(), nn.Dropout(0.2), nn.Linear(32, CLASSES)),
    )


class ChannelNorm(nn.LayerNorm):
    """Layer norm over the channels of [N, C, H, W]."""

    def forward(self, x: Tensor) -> Tensor:
        return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class Next(nn.Module):
    """A block of ConvNeXt (2022): depthwise 7 x 7, linear layers over channels, a learnt scale."""

    def __init__(self, channels: int, dropped: float) -> None:
        super().__init__()
        self.depth = nn.Conv2d(channels, channels, 7, padding=3, groups=channels)
        self.norm = nn.LayerNorm(channels, eps=1e-6)
        self.up, self.down = nn.Linear(channels, 4 * channels), nn.Linear(4 * channels, channels)
        self.scale = nn.Parameter(torch.full((channels,), 0.1))
        self.dropped = dropped

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm(self.depth(x).permute(0, 2, 3, 1))
        y = (self.scale * self.down(functional.gelu(self.up(y)))).permute(0, 3, 1, 2)
        if self.training:  # stochastic depth: the branch is dropped for some images
            kept = torch.empty(len(x), 1, 1, 1, dtype=x.dtype).bernoulli_(1 - self.dropped)
            y = y * kept.div_(1 - self.dropped)
        return x + y


def convnext() -> nn.Sequential:
    """Make a ConvNeXt with three stages, and a norm before each reduction of the image size."""
    layers: list[nn.Module] = [nn.Conv2d(3, 8, 4, 4), ChannelNorm(8)]
    for channels in (8, 16):
        layers += [Next(channels, 0.1), ChannelNorm(channels)]
        layers.append(nn.Conv2d(channels, 2 * channels, 2, 2))
    layers += [Next(32, 0.2), nn.AdaptiveAvgPool2d(1), ChannelNorm(32), nn.Flatten()]
    return nn.Sequential(*layers, nn.Linear(32, CLASSES))


MODELS = {
    "ResNet-18": Whole(lambda: resnet((2, 2, 2, 2), 4, False), images(32), classified),
    "ResNet-50": Whole(
        lambda: resnet((3, 4, 6, 3), 4, True), images(32), classified, statistics=False
    ),
    "VGG-11": Whole(vgg, images(32), classified),
    "MobileNetV3": Whole(mobilenet, images(32), classified),
    "ConvNeXt": Whole(convnext, images(32), classified, (Next,)),
}
