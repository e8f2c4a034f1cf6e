"""PyTorch on the CPU as it is installed, judged as it is.

Each op is the PyTorch function of that name with default settings. A fused multiply-add has no
PyTorch function and is unsupported; nothing is emulated.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import moves
from samebits.backends.subjects.base import Implementation, Subject, TableSession
from samebits.backends.subjects.torch_windows import convolutions, refusal
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.release import INSTALL_TORCH

_NAMES = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16"} | {
    "f8e4m3fn": "float8_e4m3fn",
    "f8e5m2": "float8_e5m2",
    "i64": "int64",
    "i32": "int32",
    "i16": "int16",
    "i8": "int8",
    "u32": "uint32",
    "u8": "uint8",
    "bool": "bool",
}
_CARRIERS = {8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64}
"""PyTorch and NumPy share no bfloat16; bits travel as integers of the same width."""


def _implementations(torch: Any) -> Mapping[str, Implementation]:
    """The table, for the imported module `torch`."""

    def to_tensor(array: Array, name: str) -> Any:
        # Strides are kept where PyTorch can hold them (whole, non-negative, aligned).
        carrier = np.bool_ if name == "bool" else _CARRIERS[array.dtype.itemsize * 8]
        view = (
            array
            if array.flags.aligned
            and all(s >= 0 and s % array.dtype.itemsize == 0 for s in array.strides)
            else np.array(array)
        )
        raw: Array = view.view(carrier) if view.ndim else np.array(bits_of(view)).view(carrier)
        if not raw.flags.writeable:
            raw = raw.copy()
        return torch.from_numpy(raw).view(getattr(torch, _NAMES[name]))

    def to_array(tensor: Any, name: str) -> Array:
        wanted = getattr(torch, _NAMES[name])
        if tensor.dtype != wanted:
            raise TypeError(f"PyTorch returned {tensor.dtype}, not {wanted}")
        if not tensor.dtype.is_floating_point:
            return np.asarray(tensor.numpy())
        carrier = _CARRIERS[tensor.element_size() * 8]
        width = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[
            tensor.element_size()
        ]
        plain = tensor.contiguous().view(width).numpy()
        return from_bits(plain.view(np.dtype(carrier).str.replace("i", "u")), name)

    def wrap(function: Callable[..., Any]) -> Implementation:
        def run(call: Call, inputs: Sequence[Array]) -> Array | tuple[Array, ...]:
            tensors = [to_tensor(x, f) for x, f in zip(inputs, call.inputs, strict=True)]
            with torch.no_grad():
                found = function(call, *tensors)
            if isinstance(found, tuple):
                return tuple(to_array(y, f) for y, f in zip(found, call.outputs, strict=True))
            return to_array(found, call.outputs[0])

        return run

    def plain(function: Callable[..., Any]) -> Implementation:
        return wrap(lambda call, *x: function(*x))

    def axes_of(call: Call, x: Any) -> tuple[int, ...]:
        axes = call.attributes["axes"]
        if axes is None:
            return tuple(range(x.dim()))
        return axes if isinstance(axes, tuple) else (int(str(axes)),)

    def reduction(function: Callable[..., Any]) -> Implementation:
        def run(call: Call, x: Any) -> Any:
            axes = axes_of(call, x)
            if not axes:  # to PyTorch an empty tuple means all axes
                return x.clone()
            return function(x, dim=axes, keepdim=bool(call.attributes["keepdims"]))

        return wrap(run)

    def index(function: Callable[..., Any]) -> Implementation:
        def run(call: Call, x: Any) -> Any:
            axes = call.attributes["axes"]
            axis = axes[0] if isinstance(axes, tuple) else axes
            return function(x, dim=axis, keepdim=bool(call.attributes["keepdims"]))

        return wrap(run)

    def total(call: Call, x: Any) -> Any:
        wanted = getattr(torch, _NAMES[call.outputs[0]])
        axes, keep = axes_of(call, x), bool(call.attributes["keepdims"])
        return torch.sum(x, dim=axes, keepdim=keep, dtype=wanted) if axes else x.to(wanted)

    def one_axis(function: Callable[..., Any]) -> Implementation:
        """A function of one axis, after several have been made one."""

        def run(call: Call, x: Any) -> Any:
            reduced = [a % x.dim() for a in axes_of(call, x)]
            kept = [a for a in range(x.dim()) if a not in reduced]
            terms = math.prod(x.shape[a] for a in reduced)
            flat = x.permute(*kept, *sorted(reduced)).reshape([x.shape[a] for a in kept] + [terms])
            shape = get_op(call.op).output_shapes(call, [tuple(x.shape)])[0]
            return function(call, flat).reshape(shape)

        return wrap(run)

    def product(call: Call, flat: Any) -> Any:
        return torch.prod(flat, dim=-1, dtype=getattr(torch, _NAMES[call.outputs[0]]))

    def moment(function: Callable[..., Any]) -> Implementation:
        def moments(call: Call, flat: Any) -> Any:
            with warnings.catch_warnings():  # of too few degrees of freedom
                warnings.simplefilter("ignore", UserWarning)
                return function(flat, dim=-1, correction=call.attributes["correction"])

        return one_axis(moments)

    def norm(call: Call, flat: Any) -> Any:
        order = call.attributes["ord"]
        return torch.linalg.vector_norm(flat, math.inf if order == "inf" else order, dim=-1)

    def matrix_product(call: Call, a: Any, b: Any, bias: Any = None) -> Any:
        a = a.transpose(-1, -2) if call.attributes["transpose_a"] else a
        b = b.transpose(-1, -2) if call.attributes["transpose_b"] else b
        if bias is None:
            return torch.matmul(a, b)
        if a.dim() == 2:
            return torch.addmm(bias, a, b)
        return torch.baddbmm(bias.expand(a.shape[0], a.shape[1], b.shape[2]), a, b)

    def scan(function: Callable[..., Any]) -> Implementation:
        def run(call: Call, x: Any) -> Any:
            dtype = getattr(torch, _NAMES[call.outputs[0]])
            return function(x, dim=call.attributes["axis"], dtype=dtype)

        return wrap(run)

    def cast(call: Call, x: Any) -> Any:
        return x.to(getattr(torch, _NAMES[call.outputs[0]]))

    def slope(call: Call, x: Any) -> Any:
        return functional.leaky_relu(x, call.attributes["negative_slope"])

    functional = torch.nn.functional
    return {
        **{name: wrap(function) for name, function in convolutions(torch).items()},
        "abs": plain(torch.abs),
        "acos": plain(torch.acos),
        "acosh": plain(torch.acosh),
        "add": plain(torch.add),
        "all": one_axis(lambda call, flat: torch.all(flat, dim=-1)),
        "amax": reduction(torch.amax),
        "amin": reduction(torch.amin),
        "any": one_axis(lambda call, flat: torch.any(flat, dim=-1)),
        "argmax": index(torch.argmax),
        "argmin": index(torch.argmin),
        "asin": plain(torch.asin),
        "asinh": plain(torch.asinh),
        "atan": plain(torch.atan),
        "atan2": plain(torch.atan2),
        "atanh": plain(torch.atanh),
        "bmm": wrap(matrix_product),
        "cast": wrap(cast),
        "ceil": plain(torch.ceil),
        "celu": wrap(lambda call, x: functional.celu(x, call.attributes["alpha"])),
        "cos": plain(torch.cos),
        "cosh": plain(torch.cosh),
        "count_nonzero": one_axis(lambda call, flat: torch.count_nonzero(flat, dim=-1)),
        "cumprod": scan(torch.cumprod),
        "cumsum": scan(torch.cumsum),
        "div": plain(torch.div),
        "dot": plain(torch.dot),
        "einsum": wrap(lambda call, *x: torch.einsum(call.attributes["equation"], *x)),
        "elu": wrap(lambda call, x: functional.elu(x, call.attributes["alpha"])),
        "eq": plain(torch.eq),
        "erf": plain(torch.erf),
        "erfc": plain(torch.erfc),
        "erfinv": plain(torch.erfinv),
        "exp": plain(torch.exp),
        "exp2": plain(torch.exp2),
        "expm1": plain(torch.expm1),
        "floor": plain(torch.floor),
        "fmod": plain(torch.fmod),
        "ge": plain(torch.ge),
        "gelu": plain(functional.gelu),
        "gelu_tanh": plain(lambda x: functional.gelu(x, approximate="tanh")),
        "gt": plain(torch.gt),
        "hardsigmoid": plain(functional.hardsigmoid),
        "hardswish": plain(functional.hardswish),
        "hypot": plain(torch.hypot),
        "le": plain(torch.le),
        "leaky_relu": wrap(slope),
        "lgamma": plain(torch.lgamma),
        "linear": plain(functional.linear),
        "log": plain(torch.log),
        "log10": plain(torch.log10),
        "log1p": plain(torch.log1p),
        "log2": plain(torch.log2),
        "logaddexp": plain(torch.logaddexp),
        "logsumexp": one_axis(lambda call, flat: torch.logsumexp(flat, dim=-1)),
        "logsigmoid": plain(functional.logsigmoid),
        "lt": plain(torch.lt),
        "matmul": wrap(matrix_product),
        "max": reduction(torch.amax),
        "maximum": plain(torch.maximum),
        "mean": reduction(torch.mean),
        "min": reduction(torch.amin),
        "minimum": plain(torch.minimum),
        "mish": plain(functional.mish),
        "mul": plain(torch.mul),
        "ne": plain(torch.ne),
        "neg": plain(torch.neg),
        "norm": one_axis(norm),
        "normal_quantile": plain(torch.special.ndtri),
        "outer": plain(torch.outer),
        "pow": plain(torch.pow),
        "prod": one_axis(product),
        "reciprocal": plain(torch.reciprocal),
        "relu": plain(torch.relu),
        "relu6": plain(functional.relu6),
        "remainder": plain(torch.remainder),
        "round_half_even": plain(torch.round),
        "rsqrt": plain(torch.rsqrt),
        "selu": plain(functional.selu),
        "sigmoid": plain(torch.sigmoid),
        "sign": plain(torch.sign),
        "silu": plain(functional.silu),
        "sin": plain(torch.sin),
        "sinh": plain(torch.sinh),
        "softmax": wrap(lambda call, x: torch.softmax(x, dim=call.attributes["axis"])),
        "softplus": plain(functional.softplus),
        "softsign": plain(functional.softsign),
        "sqrt": plain(torch.sqrt),
        "square": plain(torch.square),
        "std": moment(torch.std),
        "sub": plain(torch.sub),
        "sum": wrap(total),
        "tan": plain(torch.tan),
        "tanh": plain(torch.tanh),
        "tanhshrink": plain(functional.tanhshrink),
        "trunc": plain(torch.trunc),
        "var": moment(torch.var),
        "where": plain(torch.where),
        **{name: wrap(function) for name, function in moves.torch_functions(torch).items()},
    }


class _TorchSession(TableSession):
    """A table session that can also set PyTorch's number of threads."""

    __slots__ = ()

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Set the number of threads (0 = all processors). A stream means nothing on the CPU."""
        torch: Any = importlib.import_module("torch")
        if threads is not None:
            import os

            torch.set_num_threads(threads or os.cpu_count() or 1)


def _refuse(call: Call) -> str:
    axes = call.attributes.get("axes")
    if call.op in ("argmax", "argmin") and isinstance(axes, tuple) and len(axes) != 1:
        return f"torch.{call.op} takes one axis or all"
    return refusal(call)


def _open() -> TableSession:
    torch: Any = importlib.import_module("torch")
    facts = {
        "torch": str(torch.__version__),
        "cpu_capability": str(torch.backends.cpu.get_cpu_capability()),
        "threads": str(torch.get_num_threads()),
        "mkl": str(torch.backends.mkl.is_available()),
        "onednn": str(torch.backends.mkldnn.is_available()),
    }
    return _TorchSession(_implementations(torch), facts, _refuse)


def _installed() -> tuple[str, str]:
    """Version, and the reason why PyTorch cannot be used."""
    if importlib.util.find_spec("torch") is None:
        return "none", f"PyTorch is not installed; {INSTALL_TORCH}"
    return version("torch"), ""


_VERSION, _REASON = _installed()
backend = Subject("torch", _VERSION, "PyTorch on the CPU as installed", _open, _REASON)
