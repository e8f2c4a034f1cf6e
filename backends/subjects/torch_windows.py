"""The ways in which PyTorch's convolutions and their gradients are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.torch_forms import Form
from samebits.spec.language.call import Call


def convolution(name: str) -> Form:
    """A convolution of `torch.nn.functional`."""

    def made(torch: Any) -> Callable[..., Any]:
        function = getattr(torch.nn.functional, name)

        def run(call: Call, x: Any, weight: Any, bias: Any = None) -> Any:
            a = call.attributes
            return function(x, weight, bias, a["stride"], a["padding"], a["dilation"], a["groups"])

        return run

    return made


def transposed(name: str) -> Form:
    """A transposed convolution of `torch.nn.functional`."""

    def made(torch: Any) -> Callable[..., Any]:
        function = getattr(torch.nn.functional, name)

        def run(call: Call, x: Any, weight: Any, bias: Any = None) -> Any:
            a = call.attributes
            return function(
                x, weight, bias, a["stride"], a["padding"], a["output_padding"], a["groups"],
                a["dilation"],
            )  # fmt: skip

        return run

    return made


def input_gradient(torch: Any) -> Callable[..., Any]:
    """The gradient of a convolution with respect to its input."""

    def run(call: Call, gradient: Any, weight: Any) -> Any:
        channels = weight.shape[1] * call.attributes["groups"]
        shape = (gradient.shape[0], channels, *_sizes(call, "input_size"))
        return _backward(torch, call, gradient, gradient.new_zeros(shape), weight, 0)

    return run


def weight_gradient(torch: Any) -> Callable[..., Any]:
    """The gradient of a convolution with respect to its weight."""

    def run(call: Call, x: Any, gradient: Any) -> Any:
        channels = x.shape[1] // int(str(call.attributes["groups"]))
        shape = (gradient.shape[1], channels, *_sizes(call, "kernel_size"))
        return _backward(torch, call, gradient, x, x.new_zeros(shape), 1)

    return run


def _backward(torch: Any, call: Call, gradient: Any, x: Any, weight: Any, which: int) -> Any:
    a = call.attributes
    mask = [which == 0, which == 1, False]
    zeros = [0] * (weight.dim() - 2)
    found = torch.ops.aten.convolution_backward(
        gradient, x, weight, None, a["stride"], a["padding"], a["dilation"], False, zeros,
        a["groups"], mask,
    )  # fmt: skip
    return found[which]


def _sizes(call: Call, name: str) -> tuple[int, ...]:
    value = call.attributes[name]
    assert isinstance(value, tuple)
    return value
