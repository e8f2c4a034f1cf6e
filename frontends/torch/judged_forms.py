"""PyTorch functions for ops that `samebits.backends.libraries` expresses in a different way.

Outside of a block, PyTorch's kernels require rounded statistics, and its optimizers consist of
other ops. Inside a block each overload that is called here is one op.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import torch

from samebits.backends.libraries.families.norms import normalized_shape
from samebits.backends.libraries.torch import forms
from samebits.backends.libraries.torch_forms import Form, result_type
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import elementwise

Function = Callable[..., Any]
"""A function that computes the result from a call and its tensors."""

_aten: Any = torch.ops.aten


def _form(function: Function) -> Form:
    return lambda _: function


def _derivative(forward: Form) -> Form:
    """Return the form of a derivative: the gradient of autograd, with ones as incoming gradient."""

    def form(module: Any) -> Function:
        function = forward(module)

        def run(call: Call, x: Any) -> Any:
            with torch.enable_grad():
                leaf = x.detach().requires_grad_()
                result = function(call, leaf)
                return torch.autograd.grad(result, leaf, torch.ones_like(result))[0]

        return run

    return form


def _arange(call: Call) -> Any:
    a: Any = call.attributes
    return torch.arange(a["start"], a["end"], a["step"], dtype=result_type(torch, call))


def _linspace(call: Call) -> Any:
    a: Any = call.attributes
    return torch.linspace(a["start"], a["end"], a["steps"], dtype=result_type(torch, call))


def _rms_norm(call: Call, x: Any, weight: Any = None) -> Any:
    shape = normalized_shape(call, x)
    y, rstd = _aten._fused_rms_norm(x, shape, weight, call.attributes["eps"])
    return y, rstd.reshape(x.shape[: x.dim() - len(shape)])


def _kept(call: Call, x: Any) -> tuple[int, ...]:
    """Return the shape of statistics that keep all axes of x, with size 1 for normalised axes."""
    shape = normalized_shape(call, x)
    return (*x.shape[: x.dim() - len(shape)], *[1] * len(shape))


def _rms_norm_gradient(call: Call, g: Any, x: Any, rstd: Any, weight: Any = None) -> Any:
    shape = normalized_shape(call, x)
    saved = rstd.reshape(_kept(call, x))
    wanted = [True, weight is not None]
    found = _aten._fused_rms_norm_backward(g, x, shape, saved, weight, wanted)
    return tuple(found)[: len(call.outputs)]


def _layer_norm_gradient(
    call: Call, g: Any, x: Any, mean: Any, rstd: Any, weight: Any = None
) -> Any:
    saved = (t.reshape(_kept(call, x)) for t in (mean, rstd))
    wanted = [True, weight is not None, weight is not None]
    bias = None if weight is None else torch.zeros_like(weight)
    found = _aten.native_layer_norm_backward(
        g, x, normalized_shape(call, x), *saved, weight, bias, wanted
    )
    return tuple(found)[: len(call.outputs)]


def _batch_norm_gradient(
    call: Call, g: Any, x: Any, mean: Any, rstd: Any, weight: Any = None
) -> Any:
    wanted = [True, weight is not None, weight is not None]
    found = _aten.native_batch_norm_backward(
        g, x, weight, None, None, mean, rstd, True, 0.0, wanted
    )
    return tuple(found)[: len(call.outputs)]


def _group_norm_gradient(
    call: Call, g: Any, x: Any, mean: Any, rstd: Any, weight: Any = None
) -> Any:
    n, c, places = x.shape[0], x.shape[1], math.prod(x.shape[2:])
    wanted = [True, weight is not None, weight is not None]
    groups = call.attributes.get("num_groups", c)
    found = _aten.native_group_norm_backward(g, x, mean, rstd, weight, n, c, places, groups, wanted)
    return tuple(found)[: len(call.outputs)]


def _steps(call: Call) -> list[Any]:
    """Return the step count in the form that PyTorch's fused optimizers accept."""
    return [torch.tensor(float(str(call.attributes["step"])))]


