"""Gradients of reductions, scans, sorts and biases as PyTorch's autograd gives them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.torch_forms import Form, axes_of
from samebits.spec.language.call import Call

Forward = Callable[[Any, Call, Any], Any]
"""From `torch`, the call of the gradient and x to the result of the forward op."""


def of_shape(forward: Forward) -> Form:
    """The gradient where the operand is known by its attribute `shape` alone."""

    def form(torch: Any) -> Callable[..., Any]:
        def run(call: Call, gradient: Any) -> Any:
            x = gradient.new_zeros(call.attributes["shape"])
            return _gradient(torch, forward, call, gradient, x)

        return run

    return form


def of_operand(forward: Forward) -> Form:
    """The gradient at x."""
    return lambda torch: lambda call, g, x: _gradient(torch, forward, call, g, x)


def like_result(forward: Forward) -> Form:
    """The gradient of a linear op whose operand has the shape of its result."""
    return lambda torch: lambda call, g: _gradient(torch, forward, call, g, g * 0)


def _gradient(torch: Any, forward: Forward, call: Call, gradient: Any, x: Any) -> Any:
    with torch.enable_grad():
        leaf = x.detach().clone().requires_grad_()
        (found,) = torch.autograd.grad(forward(torch, call, leaf), leaf, gradient)
    return found


def _reduced(call: Call, x: Any) -> dict[str, Any]:
    return {"dim": axes_of(call, x), "keepdim": bool(call.attributes["keepdims"])}


def total(torch: Any, call: Call, x: Any) -> Any:
    """torch.sum."""
    return torch.sum(x, **_reduced(call, x)) if axes_of(call, x) else x.clone()


def mean(torch: Any, call: Call, x: Any) -> Any:
    """torch.mean."""
    return torch.mean(x, **_reduced(call, x)) if axes_of(call, x) else x.clone()


def variance(torch: Any, call: Call, x: Any) -> Any:
    """torch.var."""
    correction = call.attributes["correction"]
    if axes_of(call, x):
        return torch.var(x, correction=correction, **_reduced(call, x))
    return torch.var(x[..., None], dim=-1, correction=correction)


def product(torch: Any, call: Call, x: Any) -> Any:
    """torch.prod, one axis after the other."""
    axes = sorted(axis % x.dim() for axis in axes_of(call, x))
    for axis in reversed(axes):
        x = torch.prod(x, dim=axis, keepdim=bool(call.attributes["keepdims"]))
    return x.clone()


def cumulative_sum(torch: Any, call: Call, x: Any) -> Any:
    """torch.cumsum."""
    return torch.cumsum(x, call.attributes["axis"])


def ordered(torch: Any, call: Call, x: Any) -> Any:
    """torch.sort, stable."""
    given = {"dim": call.attributes["axis"], "descending": call.attributes["descending"]}
    return torch.sort(x, stable=True, **given).values


def linear(torch: Any) -> Callable[..., Any]:
    """The gradients of x and weight."""

    def run(call: Call, gradient: Any, x: Any, weight: Any) -> Any:
        with torch.enable_grad():
            leaves = [t.detach().clone().requires_grad_() for t in (x, weight)]
            return torch.autograd.grad(torch.nn.functional.linear(*leaves), leaves, gradient)

    return run


def linear_bias(torch: Any) -> Callable[..., Any]:
    """The sum over all axes but the last."""
    return lambda call, gradient: gradient.reshape(-1, gradient.shape[-1]).sum(0)


def conv_bias(torch: Any) -> Callable[..., Any]:
    """The sum over samples and places."""
    return lambda call, gradient: gradient.sum((0, *range(2, gradient.dim())))
