"""Norms, and their gradients, which take the statistics of the forward call."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_forms import widened
from samebits.spec.language.call import Call


def normalized_shape(call: Call, x: Any) -> list[int]:
    """Return the sizes of the normalised axes, which begin at the attribute `axis`."""
    return list(x.shape[int(str(call.attributes["axis"])) % x.dim() :])


def _like(x: Any, *tensors: Any) -> tuple[Any, ...]:
    """Return the statistics in the format of x, as PyTorch's backward functions require."""
    return tuple(t.to(x.dtype) for t in tensors)


def _wanted(weight: Any) -> list[bool]:
    """Return flags for the gradients to compute: x, and weight and bias if there is a weight."""
    return [True, weight is not None, weight is not None]


def _layer_norm(torch: Any) -> Callable[..., Any]:
    """Return a function for ATen's native_layer_norm, which also returns the statistics."""

    def run(call: Call, x: Any, weight: Any = None, bias: Any = None) -> Any:
        shape = normalized_shape(call, x)
        y, mean, rstd = torch.ops.aten.native_layer_norm(
            x, shape, weight, bias, call.attributes["eps"]
        )
        kept = x.shape[: x.dim() - len(shape)]
        return (y, *widened(mean.reshape(kept), rstd.reshape(kept)))

    return run


def _layer_norm_gradient(torch: Any) -> Callable[..., Any]:
    """Return a function for the gradient of a layer norm, as autograd computes it."""

    def run(call: Call, g: Any, x: Any, mean: Any, rstd: Any, weight: Any = None) -> Any:
        shape = normalized_shape(call, x)
        kept = (*x.shape[: x.dim() - len(shape)], *[1] * len(shape))
        saved = (t.reshape(kept).contiguous() for t in _like(x, mean, rstd))
        wanted = _wanted(weight)
        bias = None if weight is None else torch.zeros_like(weight)
        found = torch.ops.aten.native_layer_norm_backward(
            g.contiguous(), x.contiguous(), shape, *saved, weight, bias, wanted
        )
        return tuple(found)[: len(call.outputs)]

    return run


def _rms_norm(torch: Any) -> Callable[..., Any]:
    """Return a function for rms_norm that also returns the reciprocal square root."""

    def run(call: Call, x: Any, weight: Any = None) -> Any:
        shape, eps = normalized_shape(call, x), call.attributes["eps"]
        if eps is None:
            eps = torch.finfo(torch.float32).eps
        y = torch.nn.functional.rms_norm(x, shape, weight, eps)
        (wide,) = widened(x)
        axes = tuple(range(x.dim() - len(shape), x.dim()))
        return y, torch.rsqrt(wide.pow(2).mean(axes) + eps)

    return run


def _rms_norm_gradient(torch: Any) -> Callable[..., Any]:
    """Return a function for the gradient of (x * r) * weight, where r depends on x.

    The value of r is an operand.
    """

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


def _group_norm(torch: Any) -> Callable[..., Any]:
    """Return a function for ATen's native_group_norm, which also returns the statistics.

    An instance norm is a group norm with one group for each channel.
    """

    def run(call: Call, x: Any, weight: Any = None, bias: Any = None) -> Any:
        n, c, places = x.shape[0], x.shape[1], math.prod(x.shape[2:])
        groups, eps = call.attributes.get("num_groups", c), call.attributes["eps"]
        found = torch.ops.aten.native_group_norm(
            x.contiguous(), weight, bias, n, c, places, groups, eps
        )
        return (found[0], *widened(*found[1:]))

    return run


def _group_norm_gradient(torch: Any) -> Callable[..., Any]:
    """Return a function for the gradient of a group norm, as autograd computes it."""

    def run(call: Call, g: Any, x: Any, mean: Any, rstd: Any, weight: Any = None) -> Any:
        n, c, places = x.shape[0], x.shape[1], math.prod(x.shape[2:])
        saved = (t.contiguous() for t in _like(x, mean, rstd))
        wanted = _wanted(weight)
        found = torch.ops.aten.native_group_norm_backward(
            g.contiguous(), x.contiguous(), *saved, weight, n, c, places,
            call.attributes.get("num_groups", c), wanted,
        )  # fmt: skip
        return tuple(found)[: len(call.outputs)]

    return run


