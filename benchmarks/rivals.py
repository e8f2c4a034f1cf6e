"""What NumPy and PyTorch offer for an op of the profile `math`.

Only functions that mean the same are listed, with their defaults: PyTorch's softplus turns linear
above 20, and its gelu_tanh is `approximate="tanh"`. A derivative is PyTorch's backward function
with a gradient of ones, where it takes the input and not the result.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

_SAME = (
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh",
    "cosh", "tanh", "sqrt", "reciprocal", "square",
)  # fmt: skip
_INVERSE = {f"a{f}": f"arc{f}" for f in ("sin", "cos", "tan", "sinh", "cosh", "tanh")}

NUMPY = {name: name for name in _SAME} | _INVERSE | {"cbrt": "cbrt"}
"""The ufunc of an op."""

_ATEN = (
    "erf", "erfc", "erfinv", "lgamma", "rsqrt", "sigmoid", "silu", "mish", "hardsigmoid",
    "hardswish", "relu", "atan2", "hypot", "logaddexp",
)  # fmt: skip
TORCH: dict[str, tuple[str, tuple[Any, ...], dict[str, Any]]] = {
    **{name: (f"{name}.out", (), {}) for name in [*_SAME, *_INVERSE, *_ATEN]},
    "gelu": ("gelu.out", (), {}),
    "gelu_tanh": ("gelu.out", (), {"approximate": "tanh"}),
    "logsigmoid": ("log_sigmoid.out", (), {}),
    "softplus": ("softplus.out", (), {}),
    "elu": ("elu.out", (), {}),
    "leaky_relu": ("leaky_relu.out", (), {}),
    "relu6": ("hardtanh.out", (0.0, 6.0), {}),
    "normal_quantile": ("special_ndtri.out", (), {}),
    "pow": ("pow.Tensor_Tensor_out", (), {}),
}
"""The function that writes into an output that exists: name, further arguments, keywords."""

TORCH_FUNCTIONAL = ("selu", "celu", "softsign", "tanhshrink")
"""Functions of torch.nn.functional that only exist with an output of their own."""

TORCH_BACKWARD: dict[str, tuple[str, tuple[Any, ...], dict[str, Any]]] = {
    "silu_derivative": ("silu_backward", (), {}),
    "mish_derivative": ("mish_backward", (), {}),
    "gelu_derivative": ("gelu_backward", (), {}),
    "gelu_tanh_derivative": ("gelu_backward", (), {"approximate": "tanh"}),
    "softplus_derivative": ("softplus_backward", (1.0, 20.0), {}),
    "hardswish_derivative": ("hardswish_backward", (), {}),
    "hardsigmoid_derivative": ("hardsigmoid_backward", (), {}),
    "leaky_relu_derivative": ("leaky_relu_backward", (0.01, False), {}),
}


def torch_function(torch: Any, op: str) -> Callable[..., Any] | None:
    """A function of one or two tensors, with the keyword `out`, or None where PyTorch has none.

    It returns the result; the ones that cannot write into `out` leave it alone.
    """
    if op in TORCH:
        name, further, keywords = TORCH[op]
        family, _, overload = name.partition(".")
        packet = getattr(torch.ops.aten, family, None)
        into: Any = getattr(packet, overload, None) if packet is not None else None
        return into and (lambda *x, out: into(*x, *further, **keywords, out=out))
    if op in TORCH_FUNCTIONAL:
        plain: Any = getattr(torch.nn.functional, op)
        return lambda *x, out: plain(*x)
    if op in TORCH_BACKWARD:
        name, further, keywords = TORCH_BACKWARD[op]
        backward: Any = getattr(torch.ops.aten, name)
        ones = functools.cache(lambda shape: torch.ones(shape))
        return lambda x, out: backward(ones(x.shape), x, *further, **keywords)
    return None


def numpy_function(op: str) -> Any | None:
    """NumPy's ufunc for the op, or None."""
    return getattr(np, NUMPY[op]) if op in NUMPY else None