def _adam(name: str) -> Function:
    def run(call: Call, *operands: Any) -> Any:
        x = [operand.clone() for operand in operands]
        given = {k: v for k, v in call.attributes.items() if k != "step"}
        has_most = len(x) > 4
        getattr(_aten, name)(*([t] for t in x[:4]), x[4:], _steps(call), amsgrad=has_most, **given)
        return (x[0], *x[2:])

    return run


def _adagrad(call: Call, *operands: Any) -> Any:
    x = [operand.clone() for operand in operands]
    given = {k: v for k, v in call.attributes.items() if k != "step"}
    _aten._fused_adagrad_([x[0]], [x[1]], [x[2]], _steps(call), **given)
    return x[0], x[2]


def _sgd(call: Call, params: Any, grads: Any, buffer: Any = None) -> Any:
    param, is_first = params.clone(), buffer is None
    has_buffer = len(call.outputs) > 1
    place = torch.zeros_like(param) if buffer is None else buffer.clone()
    buffers = [place] if has_buffer else []
    _aten._fused_sgd_([param], [grads.clone()], buffers, is_first_step=is_first, **call.attributes)
    return (param, place) if has_buffer else (param,)


_NAMED: Mapping[str, Form] = {
    "adagrad": _form(_adagrad),
    "adam": _form(_adam("_fused_adam_")),
    "adamw": _form(_adam("_fused_adamw_")),
    "arange": _form(_arange),
    "batch_norm_gradient": _form(_batch_norm_gradient),
    "group_norm_gradient": _form(_group_norm_gradient),
    "instance_norm_gradient": _form(_group_norm_gradient),
    "layer_norm_gradient": _form(_layer_norm_gradient),
    "linspace": _form(_linspace),
    "rms_norm": _form(_rms_norm),
    "rms_norm_gradient": _form(_rms_norm_gradient),
    "sgd": _form(_sgd),
}

_DERIVATIVES = (
    *("elu", "gelu_tanh", "hardsigmoid", "hardswish", "leaky_relu", "logsigmoid", "mish"),
    *("selu", "silu", "softplus"),
)

FORMS: Mapping[str, Form] = MappingProxyType(
    {**_NAMED, **{f"{op}_derivative": _derivative(forms()[op]) for op in _DERIVATIVES}}
)
"""Functions by op. They replace the functions with which PyTorch itself is judged."""


_REASONS: Mapping[str, str] = MappingProxyType(
    {
        "cross_entropy_probabilities": "PyTorch composes it of other ops and rounds in between",
        "einsum": "PyTorch composes einsum of products, and orders their terms by itself",
        "kl_div": "PyTorch composes it of other ops and rounds in between",
    }
)
"""For each op that PyTorch's function does not compute, the reason."""

_THROUGH_F32 = frozenset({"gather", "sort"})
"""Moves whose PyTorch kernel converts 16-bit floats to float32 and back in some layouts."""


def not_meant(call: Call) -> str:
    """Return why PyTorch's function does not compute the op of this call, or "" if it does."""
    op, formats = get_op(call.op), (*call.inputs, *call.outputs)
    if call.op in _THROUGH_F32 and {"f16", "bf16"} & set(call.inputs):
        return (
            f"PyTorch's own kernel of {call.op} takes 16-bit floats through float32, which changes "
            "the payload of a NaN (known defect of samebits.torch)"
        )
    if call.op == "cast" and not call.attributes["saturate"] and "f8e4m3fn" in call.outputs:
        return "PyTorch has no conversion to float8_e4m3fn that does not saturate"
    moves = op.op_class == "move" or (op.op_class == "graph" and op.shape_rule is not elementwise)
    if moves and "bool" in call.inputs and "bool" in call.outputs:
        return "a bool of PyTorch is 0 or 1: where its kernels move it, other bytes become 1"
    if call.op == "pad" and call.attributes["mode"] != "constant" and "u32" in formats:
        return "PyTorch pads uint32 by a constant only"
    return _REASONS.get(call.op, "")
