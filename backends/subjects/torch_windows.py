"""PyTorch's convolutions and their gradients under the names of the spec."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.windows import kind_of

_FORMATS = ("f64", "f32", "f16", "bf16")

Function = Callable[..., Any]
"""From a call and its operands as tensors to the result."""


def convolutions(torch: Any) -> Mapping[str, Function]:
    """The functions by op, for the imported module `torch`."""
    functional = torch.nn.functional

    def forward(rank: int) -> Function:
        function = getattr(functional, f"conv{rank}d")

        def run(call: Call, x: Any, weight: Any, bias: Any = None) -> Any:
            a = call.attributes
            return function(x, weight, bias, a["stride"], a["padding"], a["dilation"], a["groups"])

        return run

    def transposed(rank: int) -> Function:
        function = getattr(functional, f"conv_transpose{rank}d")

        def run(call: Call, x: Any, weight: Any, bias: Any = None) -> Any:
            a = call.attributes
            return function(
                x, weight, bias, a["stride"], a["padding"], a["output_padding"], a["groups"],
                a["dilation"],
            )  # fmt: skip

        return run

    def backward(call: Call, gradient: Any, x: Any, weight: Any, which: int) -> Any:
        a = call.attributes
        mask = [which == 0, which == 1, False]
        zeros = [0] * (weight.dim() - 2)
        found = torch.ops.aten.convolution_backward(
            gradient, x, weight, None, a["stride"], a["padding"], a["dilation"], False, zeros,
            a["groups"], mask,
        )  # fmt: skip
        return found[which]

    def input_gradient(call: Call, gradient: Any, weight: Any) -> Any:
        channels = weight.shape[1] * call.attributes["groups"]
        shape = (gradient.shape[0], channels, *_sizes(call, "input_size"))
        return backward(call, gradient, gradient.new_zeros(shape), weight, 0)

    def weight_gradient(call: Call, x: Any, gradient: Any) -> Any:
        channels = x.shape[1] // int(str(call.attributes["groups"]))
        shape = (gradient.shape[1], channels, *_sizes(call, "kernel_size"))
        return backward(call, gradient, x, x.new_zeros(shape), 1)

    table: dict[str, Function] = {}
    for rank in (1, 2, 3):
        table[f"conv{rank}d"] = forward(rank)
        table[f"conv_transpose{rank}d"] = transposed(rank)
        table[f"conv{rank}d_input_gradient"] = input_gradient
        table[f"conv{rank}d_weight_gradient"] = weight_gradient
    return table


def _sizes(call: Call, name: str) -> tuple[int, ...]:
    value = call.attributes[name]
    assert isinstance(value, tuple)
    return value


def refusal(call: Call) -> str:
    """Why PyTorch does not take the formats of a convolution, or nothing."""
    if kind_of(get_op(call.op).shape_rule) is None:
        return ""
    formats = {*call.inputs, *call.outputs}
    if len(formats) > 1 or not formats <= set(_FORMATS):
        return f"PyTorch's convolutions take one format of {', '.join(_FORMATS)}"
    return ""
