"""Arithmetic of tensors and scalars, linear interpolation and clamping, and their gradients."""

from __future__ import annotations

from collections.abc import Mapping

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_autograd import gradient, gradient_of_unread
from samebits.backends.libraries.torch_forms import Form, function, plain

_QUOTIENT = function(lambda torch, c, x: c.attributes["value"] / x)
_EXPONENTIAL = function(lambda torch, c, x: torch.pow(c.attributes["base"], x))


def _with_value(name: str) -> Form:
    """Return the form of a function of `torch` that takes the attribute `value` by name."""
    return function(lambda torch, c, *x: getattr(torch, name)(*x, value=c.attributes["value"]))


def _onto_zeros(name: str) -> Form:
    """Return the form of `_with_value(name)` whose first operand is zeros."""
    forward = _with_value(name)
    return lambda torch: lambda call, x, y: forward(torch)(call, torch.zeros_like(x), x, y)


_lerp_of_start = function(lambda torch, call, x, weight: torch.lerp(x, torch.ones_like(x), weight))
_lerp_of_weight = function(lambda torch, call, weight, x, end: torch.lerp(x, end, weight))


PEERS: Mapping[str, Peers] = {
    "add_scalar": Peers(
        numpy=None, torch=function(lambda torch, c, x: x + c.attributes["value"]), torch_into=None
    ),
    "rsub_scalar": Peers(
        numpy=None, torch=function(lambda torch, c, x: c.attributes["value"] - x), torch_into=None
    ),
    "mul_scalar": Peers(
        numpy=None, torch=function(lambda torch, c, x: x * c.attributes["value"]), torch_into=None
    ),
    "div_scalar": Peers(
        numpy=None, torch=function(lambda torch, c, x: x / c.attributes["value"]), torch_into=None
    ),
    "rdiv_scalar": Peers(numpy=None, torch=_QUOTIENT, torch_into=None),
    "rdiv_scalar_gradient": Peers(numpy=None, torch=gradient(_QUOTIENT), torch_into=None),
    "pow_scalar": Peers(numpy=None, torch=plain("pow", "exponent"), torch_into=None),
    "pow_scalar_gradient": Peers(
        numpy=None, torch=gradient(plain("pow", "exponent")), torch_into=None
    ),
    "rpow_scalar": Peers(numpy=None, torch=_EXPONENTIAL, torch_into=None),
    "rpow_scalar_gradient": Peers(numpy=None, torch=gradient(_EXPONENTIAL), torch_into=None),
    "add_scaled": Peers(
        numpy=None,
        torch=function(lambda torch, c, x, y: torch.add(x, y, alpha=c.attributes["alpha"])),
        torch_into=None,
    ),
    "addcmul": Peers(numpy=None, torch=_with_value("addcmul"), torch_into=None),
    "addcmul_gradient": Peers(
        numpy=None, torch=gradient_of_unread(_onto_zeros("addcmul")), torch_into=None
    ),
    "addcdiv": Peers(numpy=None, torch=_with_value("addcdiv"), torch_into=None),
    "addcdiv_tensor1_gradient": Peers(
        numpy=None, torch=gradient_of_unread(_onto_zeros("addcdiv")), torch_into=None
    ),
    "addcdiv_tensor2_gradient": Peers(
        numpy=None, torch=gradient(_onto_zeros("addcdiv"), 1), torch_into=None
    ),
    "lerp": Peers(numpy=None, torch=plain("lerp", "weight"), torch_into=None),
    "lerp_tensor": Peers(numpy=None, torch=plain("lerp"), torch_into=None),
    "lerp_tensor_gradient": Peers(
        numpy=None, torch=gradient_of_unread(_lerp_of_start), torch_into=None
    ),
    "lerp_weight_gradient": Peers(
        numpy=None, torch=gradient_of_unread(_lerp_of_weight), torch_into=None
    ),
    "clamp": Peers(numpy=None, torch=plain("clamp", "min", "max"), torch_into=None),
    "clamp_gradient": Peers(
        numpy=None, torch=gradient(plain("clamp", "min", "max")), torch_into=None
    ),
    "clamp_tensor": Peers(numpy=None, torch=plain("clamp"), torch_into=None),
    "clamp_tensor_gradient": Peers(numpy=None, torch=gradient(plain("clamp")), torch_into=None),
    "clamp_least_gradient": Peers(numpy=None, torch=gradient(plain("clamp"), 1), torch_into=None),
    "clamp_most_gradient": Peers(numpy=None, torch=gradient(plain("clamp"), 2), torch_into=None),
}
