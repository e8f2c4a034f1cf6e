"""PyTorch's grid_sample and its gradients (clause G13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.spec.language.call import Call


def _sampled(torch: Any, call: Call, x: Any, grid: Any) -> Any:
    return torch.nn.functional.grid_sample(x, grid, **call.attributes)


def forward(torch: Any) -> Callable[..., Any]:
    """torch.nn.functional.grid_sample."""
    return lambda call, x, grid: _sampled(torch, call, x, grid)


def gradient(torch: Any) -> Callable[..., Any]:
    """Its gradients by autograd."""

    def run(call: Call, g: Any, x: Any, grid: Any) -> Any:
        with torch.enable_grad():
            leaves = [each.detach().clone().requires_grad_() for each in (x, grid)]
            return torch.autograd.grad(_sampled(torch, call, *leaves), leaves, g)

    return run
