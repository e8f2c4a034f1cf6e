"""A whole model at a tiny size: how it is made, what it is given, and its loss.

Models stand in modules of their own beside this one, each with a dict `MODELS` by name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

CLASSES, WORDS = 5, 61


@dataclass(frozen=True, slots=True)
class Whole:
    """`make` draws the weights, `inputs` the arguments of `loss` after the model.

    `blocks` are the modules that checkpointing computes again. Where `statistics` is false, batch
    norm has its running ones when the model is held against PyTorch's: 53 layers of statistics of
    a few places magnify any rounding, PyTorch's own too.
    """

    make: Callable[[], nn.Module]
    inputs: Callable[[], tuple[Any, ...]]
    loss: Callable[..., Tensor]
    blocks: tuple[type[nn.Module], ...] = ()
    statistics: bool = True


def images(side: int, count: int = 3) -> Callable[[], tuple[Tensor, Tensor]]:
    """Draws images [count, 3, side, side] and their classes."""

    def draw() -> tuple[Tensor, Tensor]:
        return torch.randn(count, 3, side, side), torch.arange(count) % CLASSES

    return draw


def sentences(length: int, count: int = 3) -> Callable[[], tuple[Tensor]]:
    """Draws words [count, length], none of them below 3."""

    def draw() -> tuple[Tensor]:
        return (torch.randint(3, WORDS, (count, length)),)

    return draw


def classified(model: nn.Module, x: Tensor, classes: Tensor) -> Tensor:
    """The cross entropy of logits [N, classes, ...], with smoothed labels."""
    return functional.cross_entropy(model(x), classes, label_smoothing=0.1)


def next_words(model: nn.Module, words: Tensor) -> Tensor:
    """The cross entropy of each next word, from logits [N, length, words]."""
    logits = model(words[:, :-1])
    return functional.cross_entropy(logits.flatten(0, 1), words[:, 1:].flatten())
