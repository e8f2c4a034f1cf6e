"""Activation functions and softmax.

For a derivative, benchmarks measure PyTorch's backward function. The judge tests such a function
only for gelu, because PyTorch trains networks with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_autograd import gradient, gradients
from samebits.backends.libraries.torch_forms import (
    Form,
    axis_of,
    backward,
    functional,
    into,
    plain,
    slope,
)


def _glu_gradient(torch: Any) -> Callable[..., Any]:
    return lambda call, x, outgoing: torch.ops.aten.glu_backward(outgoing, x, axis_of(call))


def _softmax_gradient(name: str) -> Form:
    """Return the form of an ATen function that PyTorch's autograd calls."""

    def made(torch: Any) -> Callable[..., Any]:
        backward: Any = getattr(torch.ops.aten, name)
        return lambda call, outgoing, y: backward(outgoing, y, axis_of(call), y.dtype)

    return made


PEERS: Mapping[str, Peers] = {
    "relu": Peers(numpy=None, torch=plain("relu"), torch_into=into("relu.out")),
    "relu6": Peers(
        numpy=None, torch=functional("relu6"), torch_into=into("hardtanh.out", 0.0, 6.0)
    ),
    "leaky_relu": Peers(
        numpy=None,
        torch=functional("leaky_relu", "negative_slope"),
        torch_into=into("leaky_relu.out"),
    ),
    "leaky_relu_derivative": Peers(
        numpy=None, torch=None, torch_into=backward("leaky_relu_backward", 0.01, False)
    ),
    "elu": Peers(numpy=None, torch=functional("elu", "alpha"), torch_into=into("elu.out")),
    "celu": Peers(numpy=None, torch=functional("celu", "alpha"), torch_into=None),
    "selu": Peers(numpy=None, torch=functional("selu"), torch_into=None),
    "gelu": Peers(numpy=None, torch=functional("gelu"), torch_into=into("gelu.out")),
    "gelu_derivative": Peers(
        numpy=None, torch=slope("gelu_backward"), torch_into=backward("gelu_backward")
    ),
    "gelu_tanh": Peers(
        numpy=None,
        torch=functional("gelu", approximate="tanh"),
        torch_into=into("gelu.out", approximate="tanh"),
    ),
    "gelu_tanh_derivative": Peers(
        numpy=None, torch=None, torch_into=backward("gelu_backward", approximate="tanh")
    ),
    "silu": Peers(numpy=None, torch=functional("silu"), torch_into=into("silu.out")),
    "silu_derivative": Peers(numpy=None, torch=None, torch_into=backward("silu_backward")),
    "mish": Peers(numpy=None, torch=functional("mish"), torch_into=into("mish.out")),
    "mish_derivative": Peers(numpy=None, torch=None, torch_into=backward("mish_backward")),
    "hardsigmoid": Peers(
        numpy=None, torch=functional("hardsigmoid"), torch_into=into("hardsigmoid.out")
    ),
    "hardsigmoid_derivative": Peers(
        numpy=None, torch=None, torch_into=backward("hardsigmoid_backward")
    ),
    "hardswish": Peers(numpy=None, torch=functional("hardswish"), torch_into=into("hardswish.out")),
    "hardswish_derivative": Peers(
        numpy=None, torch=None, torch_into=backward("hardswish_backward")
    ),
    "hardtanh": Peers(numpy=None, torch=functional("hardtanh", "min", "max"), torch_into=None),
    "hardtanh_gradient": Peers(
        numpy=None, torch=gradient(functional("hardtanh", "min", "max")), torch_into=None
    ),
    # PyTorch's softplus is linear above 20.
    "softplus": Peers(numpy=None, torch=functional("softplus"), torch_into=into("softplus.out")),
    "softplus_derivative": Peers(
        numpy=None, torch=None, torch_into=backward("softplus_backward", 1.0, 20.0)
    ),
    "softsign": Peers(numpy=None, torch=functional("softsign"), torch_into=None),
    "tanhshrink": Peers(numpy=None, torch=functional("tanhshrink"), torch_into=None),
    "logsigmoid": Peers(
        numpy=None, torch=functional("logsigmoid"), torch_into=into("log_sigmoid.out")
    ),
    "threshold": Peers(
        numpy=None, torch=functional("threshold", "threshold", "value"), torch_into=None
    ),
    "threshold_gradient": Peers(
        numpy=None, torch=gradient(functional("threshold", "threshold", value=0.0)), torch_into=None
    ),
    "prelu": Peers(numpy=None, torch=functional("prelu"), torch_into=None),
    "prelu_gradient": Peers(numpy=None, torch=gradients(functional("prelu")), torch_into=None),
    "glu": Peers(numpy=None, torch=functional("glu", "axis"), torch_into=None),
    "glu_gradient": Peers(numpy=None, torch=_glu_gradient, torch_into=None),
    "softmax": Peers(numpy=None, torch=plain("softmax", "axis"), torch_into=None),
    "softmax_gradient": Peers(
        numpy=None, torch=_softmax_gradient("_softmax_backward_data"), torch_into=None
    ),
    "log_softmax": Peers(numpy=None, torch=plain("log_softmax", "axis"), torch_into=None),
    "log_softmax_gradient": Peers(
        numpy=None, torch=_softmax_gradient("_log_softmax_backward_data"), torch_into=None
    ),
}
