"""A whole model at a tiny size: how it is made, its inputs, and its loss.

The modules with models in this folder have a dict `MODELS` of these objects by name.
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
    """A model: `make` draws its weights, and `inputs` draws the other arguments of `loss`."""

    make: Callable[[], nn.Module]
    inputs: Callable[[], tuple[Any, ...]]
    loss: Callable[..., Tensor]
    blocks: tuple[type[nn.Module], ...] = ()
    statistics: bool = True


def images(side: int, count: int = 3) -> Callable[[], tuple[Tensor, Tensor]]:
    """Return a function that draws images [count, 3, side, side] and their classes."""

    def draw() -> tuple[Tensor, Tensor]:
        return torch.randn(count, 3, side, side), torch.arange(count) % CLASSES

    return draw


def sentences(length: int, count: int = 3) -> Callable[[], tuple[Tensor]]:
    """Return a function that draws words [count, length]; all words are 3 or above."""

    def draw() -> tuple[Tensor]:
        return (torch.randint(3, WORDS, (count, length)),)

    return draw


def classified(model: nn.Module, x: Tensor, classes: Tensor) -> Tensor:
    """Return the cross entropy of logits [N, classes, ...], with label smoothing."""
    return functional.cross_entropy(model(x), classes, label_smoothing=0.1)


def next_words(model: nn.Module, words: Tensor) -> Tensor:
    """Return the cross entropy of predicting each next word, from logits [N, length, words]."""
    logits = model(words[:, :-1])
    return functional.cross_entropy(logits.flatten(0, 1), words[:, 1:].flatten())