def _batch_norm(torch: Any) -> Callable[..., Any]:
    """Return a function for a training step of torch.nn.BatchNorm.

    The step changes copies of the running statistics.
    """

    def run(
        call: Call, x: Any, weight: Any = None, bias: Any = None,
        mean: Any = None, var: Any = None, count: Any = None,
    ) -> Any:  # fmt: skip
        factor, eps, kept = call.attributes["momentum"], call.attributes["eps"], []
        if count is not None:
            kept = [mean.clone(), var.clone(), count + 1]
            factor = 1.0 / float(kept[2]) if factor is None else factor
        given = kept[:2] or [None, None]
        found = torch.ops.aten.native_batch_norm(x, weight, bias, *given, True, factor or 0.0, eps)
        return (found[0], *widened(*found[1:]), *kept)

    return run


def _batch_norm_gradient(torch: Any) -> Callable[..., Any]:
    """Return a function for the gradient of a batch norm in training, as autograd computes it."""

    def run(call: Call, g: Any, x: Any, mean: Any, rstd: Any, weight: Any = None) -> Any:
        wanted = _wanted(weight)
        found = torch.ops.aten.native_batch_norm_backward(
            g, x, weight, None, None, *_like(x, mean, rstd), True, 0.0, wanted
        )
        return tuple(found)[: len(call.outputs)]

    return run


def _batch_norm_inference(torch: Any) -> Callable[..., Any]:
    """Return a function for torch.nn.functional.batch_norm in inference."""

    def run(call: Call, x: Any, mean: Any, var: Any, weight: Any = None, bias: Any = None) -> Any:
        function, eps = torch.nn.functional.batch_norm, call.attributes["eps"]
        return function(x, mean, var, weight, bias, False, 0.0, eps)

    return run


def _batch_norm_inference_gradient(torch: Any) -> Callable[..., Any]:
    """Return a function for the gradient of a batch norm in inference, as autograd computes it."""

    def run(call: Call, g: Any, x: Any, mean: Any, var: Any, weight: Any = None) -> Any:
        wanted, eps = _wanted(weight), call.attributes["eps"]
        found = torch.ops.aten.native_batch_norm_backward(
            g, x, weight, mean, var, None, None, False, eps, wanted
        )
        found = tuple(found)[: len(call.outputs)]
        return found if len(found) > 1 else found[0]

    return run


PEERS: Mapping[str, Peers] = {
    "layer_norm": Peers(numpy=None, torch=_layer_norm, torch_into=None),
    "layer_norm_gradient": Peers(numpy=None, torch=_layer_norm_gradient, torch_into=None),
    "rms_norm": Peers(numpy=None, torch=_rms_norm, torch_into=None),
    "rms_norm_gradient": Peers(numpy=None, torch=_rms_norm_gradient, torch_into=None),
    "group_norm": Peers(numpy=None, torch=_group_norm, torch_into=None),
    "group_norm_gradient": Peers(numpy=None, torch=_group_norm_gradient, torch_into=None),
    "instance_norm": Peers(numpy=None, torch=_group_norm, torch_into=None),
    "instance_norm_gradient": Peers(numpy=None, torch=_group_norm_gradient, torch_into=None),
    "batch_norm": Peers(numpy=None, torch=_batch_norm, torch_into=None),
    "batch_norm_gradient": Peers(numpy=None, torch=_batch_norm_gradient, torch_into=None),
    "batch_norm_inference": Peers(numpy=None, torch=_batch_norm_inference, torch_into=None),
    "batch_norm_inference_gradient": Peers(
        numpy=None, torch=_batch_norm_inference_gradient, torch_into=None
    ),
}
