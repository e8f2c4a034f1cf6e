"""PyTorch's norms and their gradients, which read statistics of the forward call as they are."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from samebits.spec.language.call import Call


def normalized_shape(call: Call, x: Any) -> list[int]:
    """The sizes of the axes from the attribute `axis` on."""
    return list(x.shape[int(str(call.attributes["axis"])) % x.dim() :])


def widened(*tensors: Any) -> tuple[Any, ...]:
    """Statistics in binary32 at least: PyTorch saves them in a 16-bit format for such an x."""
    return tuple(t.float() if t.element_size() == 2 else t for t in tensors)


def like(x: Any, *tensors: Any) -> tuple[Any, ...]:
    """Statistics in the format of x, as its backward functions want them."""
    return tuple(t.to(x.dtype) for t in tensors)


def layer_norm(torch: Any) -> Callable[..., Any]:
    """The function that torch.nn.functional.layer_norm calls, with its statistics."""

    def run(call: Call, x: Any, weight: Any = None, bias: Any = None) -> Any:
        shape = normalized_shape(call, x)
        y, mean, rstd = torch.ops.aten.native_layer_norm(
            x, shape, weight, bias, call.attributes["eps"]
        )
        kept = x.shape[: x.dim() - len(shape)]
        return (y, *widened(mean.reshape(kept), rstd.reshape(kept)))

    return run


def layer_norm_gradient(torch: Any) -> Callable[..., Any]:
    """What autograd calls for the gradient of a layer norm."""

    def run(call: Call, g: Any, x: Any, mean: Any, rstd: Any, weight: Any = None) -> Any:
        shape = normalized_shape(call, x)
        kept = (*x.shape[: x.dim() - len(shape)], *[1] * len(shape))
        saved = (t.reshape(kept).contiguous() for t in like(x, mean, rstd))
        wanted = [True, weight is not None, weight is not None]
        bias = None if weight is None else torch.zeros_like(weight)
        found = torch.ops.aten.native_layer_norm_backward(
            g.contiguous(), x.contiguous(), shape, *saved, weight, bias, wanted
        )
        return tuple(found)[: len(call.outputs)]

    return run


def rms_norm(torch: Any) -> Callable[..., Any]:
    """torch.nn.functional.rms_norm; its root is what it multiplies x = 1 by."""

    def run(call: Call, x: Any, weight: Any = None) -> Any:
        shape, eps = normalized_shape(call, x), call.attributes["eps"]
        if eps is None:
            eps = torch.finfo(torch.float32).eps
        y = torch.nn.functional.rms_norm(x, shape, weight, eps)
        (wide,) = widened(x)
        axes = tuple(range(x.dim() - len(shape), x.dim()))
        return y, torch.rsqrt(wide.pow(2).mean(axes) + eps)

    return run


def rms_norm_gradient(torch: Any) -> Callable[..., Any]:
    """The gradient of (x * r) * weight where r, whose value is given, depends on x."""

    def run(call: Call, g: Any, x: Any, rstd: Any, weight: Any = None) -> Any:
        (wide,) = widened(x)
        shape = normalized_shape(call, x)
        axes = tuple(range(x.dim() - len(shape), x.dim()))
        with torch.enable_grad():
            taken = [t.detach().requires_grad_() for t in (wide, weight) if t is not None]
            r = rstd.reshape(*rstd.shape, *[1] * len(shape))
            square = taken[0].pow(2).mean(axes, keepdim=True)
            root = r - r**3 / 2 * (square - square.detach())
            y = taken[0] * root * (1 if weight is None else taken[1])
            found = torch.autograd.grad(y, taken, g.to(y.dtype))
        return tuple(t.to(x.dtype) for t in found)

    return run


def group_norm(torch: Any) -> Callable[..., Any]:
    """The function that torch.nn.functional.group_norm calls, with its statistics.

    That of an instance norm has a group for each channel.
    """

    def run(call: Call, x: Any, weight: Any = None, bias: Any = None) -> Any:
        n, c, places = x.shape[0], x.shape[1], math.prod(x.shape[2:])
        groups, eps = call.attributes.get("num_groups", c), call.attributes["eps"]
        found = torch.ops.aten.native_group_norm(
            x.contiguous(), weight, bias, n, c, places, groups, eps
        )
        return (found[0], *widened(*found[1:]))

    return run


def group_norm_gradient(torch: Any) -> Callable[..., Any]:
    """What autograd calls for the gradient of a group norm."""

    def run(call: Call, g: Any, x: Any, mean: Any, rstd: Any, weight: Any = None) -> Any:
        n, c, places = x.shape[0], x.shape[1], math.prod(x.shape[2:])
        saved = (t.contiguous() for t in like(x, mean, rstd))
        wanted = [True, weight is not None, weight is not None]
        found = torch.ops.aten.native_group_norm_backward(
            g.contiguous(), x.contiguous(), *saved, weight, n, c, places,
            call.attributes.get("num_groups", c), wanted,
        )  # fmt: skip
        return tuple(found)[: len(call.outputs)]

    return run
