"""PyTorch's pools and their gradients (clause G10)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from samebits.spec.language.call import Call

WINDOW = ("kernel_size", "stride", "padding")


def _named(call: Call, *names: str) -> dict[str, Any]:
    """Attributes that PyTorch calls as samebits does."""
    return {name: call.attributes[name] for name in names if name in call.attributes}


def max_pool(rank: int) -> Callable[..., Any]:
    """The extremes and their indices."""

    def form(torch: Any) -> Callable[..., Any]:
        pool = getattr(torch.nn.functional, f"max_pool{rank}d")

        def run(call: Call, x: Any) -> Any:
            given = _named(call, *WINDOW, "dilation", "ceil_mode")
            found, indices = pool(x, **given, return_indices=True)
            return found, indices

        return run

    return form


def adaptive_max_pool(rank: int) -> Callable[..., Any]:
    """The extremes of even parts and their indices."""

    def form(torch: Any) -> Callable[..., Any]:
        pool = getattr(torch.nn.functional, f"adaptive_max_pool{rank}d")

        def run(call: Call, x: Any) -> Any:
            found, indices = pool(x, call.attributes["output_size"], return_indices=True)
            return found, indices

        return run

    return form


def max_pool_gradient(torch: Any) -> Callable[..., Any]:
    """The gradient of taking the elements that the indices name."""

    def run(call: Call, gradient: Any, indices: Any) -> Any:
        sizes: Any = call.attributes["input_size"]
        n, c = gradient.shape[:2]
        with torch.enable_grad():
            x = gradient.new_zeros((n, c, math.prod(sizes)), requires_grad=True)
            taken = torch.gather(x, 2, indices.flatten(2).long())
            (found,) = torch.autograd.grad(taken, x, gradient.flatten(2))
        return found.reshape(n, c, *sizes)

    return run


def average_pool(rank: int) -> Callable[..., Any]:
    """The average of each window."""

    def form(torch: Any) -> Callable[..., Any]:
        return lambda call, x: _average(torch, rank, call, x, call.attributes["ceil_mode"])

    return form


def _average(torch: Any, rank: int, call: Call, x: Any, ceil_mode: Any) -> Any:
    pool = getattr(torch.nn.functional, f"avg_pool{rank}d")
    given = _named(call, *WINDOW, "count_include_pad", "divisor_override")
    return pool(x, **given, ceil_mode=ceil_mode)


def average_pool_gradient(rank: int) -> Callable[..., Any]:
    """The gradient by autograd, in the mode that has so many places."""

    def form(torch: Any) -> Callable[..., Any]:
        def run(call: Call, gradient: Any) -> Any:
            sizes: Any = call.attributes["input_size"]
            with torch.enable_grad():
                x = gradient.new_zeros((*gradient.shape[:2], *sizes), requires_grad=True)
                y = _average(torch, rank, call, x, True)
                if y.shape != gradient.shape:
                    y = _average(torch, rank, call, x, False)
                (found,) = torch.autograd.grad(y, x, gradient)
            return found

        return run

    return form


def adaptive_average_pool(rank: int) -> Callable[..., Any]:
    """The means of even parts."""

    def form(torch: Any) -> Callable[..., Any]:
        pool = getattr(torch.nn.functional, f"adaptive_avg_pool{rank}d")
        return lambda call, x: pool(x, call.attributes["output_size"])

    return form


def adaptive_average_pool_gradient(rank: int) -> Callable[..., Any]:
    """The gradient by autograd."""

    def form(torch: Any) -> Callable[..., Any]:
        pool = getattr(torch.nn.functional, f"adaptive_avg_pool{rank}d")

        def run(call: Call, gradient: Any) -> Any:
            sizes: Any = call.attributes["input_size"]
            with torch.enable_grad():
                x = gradient.new_zeros((*gradient.shape[:2], *sizes), requires_grad=True)
                (found,) = torch.autograd.grad(pool(x, gradient.shape[2:]), x, gradient)
            return found

        return run

    return form
