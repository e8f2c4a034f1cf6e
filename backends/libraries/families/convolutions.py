"""Convolutions and their gradients, and unfolding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_forms import Form, function, functional
from samebits.spec.language.call import Call


def _with_bias(name: str, *attributes: str) -> Form:
    """Return the form of a function of x, weight, an optional bias, and these attributes."""

    def made(torch: Any) -> Callable[..., Any]:
        convolve = getattr(torch.nn.functional, name)

        def run(call: Call, x: Any, weight: Any, bias: Any = None) -> Any:
            return convolve(x, weight, bias, *(call.attributes[a] for a in attributes))

        return run

    return made


def _convolution(name: str) -> Form:
    return _with_bias(name, "stride", "padding", "dilation", "groups")


def _transposed(name: str) -> Form:
    return _with_bias(name, "stride", "padding", "output_padding", "groups", "dilation")


def _input_gradient(torch: Any) -> Callable[..., Any]:
    """Return the function for the gradient of a convolution with respect to its input."""

    def run(call: Call, gradient: Any, weight: Any) -> Any:
        channels = weight.shape[1] * call.attributes["groups"]
        shape = (gradient.shape[0], channels, *_sizes(call, "input_size"))
        return _backward(torch, call, gradient, gradient.new_zeros(shape), weight, 0)

    return run


def _weight_gradient(torch: Any) -> Callable[..., Any]:
    """Return the function for the gradient of a convolution with respect to its weight."""

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


PEERS: Mapping[str, Peers] = {
    "conv1d": Peers(numpy=None, torch=_convolution("conv1d"), torch_into=None),
    "conv2d": Peers(numpy=None, torch=_convolution("conv2d"), torch_into=None),
    "conv3d": Peers(numpy=None, torch=_convolution("conv3d"), torch_into=None),
    "conv1d_input_gradient": Peers(numpy=None, torch=_input_gradient, torch_into=None),
    "conv2d_input_gradient": Peers(numpy=None, torch=_input_gradient, torch_into=None),
    "conv3d_input_gradient": Peers(numpy=None, torch=_input_gradient, torch_into=None),
    "conv1d_weight_gradient": Peers(numpy=None, torch=_weight_gradient, torch_into=None),
    "conv2d_weight_gradient": Peers(numpy=None, torch=_weight_gradient, torch_into=None),
    "conv3d_weight_gradient": Peers(numpy=None, torch=_weight_gradient, torch_into=None),
    "conv_bias_gradient": Peers(
        numpy=None,
        torch=function(lambda torch, call, g: g.sum((0, *range(2, g.dim())))),
        torch_into=None,
    ),
    "conv_transpose1d": Peers(numpy=None, torch=_transposed("conv_transpose1d"), torch_into=None),
    "conv_transpose2d": Peers(numpy=None, torch=_transposed("conv_transpose2d"), torch_into=None),
    "conv_transpose3d": Peers(numpy=None, torch=_transposed("conv_transpose3d"), torch_into=None),
    "unfold": Peers(
        numpy=None,
        torch=functional("unfold", "kernel_size", "dilation", "padding", "stride"),
        torch_into=None,
    ),
}
