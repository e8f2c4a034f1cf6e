"""Train a whole model for a few steps in one of several ways, and hash the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import SGD, Adam, AdamW, Optimizer, RMSprop
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR
from torch.utils._pytree import tree_map
from torch.utils.checkpoint import checkpoint

from samebits.torch import get_hash, reproducible
from samebits.torch.tests.models.whole import Whole


@dataclass(frozen=True, slots=True)
class Way:
    """A way to train a model."""

    optimizer: Callable[[Iterable[Tensor]], Optimizer]
    schedule: Callable[[Optimizer], Any] | None = None
    steps: int = 1
    most: float | None = None
    """The norm to which gradients are clipped. None means no clipping."""
    dtype: torch.dtype = torch.float32
    checkpointing: bool = False


_SGD = partial(SGD, lr=0.05, momentum=0.9, nesterov=True, weight_decay=1e-4)
_ADAM = partial(Adam, lr=0.01, amsgrad=True)

WAYS = {
    "AdamW": Way(partial(AdamW, lr=0.01)),
    "AdamW, checkpointing": Way(partial(AdamW, lr=0.01, foreach=True), checkpointing=True),
    "SGD, clipped, cosine": Way(_SGD, partial(CosineAnnealingLR, T_max=5), 2, most=0.5),
    "Adam, one cycle, bfloat16": Way(
        _ADAM, partial(OneCycleLR, max_lr=0.02, total_steps=9), 2, dtype=torch.bfloat16
    ),
    "RMSprop": Way(partial(RMSprop, lr=0.01, momentum=0.5, centered=True), steps=2),
}


def hash_of(whole: Whole, way: Way, device: str, threads: int, place: str = "cpu") -> str:
    """Train a new model in a block. Return a hash of losses, gradients, parameters and buffers.

    `place` is the PyTorch device of all tensors.
    """
    with reproducible(device, threads), torch.device(place):
        torch.manual_seed(0)
        model = whole.make().train()
        inputs = whole.inputs()
        if way.dtype is not torch.float32:
            model, inputs = model.to(way.dtype), in_dtype(inputs, way.dtype)
        if way.checkpointing:
            compute_again(model, whole.blocks)
        losses = trained(model, whole, inputs, way)
        gradients = {n: p.grad for n, p in model.named_parameters() if p.grad is not None}
        return get_hash({"losses": losses, "gradients": gradients, "model": model})


def trained(model: nn.Module, whole: Whole, inputs: tuple[Any, ...], way: Way) -> list[Tensor]:
    """Train a model, and return the loss of each step."""
    optimizer = way.optimizer(model.parameters())
    schedule = way.schedule(optimizer) if way.schedule else None
    losses = []
    for _ in range(way.steps):
        optimizer.zero_grad()
        loss = whole.loss(model, *inputs)
        loss.backward()
        if way.most is not None:
            nn.utils.clip_grad_norm_(model.parameters(), way.most)
        optimizer.step()
        if schedule is not None:
            schedule.step()
        losses.append(loss.detach())
    return losses


def compute_again(model: nn.Module, blocks: tuple[type[nn.Module], ...]) -> None:
    """Make the backward pass recompute the blocks of a model, including dropout."""
    if hasattr(model, "gradient_checkpointing_enable"):  # this call also turns off caches
        model.gradient_checkpointing_enable({"use_reentrant": False})
        return
    found = [module for module in model.modules() if isinstance(module, blocks)]
    assert found
    for block in found:
        block.forward = partial(checkpoint, block.forward, use_reentrant=False)


def ways_of(whole: Whole) -> dict[str, Way]:
    """Return the ways to train a model by name. Checkpointing needs a model with blocks."""
    return {n: way for n, way in WAYS.items() if whole.blocks or not way.checkpointing}


def in_dtype(inputs: Any, dtype: torch.dtype) -> Any:
    """Return the inputs with floating-point tensors converted to this dtype."""

    def converted(x: Any) -> Any:
        return x.to(dtype) if isinstance(x, Tensor) and x.is_floating_point() else x

    return tree_map(converted, inputs)


def distance(whole: Whole, device: str) -> float:
    """Return the distance of loss and gradients from PyTorch in binary64, without dropout.

    It is the maximum, over all tensors, of the largest difference divided by the largest element.
    If the largest element is below 1e-3 of the largest gradient, it is replaced by that value,
    because some gradients are sums that are exactly zero.
    """
    with reproducible(device):
        torch.manual_seed(0)
        model, inputs = whole.make().eval(), whole.inputs()
        for module in model.modules():
            if isinstance(module, nn.modules.batchnorm._BatchNorm):
                module.train(whole.statistics)
        plain = deepcopy(model).to(torch.float64)
        if hasattr(plain, "set_experts_implementation"):
            plain.set_experts_implementation("eager")  # the other implementations lack binary64
        found = _loss_and_gradients(model, whole, inputs)
    wanted = _loss_and_gradients(plain, whole, in_dtype(inputs, torch.float64))
    largest = max(float(x.abs().max()) for x in wanted[1:])
    return max(
        float((a - b).abs().max()) / max(float(b.abs().max()), 1e-3 * largest)
        for a, b in zip(found, wanted, strict=True)
    )


def _loss_and_gradients(model: nn.Module, whole: Whole, inputs: tuple[Any, ...]) -> list[Tensor]:
    loss = whole.loss(model, *inputs)
    loss.backward()
    return [loss.detach(), *(p.grad for p in model.parameters() if p.grad is not None)]
