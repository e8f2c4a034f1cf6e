"""Networks in ordinary PyTorch code, with which samebits.torch is measured."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional


class Residual(nn.Module):  # type: ignore[misc, unused-ignore]
    """Two 3 x 3 convolutions with a shortcut (He et al. 2015, arXiv 1512.03385, figure 2)."""

    def __init__(self, channels: int, out: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, out, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(out)
        self.second = nn.Conv2d(out, out, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(out)
        self.short: nn.Module = nn.Identity()
        if stride != 1 or channels != out:
            self.short = nn.Sequential(
                nn.Conv2d(channels, out, 1, stride, bias=False), nn.BatchNorm2d(out)
            )

    def forward(self, x: Tensor) -> Tensor:
        """Map [N, channels, H, W] to [N, out, H / stride, W / stride]."""
        y = functional.relu(self.norm1(self.first(x)))
        y = self.norm2(self.second(y))
        return functional.relu(y + self.short(x))


def resnet18(classes: int = 1000, width: int = 64) -> nn.Module:
    """Return ResNet-18 for images [N, 3, H, W].

    `width` is the number of channels in its first stage, 64 in the paper.
    """
    layers: list[nn.Module] = [
        nn.Conv2d(3, width, 7, 2, 3, bias=False),
        nn.BatchNorm2d(width),
        nn.ReLU(),
        nn.MaxPool2d(3, 2, 1),
    ]
    channels = width
    for stage in range(4):
        out = width << stage
        layers += [Residual(channels, out, 1 if stage == 0 else 2), Residual(out, out, 1)]
        channels = out
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, classes)]
    return nn.Sequential(*layers)


class Block(nn.Module):  # type: ignore[misc, unused-ignore]
    """Attention and two linear layers. The norms come first if `causal` is set, else last."""

    def __init__(self, width: int, heads: int, causal: bool, dropout: float) -> None:
        super().__init__()
        self.heads, self.causal, self.dropout = heads, causal, dropout
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        """Map [batch, tokens, width] to a tensor of the same shape."""
        if self.causal:
            x = x + self._dropped(self._attention(self.norm1(x)))
            return x + self._dropped(self._mlp(self.norm2(x)))
        x = self.norm1(x + self._attention(x))
        return self.norm2(x + self._mlp(x))

    def _attention(self, x: Tensor) -> Tensor:
        batch, tokens, width = x.shape
        q, k, v = self.qkv(x).view(batch, tokens, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = functional.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        result: Tensor = self.out(y.transpose(1, 2).reshape(batch, tokens, width))
        return result

    def _mlp(self, x: Tensor) -> Tensor:
        result: Tensor = self.down(functional.gelu(self.up(x)))
        return result

    def _dropped(self, x: Tensor) -> Tensor:
        return functional.dropout(x, self.dropout, self.training)


class Transformer(nn.Module):  # type: ignore[misc, unused-ignore]
    """A network from tokens [batch, length] to logits, or to hidden states if it is not causal."""

    def __init__(
        self,
        words: int,
        *,
        width: int,
        heads: int,
        layers: int,
        longest: int,
        causal: bool,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(longest, width)
        self.blocks = nn.ModuleList(Block(width, heads, causal, dropout) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, words, bias=False) if causal else None
        if self.head is not None:
            self.head.weight = self.words.weight

    def forward(self, tokens: Tensor) -> Tensor:
        """Return logits [batch, length, words] if causal, else states [batch, length, width]."""
        x = self.words(tokens) + self.places(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        x = self.norm(x)
        return x if self.head is None else self.head(x)


def digits_net() -> nn.Module:
    """Return a small convolutional network for images [N, 1, 8, 8]."""
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.BatchNorm2d(32),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.1),
        nn.Linear(128, 10),
    )


def inference(model: nn.Module, x: Tensor) -> Callable[[], object]:
    """Return a function that makes one forward pass in eval mode, without gradients."""
    model.eval()

    def run() -> object:
        with torch.inference_mode():
            return model(x)

    return run


def training(model: nn.Module, x: Tensor, target: Tensor) -> Callable[[], object]:
    """Return a function that makes one step of AdamW on the cross entropy of classes."""
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)

    def run() -> object:
        optimizer.zero_grad()
        y = model(x)
        loss = functional.cross_entropy(y.flatten(0, -2), target.flatten())
        loss.backward()
        optimizer.step()
        return loss.detach()

    return run
